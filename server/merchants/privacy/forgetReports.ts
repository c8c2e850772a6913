import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** Types of report whose files name customers. */
const namingReports = ['operations', 'settlements', 'refunds', 'instalment_calendar', 'reconciliation', 'month_package', 'settlement_files']

/**
 * Removes each file made since a moment that may hold a line of a customer, whole; what it was stays in the history, and it can be made again. One that is
 * waited for is made from the beginning, of what is there then: whoever makes it now writes no more of it. Returns how many files went.
 */
export async function forgetReports(db: Connection, scope: Scope, since: Date, now: Date): Promise<number> {
  const { merchantId, mode } = scope
  const naming = sql`r.merchant_id = ${merchantId} and r.mode = ${mode} and r.type = any(${namingReports}::text[])`
  // Also those that nobody has begun: one that begins meanwhile is locked here, or begins after this.
  await db.run(sql`with waited as (select r.id, r.status from reports r where ${naming} and r.status in ('queued', 'processing') order by r.id for update),
    begun as (update reports r set status = 'queued', run = r.run + 1, progress = 0 from waited w where ${naming} and r.id = w.id and w.status = 'processing' returning r.id)
    insert into report_dues (merchant_id, mode, object_id, kind, due_at) select ${merchantId}, ${mode}, begun.id, 'making', ${now} from begun on conflict do nothing`)
  const gone = await db.run(sql`update reports r set status = 'expired' where ${naming} and r.status = 'ready' and r.ready_at >= ${since}`)
  db.send(sql`delete from report_parts p where p.merchant_id = ${merchantId} and p.mode = ${mode}
    and p.report_id in (select r.id from reports r where ${naming} and r.status <> 'ready')`)
  return gone
}
