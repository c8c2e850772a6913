import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { merchantColumns, merchantOf, type MerchantRow } from './merchantRow.ts'

type Row = MerchantRow & { url: string | null; created_at: Date; live_on: Date | null; ahead_ms: bigint | null }

/** One shop's whole record. */
export const view: Handler<'merchantDetail'> = async ({ db, caller, scope, params }) => {
  const row = await db.first<Row>(
    sql`select ${merchantColumns}, url, created_at, live_on, (select c.ahead_ms from sandbox_clocks c where c.merchant_id = id) as ahead_ms from merchants where id = ${scope.merchantId} and account_id = ${caller.accountId}`,
  )
  if (!row) throw notFound(params.merchantId)
  return {
    ...merchantOf(row),
    url: row.url,
    created: row.created_at.toISOString(),
    liveOn: row.live_on?.toISOString() ?? null,
    sandboxAheadMs: Number(row.ahead_ms ?? 0),
  }
}
