import type { Connection } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Walks every account's chain and names each line that does not follow from the one before it, or is missing at the end. */
export async function brokenLinks(db: Connection): Promise<{ accountId: string; seq: number }[]> {
  const rows = await db.rows<{ account_id: string; seq: bigint }>(sql`
    with chain as (select *, lag(hash) over line as real_previous, lag(seq) over line as previous_seq from audit_entries window line as (partition by account_id order by seq))
    select account_id, seq from chain
    where previous_hash <> coalesce(real_previous, sha256('')) or seq <> coalesce(previous_seq, 0) + 1 or hash <> audit_hash(chain.previous_hash, chain.account_id, chain.seq,
      chain.at, chain.merchant_id, chain.mode, chain.user_id, chain.role, chain.ip, chain.call, chain.outcome, chain.entity, chain.entity_id, chain.before, chain.after, chain.request_id, chain.key_id)
    union all
    select h.account_id, coalesce(e.last, 0) + 1 from audit_heads h left join (select account_id, max(seq) as last from audit_entries group by 1) e using (account_id)
    where h.seq <> coalesce(e.last, 0)
    order by 1, 2`)
  return rows.map((row) => ({ accountId: row.account_id, seq: Number(row.seq) }))
}
