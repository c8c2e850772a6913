import { sql } from '../db/sql.ts'
import type { Mode } from '../db/scope.ts'
import type { House } from '../http/call.ts'
import type { DeadlineKind, Work } from '../jobs/jobs.ts'
import type { JobQueues } from '../jobs/makeJobs.ts'

type Row = { merchant_id: string; mode: Mode; object_id: string; kind: DeadlineKind }

/** How many are taken in one transaction, and how many objects one job carries at most. */
const atOnce = 2_000
const perJob = 100

/**
 * Takes what has fallen due at the house's own time, in test mode at the shop's, and queues it as jobs, both in one transaction: nothing is lost and nothing queued twice,
 * however many processes do so and wherever one of them dies. Returns how many were taken.
 */
export async function dispatch(house: House, jobs: Pick<JobQueues, 'sendAll'>): Promise<number> {
  let taken = 0
  for (;;) {
    const many = await dispatchSome(house, jobs)
    taken += many
    if (many < atOnce) return taken
  }
}

async function dispatchSome(house: House, jobs: Pick<JobQueues, 'sendAll'>): Promise<number> {
  return house.database.write(null, async (db) => {
    const now = house.now()
    const rows = await db.rows<Row>(sql`with due as materialized (
        select merchant_id, mode, object_id, kind from deadlines where due_at <= ${now} order by due_at limit ${atOnce} for update skip locked
      ), ahead as materialized (
        select w.merchant_id, w.mode, w.object_id, w.kind from sandbox_clocks c join deadlines w on w.merchant_id = c.merchant_id and w.mode = 'sandbox'
        where w.due_at > ${now} and w.due_at <= ${now}::timestamptz + c.ahead_ms * interval '1 ms' order by w.due_at limit ${atOnce} for update of w skip locked
      )
      delete from deadlines d using (select * from due union all select * from ahead) due where d.merchant_id = due.merchant_id and d.mode = due.mode and d.object_id = due.object_id and d.kind = due.kind
      returning d.merchant_id, d.mode, d.object_id, d.kind`)
    await jobs.sendAll(db, 'deadline', worksOf(rows), priorityOf)
    return rows.length
  })
}

/** People wait for the others: at midnight, when all instalments of a day fall due at once, these go first. */
const priorityOf = ({ kind }: Work['deadline']): number => (kind === 'instalment' ? 0 : 1)

/** Objects of one shop, mode and kind together; ids in order, as they will be locked. */
function worksOf(rows: readonly Row[]): Work['deadline'][] {
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
