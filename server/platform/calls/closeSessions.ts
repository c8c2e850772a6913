import type { Connection } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { activeSince } from './authenticate.ts'

/** `reason` null: they had expired by themselves. */
type Closing = { reason: string | null; now: Date }

/**
 * The only way to end sessions: with the push subscriptions of their browsers. `which`: a condition on sessions `s`; those that have ended are left alone.
 * Returns how many were ended, and how many of them were alive. Their tokens are refused within a second (`authenticate.ts`).
 */
export async function closeSessions(db: Connection, which: Sql, { reason, now }: Closing): Promise<{ ended: number; alive: number }> {
  const rows = await db.rows<{ alive: boolean }>(sql`with ended as (
      update sessions s set ended_at = ${now}, end_reason = ${reason} where s.ended_at is null and ${which}
      returning s.id, s.expires_at > ${now} and s.active_at > ${activeSince(now)} as alive
    ), unsubscribed as (delete from push_subscriptions p using ended e where p.session_id = e.id)
    select e.alive from ended e`)
  return { ended: rows.length, alive: rows.filter(({ alive }) => alive).length }
}
