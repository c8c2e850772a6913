import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

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
