import type { Connection } from '../database/database.ts'
import { sql } from '../database/sql.ts'

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
