import { sql } from '../database/sql.ts'
import type { Services } from '../calls/call.ts'

/** How long events are kept: one year can be held beside the one before it. */
export const ANALYTICS_KEPT_DAYS = 396
const mostAtATime = 5_000

/** Removes events that have had their time, some at a time so that no round holds locks for long. Returns how many went. */
export async function forgetEvents({ database, now }: Services): Promise<number> {
  const before = new Date(now().getTime() - ANALYTICS_KEPT_DAYS * 86_400_000)
  return database.write(null, (db) =>
    db.run(
      sql`delete from analytics_events where id = any(array(select id from analytics_events where received_at < ${before} order by received_at limit ${mostAtATime}))`,
    ),
  )
}
