import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'

/** Takes back one's own request for another e-mail; without one there is nothing to take back, which is fine. */
export const emailChangeCancel: Handler<'emailChangeCancel'> = async ({ db, caller, now, audit }) => {
  const done = await db.run(
    sql`update email_changes set state = 'cancelled', ended_at = ${now} where user_id = ${caller.userId} and state = 'pending'`,
  )
  if (done > 0) audit({ entity: 'user', entityId: caller.userId, after: { emailChange: 'cancelled' } })
  return undefined
}
