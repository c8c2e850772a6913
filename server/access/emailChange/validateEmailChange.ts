import { deviceOf } from '#domain/access/device'
import { maskEmail } from '#domain/platform/identifiers'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { sql } from '../../platform/database/sql.ts'
import { addressSubject, resetAttempts } from '../session/attempts.ts'
import { endSessions } from '../session/signOut.ts'
import { type EmailChange, emailChangeMs, linkFits } from './emailChange.ts'
import { queueEmailChangeEmail } from './emailChangeEmail.ts'
import { isSomebodyElse } from './isSomebodyElse.ts'

const invalidLink = () => new Refusal('LinkReplaced', { why: 'email' })

/**
 * Completes the e-mail change, once, for the signed-in person who requested it: the owner of a mistyped address cannot. Ends the person's
 * other sessions and invalidates links sent to the old address. Refuses with LinkReplaced for any invalid link.
 */
export const emailChangeValidate: Handler<'emailChangeValidate'> = async ({ db, caller, params, query, services, now, audit }) => {
  const changeId = uuidOf(params.uuid.toLowerCase().replaceAll('-', ''))
  if (changeId === undefined || !linkFits(services, 'email_confirm', changeId, query.token)) throw invalidLink()
  const change = await db.first<EmailChange>(sql`
    update email_changes set state = 'done', ended_at = ${now}
    where id = ${changeId} and user_id = ${caller.userId} and state = 'pending' and expires_at > ${now} returning *`)
  if (!change) throw invalidLink()
  // The address may have been taken since the request.
  const taken = await db.first(sql`select from users u where ${sameMailbox([change.new_email])} and ${isSomebodyElse(caller.userId)}`)
  if (taken) throw invalidLink()
  const updated = await db.run(sql`
    update users set email = ${change.new_email}, credentials_changed_at = ${now}
    where id = ${caller.userId} and email = ${change.old_email}`)
  if (updated === 0) throw invalidLink()
  const endedSessions = await endSessions(db, { userId: caller.userId, keep: caller.sessionId, reason: 'email_changed', now })
  await db.run(sql`update one_time_links set used_at = ${now} where user_id = ${caller.userId} and used_at is null`)
  await resetAttempts(db, addressSubject(change.new_email))
  audit({ entity: 'user', entityId: caller.userId, after: { emailChange: 'done', endedSessions } })
  queueEmailChangeEmail(db, change, 'done', { now })
  return { email: change.new_email, endedSessions }
}

/** The change that the e-mail to the old address announced, locked when it is to be stopped. Refuses with LinkReplaced when the link is invalid. */
export async function announcedChange(
  db: Connection,
  services: Services,
  { changeId: hex, token }: { changeId: string; token: string },
  { now, lock }: { now: Date; lock: boolean },
): Promise<EmailChange> {
  const changeId = uuidOf(hex)
  const fits = changeId !== undefined && linkFits(services, 'email_stop', changeId, token)
  const since = new Date(now.getTime() - emailChangeMs.stop)
  const change = fits
    ? await db.first<EmailChange>(
        lock
          ? sql`select * from email_changes where id = ${changeId} and created_at > ${since} for update`
          : sql`select * from email_changes where id = ${changeId} and created_at > ${since}`,
      )
    : undefined
  if (!change) throw new Refusal('LinkReplaced', { why: 'stopEmail' })
  return change
}

/** The announced change with masked addresses, for whoever has its link. */
export const emailChangeView: Handler<'emailChangeView'> = async ({ services, body, now }) => {
  const change = await services.database.read(null, (db) => announcedChange(db, services, body, { now, lock: false }))
  return {
    from: maskEmail(change.old_email),
    to: maskEmail(change.new_email),
    requestedAt: change.created_at.toISOString(),
    ...deviceOf(change.user_agent),
    state: change.state,
  }
}
