import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'

/** The user moved: the idle time starts again (30 minutes). */
export const sessionActivity: Handler<'sessionActivity'> = async ({ db, caller, now }) => {
  await db.run(sql`update sessions set active_at = ${now} where id = ${caller.sessionId} and active_at < ${now}`)
  return undefined
}
