import type { Connection } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'

/**
 * The span of a frozen change of bank account `b`, as a row `found (since, until)` for a lateral join: from the start of the session that requested it to
 * that session's end; null: it is still open.
 */
export const exposedSpan = (b: Sql, now: Date): Sql =>
  sql`(select coalesce(max(s.created_at), ${b}.created_at) as since,
    max(coalesce(s.ended_at, case when s.expires_at < ${now} then s.expires_at end)) as until from sessions s where s.id = ${b}.session_id) found`

/**
 * SQL condition: audit entry `a` is an action of the requester of that change in that span. One condition, so that the inbox counts what the page
 * shows. Background calls of the browser do not count.
 */
export const exposedActs = (b: Sql, now: Date): Sql =>
  sql`a.account_id = ${b}.account_id and a.user_id = ${b}.requested_by and a.outcome = 'done' and a.at between found.since and coalesce(found.until, ${now})
    and a.call <> all('{sessionActivity,notificationRead,sessionRefresh,requestOutcome}'::text[])`

/** Verifies the hash chains of all accounts, or of some; returns each entry that does not follow from the previous one, or is missing at the end. */
export async function brokenLinks(db: Connection, accountIds?: readonly string[]): Promise<{ accountId: string; seq: number }[]> {
  const chosen = accountIds === undefined ? sql`true` : sql`account_id = any(${accountIds}::uuid[])`
  const rows = await db.rows<{ account_id: string; seq: bigint }>(sql`
    with chain as (select *, lag(hash) over line as real_previous, lag(seq) over line as previous_seq from audit_entries where ${chosen} window line as (partition by account_id order by seq))
    select account_id, seq from chain
    where previous_hash <> coalesce(real_previous, sha256('')) or seq <> coalesce(previous_seq, 0) + 1 or hash <> audit_hash(chain.previous_hash, chain.account_id, chain.seq,
      chain.at, chain.merchant_id, chain.mode, chain.user_id, chain.role, chain.ip, chain.call, chain.outcome, chain.entity, chain.entity_id, chain.before, chain.after, chain.request_id, chain.key_id, chain.staff_id)
    union all
    select h.account_id, coalesce(e.last, 0) + 1 from audit_heads h left join (select account_id, max(seq) as last from audit_entries where ${chosen} group by 1) e using (account_id)
    where ${chosen} and h.seq <> coalesce(e.last, 0)
    order by 1, 2`)
  return rows.map((row) => ({ accountId: row.account_id, seq: Number(row.seq) }))
}
