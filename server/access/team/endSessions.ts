import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { aliveSince } from '../../platform/calls/authenticate.ts'

/** Ends all sessions of a person and lets their links die; returns how many were still alive. What they hold ends within a second (`authenticate.ts`). */
export async function endSessions(db: Connection, userId: string, now: Date): Promise<number> {
  db.send(sql`update one_time_links set used_at = ${now} where user_id = ${userId} and used_at is null`)
  const ended = await db.rows<{ alive: boolean }>(sql`
    update sessions set ended_at = ${now}, end_reason = 'user_disabled' where user_id = ${userId} and ended_at is null
    returning expires_at > ${now} and active_at > ${aliveSince(now)} as alive`)
  return ended.filter(({ alive }) => alive).length
}
