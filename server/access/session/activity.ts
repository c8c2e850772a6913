import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'

/** The user moved: the idle time starts again (30 minutes). */
export const sessionActivity: Handler<'sessionActivity'> = async ({ db, caller, now }) => {
  await db.run(sql`update sessions set active_at = ${now} where id = ${caller.sessionId} and active_at < ${now}`)
  return undefined
}
