import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** Rows of some members across all audiences, looked up by audience because the key begins with it. */
export const inAudiences = (scope: Scope, members: readonly Buffer[]): Sql => sql`${inScope(scope, 'm')}
  and m.audience_id = any(array(select a.id from audiences a where ${inScope(scope, 'a')})) and m.hash = any(${[...members]}::bytea[])`

/** Deletes members from all audiences of a shop and mode. Returns from how many. */
export async function deleteMembers(db: Connection, scope: Scope, members: readonly Buffer[]): Promise<number> {
  if (members.length === 0) return 0
  const removed = await db.rows<{ audience_id: string }>(
    sql`delete from audience_members m where ${inAudiences(scope, members)} returning m.audience_id`,
  )
  // `matched` is recomputed when the audience is next filled: until then it is capped by the size.
  db.send(sql`update audiences a set size = a.size - g.gone, matched = case when a.matched is not null then least(a.matched, a.size - g.gone) end
    from (select id, count(*)::integer as gone from unnest(${removed.map(({ audience_id: id }) => id)}::uuid[]) id group by id) g
    where ${inScope(scope, 'a')} and a.id = g.id`)
  return removed.length
}

/** Types of report whose files name customers. */
const namingReports = ['operations', 'settlements', 'refunds', 'instalment_calendar', 'reconciliation', 'month_package', 'settlement_files']

/**
 * Deletes each report file made since a moment that may contain a line of a customer; its history entry stays, and it can be made again. A
 * pending one restarts from the present data, and the process making it now discards its result. Returns how many files were deleted.
 */
export async function deleteReports(db: Connection, scope: Scope, since: Date, now: Date): Promise<number> {
  const { merchantId, mode } = scope
  const naming = sql`${inScope(scope, 'r')} and r.type = any(${namingReports}::text[])`
  // Also reports that are queued: one that starts meanwhile is locked here, or starts afterwards.
  await db.run(sql`with waited as (select r.id, r.status from reports r where ${naming} and r.status in ('queued', 'processing') order by r.id for update),
    begun as (update reports r set status = 'queued', run = r.run + 1, progress = 0 from waited w where ${naming} and r.id = w.id and w.status = 'processing' returning r.id)
    insert into report_queue (merchant_id, mode, object_id, kind, due_at) select ${merchantId}, ${mode}, begun.id, 'making', ${now} from begun on conflict do nothing`)
  const removed = await db.run(
    sql`update reports r set status = 'expired' where ${naming} and r.status = 'ready' and r.ready_at >= ${since}`,
  )
  db.send(sql`delete from report_parts p where ${inScope(scope, 'p')}
    and p.report_id in (select r.id from reports r where ${naming} and r.status <> 'ready')`)
  return removed
}
