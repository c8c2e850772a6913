import type { Reading } from '../metrics/metrics.ts'
import type { Connection, Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { channels, kindSettings } from './outboxKinds.ts'

type Late = { channel: string; seconds: number }
type Dead = { kind: string; many: number }

/** By channel how many seconds the oldest message is late, and by kind how many are dead. A message that is being sent is not late before its lease ends. */
export async function readOutbox(db: Connection, now: Date): Promise<{ late: Late[]; dead: Dead[] }> {
  return {
    late: await db.rows<Late>(sql`select c.channel, greatest(extract(epoch from ${now}::timestamptz - greatest(o.due_at, o.created_at)), 0)::double precision as seconds
      from unnest(${channels}::text[]) c (channel) cross join lateral (
        select due_at, created_at from outbox where channel = c.channel and state = 'pending' and due_at <= ${now} order by due_at limit 1) o`),
    dead: await db.rows<Dead>(sql`select kind, count(*)::integer as many from outbox where state = 'dead' group by kind order by kind`),
  }
}

/** Metrics of the outbox. */
export async function outboxFigures(database: Database, now: Date): Promise<Reading[]> {
  const { late, dead } = await database.read(null, (db) => readOutbox(db, now))
  // Also those of which none is dead: an alert on a rise would miss the first of a series that begins with it.
  const deadOf = new Map([
    ...Object.keys(kindSettings).map((kind) => [kind, 0] as const),
    ...dead.map(({ kind, many }) => [kind, many] as const),
  ])
  return [
    ...late.map(({ channel, seconds }) => ({
      name: 'outbox_late_seconds',
      help: 'How late the oldest message of a channel is.',
      labels: { channel },
      value: seconds,
    })),
    ...[...deadOf].map(([kind, many]) => ({ name: 'outbox_dead', help: 'Messages that were given up.', labels: { kind }, value: many })),
  ]
}
