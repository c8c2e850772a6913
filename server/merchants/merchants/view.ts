import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { merchantColumns, merchantOf, type MerchantRow } from './merchantRow.ts'

type Row = MerchantRow & {
  url: string | null
  created_at: Date
  live_on: Date | null
  ahead_ms: bigint | null
  rejection: string | null
  decided_at: Date | null
}

/** One shop's whole record. */
export const merchantDetail: Handler<'merchantDetail'> = async ({ db, caller, scope, params }) => {
  const row = await db.first<Row>(
    sql`select ${merchantColumns}, url, created_at, live_on, (select c.ahead_ms from sandbox_clocks c where c.merchant_id = id) as ahead_ms,
      (select s.reason from shop_applications s where s.merchant_id = id and s.outcome = 'rejected') as rejection,
      (select s.decided_at from shop_applications s where s.merchant_id = id) as decided_at from merchants where id = ${scope.merchantId} and account_id = ${caller.accountId}`,
  )
  if (!row) throw notFound(params.merchantId)
  const { rejection: reason, decided_at: decidedAt } = row
  return {
    ...merchantOf(row),
    url: row.url,
    created: row.created_at.toISOString(),
    liveOn: row.live_on?.toISOString() ?? null,
    sandboxAheadMs: Number(row.ahead_ms ?? 0),
    rejection: caller.role === 'owner' && reason !== null && decidedAt !== null ? { reason, at: decidedAt.toISOString() } : null,
  }
}
