import type { Connection, Database } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'
import { sql } from '../database/sql.ts'

/** What each queue's jobs carry: ids only, never personal data or secrets. */
export type Work = {
  /** Something that has fallen due: objects of one shop and mode, all of one kind. */
  deadline: { merchantId: string; mode: Mode; kind: DeadlineKind; objectIds: string[] }
  /** A message to a customer, by the id of its row in `deliveries`. */
  delivery: { merchantId: string; mode: Mode; deliveryId: string }
  /** A file to make, by the id of its row in `reports`. */
  report: { merchantId: string; mode: Mode; reportId: string }
  /** Tells a recipient, by its place in the report's list, that the file is there. */
  report_letter: { merchantId: string; mode: Mode; reportId: string; recipient: number }
  /** An audience to fill, by the id of its row in `audiences`. */
  audience: { merchantId: string; mode: Mode; audienceId: string }
}
export type QueueName = keyof Work

/**
 * What falls due: a checkout, a confirmation, a capture, an instalment, a held refund; a campaign's start, its end, word of it and of what
 * it came to; a request for a refund that nobody answered.
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
] as const
export type DeadlineKind = (typeof deadlineKinds)[number]

export type Jobs = {
  /** Queues work inside the caller's transaction: it is there when the transaction commits, and not otherwise. */
  send<Q extends QueueName>(db: Connection, queue: Q, work: Work[Q]): Promise<void>
}

type Row = { due: number; late: number; waiting: string }
type Queue = { name: string; queued: number; failed: number }

/** More than this many due deadlines are not counted one by one. */
const most = 10_000

/**
 * How the clock is doing, as Prometheus reads it: what is due and not yet taken, by how many seconds the oldest is late, how much waits for its
 * time (an estimate), and the jobs of each queue as they were counted some seconds ago.
 */
export async function clockFigures(database: Database, now: Date): Promise<string> {
  const { clock, queues } = await database.read(null, async (db) => ({
    clock:
      await db.first<Row>(sql`select count(*)::integer as due, coalesce(extract(epoch from ${now}::timestamptz - min(d.due_at)), 0)::double precision as late,
        (select greatest(c.reltuples, 0)::bigint::text from pg_class c where c.oid = 'deadlines'::regclass) as waiting
      from (select due_at from deadlines where due_at <= ${now} order by due_at limit ${most}) d`),
    queues: await db.rows<Queue>(
      sql`select q.name, q.queued_count as queued, q.failed_count as failed from pgboss.queue q order by q.name`,
    ),
  }))
  const gauge = (name: string, lines: readonly string[]) => [`# TYPE ${name} gauge`, ...lines.map((line) => `${name}${line}`)]
  return [
    ...gauge('clock_deadlines_due', [` ${clock?.due ?? 0}`]),
    ...gauge('clock_oldest_due_seconds', [` ${(clock?.late ?? 0).toFixed(1)}`]),
    ...gauge('clock_deadlines_waiting', [` ${clock?.waiting ?? 0}`]),
    ...gauge(
      'jobs_waiting',
      queues.map(({ name, queued }) => `{queue="${name}"} ${queued}`),
    ),
    ...gauge(
      'jobs_failed',
      queues.map(({ name, failed }) => `{queue="${name}"} ${failed}`),
    ),
    '',
  ].join('\n')
}
