import { randomBytes } from 'node:crypto'
import type { Role } from '#domain/access/roles'
import { record } from '../../platform/audit/record.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { firstMembership } from '../../platform/calls/membership.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { updateFactorState } from '../secondFactor/factorState.ts'
import { runAfterResponse } from '../session/afterResponse.ts'
import { endSessions } from '../session/signOut.ts'
import { sendLink, userByEmail } from '../session/userByEmail.ts'
import { forgetDevices } from '../signIn/knownDevice.ts'
import type { EmailChange } from './emailChange.ts'
import { isSomebodyElse } from './isSomebodyElse.ts'
import { announcedChange } from './validateEmailChange.ts'

/**
 * "No he sido yo", from the old address, for up to a week: the old address stays or is restored, all sessions end, sign-in methods added
 * since are removed, and the password, which somebody else knew, is invalidated until a new one is set by e-mail to the old address.
 * Repeating it changes nothing. Refuses with LinkReplaced.
 */
export const emailChangeStop: Handler<'emailChangeStop'> = async ({ services, body, now, ip, requestId }) => {
  // Validates the link before the expensive password hash: this call is open to anybody.
  const { state } = await services.database.read(null, (db) => announcedChange(db, services, body, { now, lock: false }))
  if (state === 'stopped') return undefined
  // A random password: the person who knew the old one need not be the one who owns the mailbox.
  const randomHash = await services.passwords.hash(randomBytes(32).toString('base64url'))
  const stopped = await services.database.write(null, async (db) => {
    const change = await announcedChange(db, services, body, { now, lock: true })
    if (change.state === 'stopped') return undefined
    const user = await closeAccess(db, change, randomHash, now)
    await record(db, {
      accountId: user.account_id,
      merchantId: null,
      mode: null,
      userId: change.user_id,
      role: user.role,
      ip,
      call: 'emailChangeStop',
      entity: 'user',
      entityId: change.user_id,
      before: { emailChange: change.state },
      after: { emailChange: 'stopped' },
      requestId,
    })
    return change
  })
  if (stopped)
    runAfterResponse(services, 'email_stopped', async () => {
      const owner = await userByEmail(services, stopped.old_email)
      if (owner?.id === stopped.user_id) await sendLink(services, owner, 'password_reset', now)
    })
  return undefined
}

async function closeAccess(db: Connection, change: EmailChange, newHash: string, now: Date): Promise<{ account_id: string; role: Role }> {
  const { user_id: userId, created_at: since } = change
  await db.run(sql`update email_changes set state = 'stopped', ended_at = ${now} where id = ${change.id}`)
  await db.run(sql`update email_changes set state = 'cancelled', ended_at = ${now} where user_id = ${userId} and state = 'pending'`)
  await db.run(sql`insert into password_history (user_id, password_hash, replaced_at)
    select id, password_hash, clock_timestamp() from users where id = ${userId} and password_hash is not null`)
  // The old address is not restored when somebody else uses it by now.
  const taken = await db.first(sql`select from users u where u.email = ${change.old_email} and ${isSomebodyElse(userId)}`)
  if (taken) throw new Refusal('LinkReplaced', { why: 'stopEmail' })
  const user = await db.first<{ account_id: string; role: Role }>(sql`
    with restored as (update users set password_hash = ${newHash}, credentials_changed_at = ${now}, email = ${change.old_email} where id = ${userId} returning id, prefered_merchant_id)
    select m.account_id, m.role from restored u join memberships m on m.user_id = u.id where m.removed_at is null order by ${firstMembership} limit 1`)
  if (!user) throw new Refusal('LinkReplaced', { why: 'stopEmail' })
  await db.run(sql`delete from passkeys where user_id = ${userId} and created_at >= ${since}`)
  await db.run(sql`delete from authenticators where user_id = ${userId} and created_at >= ${since}`)
  await db.run(sql`delete from till_pins where user_id = ${userId}`)
  await forgetDevices(db, userId, undefined)
  await updateFactorState(db, userId, now)
  await endSessions(db, { userId, keep: null, reason: 'change_stopped', now })
  await db.run(sql`update one_time_links set used_at = ${now} where user_id = ${userId} and used_at is null`)
  return user
}

/** Cancels one's own pending e-mail change; does nothing when there is none. */
export const emailChangeCancel: Handler<'emailChangeCancel'> = async ({ db, caller, now, audit }) => {
  const done = await db.run(
    sql`update email_changes set state = 'cancelled', ended_at = ${now} where user_id = ${caller.userId} and state = 'pending'`,
  )
  if (done > 0) audit({ entity: 'user', entityId: caller.userId, after: { emailChange: 'cancelled' } })
  return undefined
}
