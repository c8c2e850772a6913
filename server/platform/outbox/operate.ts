import type { Connection } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'
import { sql } from '../database/sql.ts'

/** A message that was given up: nobody is told unless it is sent again. */
type DeadMessage = {
  id: string
  kind: string
  account_id: string | null
  merchant_id: string | null
  mode: Mode | null
  user_id: string | null
  attempts: number
  last_error: string | null
  created_at: Date
  done_at: Date
}

/** The messages that were given up, the latest first. `of`: only those of this account or shop. */
export const deadMessages = (db: Connection, of: string | null = null, limit = 200): Promise<DeadMessage[]> =>
  db.rows<DeadMessage>(sql`select id, kind, account_id, merchant_id, mode, user_id, attempts, last_error, created_at, done_at from outbox
      where state = 'dead' and (${of}::uuid is null or account_id = ${of} or merchant_id = ${of}) order by done_at desc limit ${limit}`)

/** Which dead messages: one, those of a kind, or all. */
export type WhichDead = { id: string } | { kind: string } | 'all'

/** Makes dead messages due again, with all their attempts; returns how many. */
export function retryDead(db: Connection, which: WhichDead, now: Date): Promise<number> {
  const chosen = which === 'all' ? sql`true` : 'id' in which ? sql`id = ${which.id}` : sql`kind = ${which.kind}`
  return db.run(
    sql`update outbox set state = 'pending', due_at = ${now}, attempts = 0, resent = true, done_at = null where state = 'dead' and ${chosen}`,
  )
}
