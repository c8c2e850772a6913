import type { Reading } from '../metrics/metrics.ts'
import type { Connection, Database } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'
import { sql, type Sql } from '../database/sql.ts'

/** The data of each queue's jobs: ids only, never personal data or secrets. */
export type Work = {
  /** Due deadlines of one kind, shop and mode. */
  deadline: { merchantId: string; mode: Mode; kind: DeadlineKind; objectIds: string[] }
  /** A report to generate, by the id of its row in `reports`. */
  report: { merchantId: string; mode: Mode; reportId: string }
  /** An audience to fill, by the id of its row in `audiences`. */
  audience: { merchantId: string; mode: Mode; audienceId: string }
}
export type QueueName = keyof Work

/**
 * Kinds of deadlines: expiry of a checkout, a confirmation, a capture, an instalment, a held refund; a campaign's start, notice of its end, its end and
 * its results; an unanswered refund request; a decision that waits; a card whose provider or customer has not answered.
 */
const deadlineKinds = [
  'checkout_expiry',
  'confirmation',
  'capture',
  'instalment',
  'refund_release',
  'campaign_start',
  'campaign_ending',
  'campaign_end',
  'campaign_report',
  'refund_request',
  'decision',
  'card_answer',
] as const
export type DeadlineKind = (typeof deadlineKinds)[number]

export type Jobs = {
  /** Queues a job in the caller's transaction: it exists only if the transaction commits. */
  send<Q extends QueueName>(db: Connection, queue: Q, work: Work[Q]): Promise<void>
  /** Whether the workers of this process reach their queues; true where none were started. Answers within two seconds. */
  ready(): Promise<boolean>
}

/** When the next job of a queue can run, as an instant of our clock: the library's times are those of the database's clock. */
export const nextJob = (queue: string, now: Date): Sql => {
  const waiting = sql`from pgboss.job j where j.name = ${queue} and j.state < 'active' and not j.blocked`
  // A long queue is read to its first job that can run; the earliest of all is only looked for when none can.
  return sql`select case when exists (select ${waiting} and j.start_after <= now()) then ${now}::timestamptz
    else ${now}::timestamptz + ((select min(j.start_after) ${waiting}) - now()) end`
}

type Row = { due: number; late: number; waiting: string }
type Queue = { name: string; queued: number; failed: number }

/** Due deadlines are counted up to this number. */
const countLimit = 10_000

/**
 * Due deadlines that are not yet dispatched, how many seconds late the oldest is, future deadlines (an estimate), and the jobs of each queue as the
 * library counted them some seconds ago.
 */
export async function readQueues(db: Connection, now: Date): Promise<{ clock: Row | undefined; queues: Queue[] }> {
  return {
    clock:
      await db.first<Row>(sql`select count(*)::integer as due, coalesce(extract(epoch from ${now}::timestamptz - min(d.due_at)), 0)::double precision as late,
        (select greatest(c.reltuples, 0)::bigint::text from pg_class c where c.oid = 'deadlines'::regclass) as waiting
      from (select due_at from deadlines where due_at <= ${now} order by due_at limit ${countLimit}) d`),
    queues: await db.rows<Queue>(
      sql`select q.name, q.queued_count as queued, q.failed_count as failed from pgboss.queue q order by q.name`,
    ),
  }
}

/** Metrics of deadlines and queues. */
export async function clockFigures(database: Database, now: Date): Promise<Reading[]> {
  const { clock, queues } = await database.read(null, (db) => readQueues(db, now))
  return [
    { name: 'clock_deadlines_due', help: 'Deadlines that are due, counted to a limit.', value: clock?.due ?? 0 },
    { name: 'clock_oldest_due_seconds', help: 'How late the oldest deadline is.', value: clock?.late ?? 0 },
    { name: 'clock_deadlines_waiting', help: 'Deadlines in all, estimated.', value: Number(clock?.waiting ?? 0) },
    ...queues.flatMap(({ name, queued, failed }) => [
      { name: 'jobs_waiting', help: 'Jobs of a queue that wait.', labels: { queue: name }, value: queued },
      { name: 'jobs_failed', help: 'Jobs of a queue that failed.', labels: { queue: name }, value: failed },
    ]),
  ]
}
