import type { Services } from '../calls/call.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How often an event occurred in a period, and from how many browsers. */
type UseFigure = { section: string; properties: string; times: bigint; browsers: bigint }

/** Usage of the back office between two days in Madrid, inclusive; the most frequent first. Grouped without `sandbox` and checkout ids. */
export function useFigures(database: Database, from: string, to: string): Promise<UseFigure[]> {
  return database.read(null, (db) =>
    db.rows<UseFigure>(sql`select event_type as section, (properties - 'checkoutId' - 'sandbox')::text as properties, count(*) as times, count(distinct device_id) as browsers
      from analytics_events
      where happened_at >= ${from}::date::timestamp at time zone 'Europe/Madrid' and happened_at < (${to}::date + 1)::timestamp at time zone 'Europe/Madrid'
      group by 1, 2 order by 3 desc, 1, 2 limit 500`),
  )
}

/** Retention of events: long enough to compare a year with the previous one. */
export const ANALYTICS_KEPT_DAYS = 396
const maxBatch = 5_000

/** Deletes one batch of events past their retention, limited to keep locks short. Returns how many were deleted. */
export async function deleteOldEvents({ database, now }: Services): Promise<number> {
  const before = new Date(now().getTime() - ANALYTICS_KEPT_DAYS * 86_400_000)
  return database.write(null, (db) =>
    db.run(
      sql`delete from analytics_events where id = any(array(select id from analytics_events where received_at < ${before} order by received_at limit ${maxBatch}))`,
    ),
  )
}
