import { deviceOf } from '#domain/access/device'
import { maskEmail } from '#domain/platform/identifiers'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { type EmailChange, emailChangeMs, linkFits } from './emailChange.ts'

/** The change that a letter to the old address announces, locked when it is to be stopped. Refuses with LinkReplaced when the link leads to none. */
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

/** What the letter announces, in masked words, for whoever holds its link. */
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
