import type { Services } from '../../platform/calls/call.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { DeadlineKind, Work } from '../../platform/jobs/jobs.ts'
import type { JobQueues } from '../../platform/jobs/makeJobs.ts'

/** `due_at`: an instant, or minus infinity. */
type Row = { merchant_id: string; mode: Mode; object_id: string; kind: DeadlineKind; due_at: Date | number }

/** Deadlines taken in one transaction, and maximum objects in one job. */
const batchSize = 2_000
const perJob = 100

/**
 * Takes due deadlines, by wall clock or in sandbox by the shop's clock, and queues them as jobs, both in one transaction: nothing is lost or queued twice,
 * however many processes run and wherever one crashes. Returns how many were taken.
 */
export async function dispatch(services: Services, jobs: Pick<JobQueues, 'sendAll'>): Promise<number> {
  let taken = 0
  for (;;) {
    const count = await dispatchBatch(services, jobs)
    taken += count
    if (count < batchSize) return taken
  }
}

async function dispatchBatch(services: Services, jobs: Pick<JobQueues, 'sendAll'>): Promise<number> {
  return services.database.write(null, async (db) => {
    const now = services.now()
    // By ctid: joined by key, all deadlines of all shops would be read for the few that are due.
    const rows = await db.rows<Row>(sql`with due as materialized (
        select ctid as place from deadlines where due_at <= ${now} order by due_at limit ${batchSize} for update skip locked
      ), ahead as materialized (
        select w.place from sandbox_clocks c cross join lateral (select t.ctid as place from deadlines t where t.merchant_id = c.merchant_id and t.mode = 'sandbox'
          and t.due_at > ${now} and t.due_at <= ${now}::timestamptz + c.ahead_ms * interval '1 ms' for update skip locked) w limit ${batchSize}
      )
      delete from deadlines d where d.ctid = any(array(select place from due union all select place from ahead))
      returning d.merchant_id, d.mode, d.object_id, d.kind, d.due_at`)
    const inTurn = rows.toSorted((one, other) => Number(one.due_at) - Number(other.due_at))
    await jobs.sendAll(db, 'deadline', groupIntoJobs(inTurn), priorityOf)
    return rows.length
  })
}

/** When the next deadline is due; in a sandbox whose clock is ahead, now or never. `offset 0`: its deadlines are found by shop, not by time. */
export const nextDeadline = (now: Date): Sql =>
  sql`select least((select min(d.due_at) from deadlines d), (select ${now}::timestamptz from sandbox_clocks c cross join lateral (
      select from deadlines t where t.merchant_id = c.merchant_id and t.mode = 'sandbox'
        and t.due_at > ${now} and t.due_at <= ${now}::timestamptz + c.ahead_ms * interval '1 ms' offset 0) w limit 1))`

/** Others have users waiting: at midnight, when all instalments of a day fall due, the others go first. */
const priorityOf = ({ kind }: Work['deadline']): number => (kind === 'instalment' ? 0 : 1)

/** Groups deadlines by shop, mode and kind; ids are sorted, in the order in which they will be locked. */
function groupIntoJobs(rows: readonly Row[]): Work['deadline'][] {
  const groups = Map.groupBy(rows, (row) => `${row.merchant_id}/${row.mode}/${row.kind}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const ids = group.map((row) => row.object_id).toSorted()
    return Array.from({ length: Math.ceil(ids.length / perJob) }, (_, nth) => ({
      merchantId: first.merchant_id,
      mode: first.mode,
      kind: first.kind,
      objectIds: ids.slice(nth * perJob, (nth + 1) * perJob),
    }))
  })
}

const restMs = 3_600_000

/** Requeues a job whose retries are exhausted, due in an hour: no deadline is lost, and each failure is in the log. */
export async function requeue(services: Services, { merchantId, mode, kind, objectIds }: Work['deadline']): Promise<void> {
  await services.database.write(null, (db) =>
    db.run(sql`insert into deadlines (merchant_id, mode, object_id, kind, due_at)
      select ${merchantId}, ${mode}, o.id, ${kind}, ${new Date(services.now().getTime() + restMs)} from unnest(${objectIds}::uuid[]) o (id)
      on conflict (merchant_id, mode, object_id, kind) do nothing`),
  )
}
