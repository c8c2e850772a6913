import type { ProductTerms } from '#contract/merchants'
import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'

type Row = {
  product: ProductTerms['type']
  enabled: boolean
  min_cents: bigint
  max_cents: bigint
  instalments_allowed: number[]
  tin_bps: number
  opening_fee_bps: number
  downpayment: ProductTerms['downpayment']
  capture_mode: ProductTerms['captureMode']
  fee_bps: number
  fee_fixed_cents: bigint
  vat_bps: number
}

/** What the shop sells on instalments in this mode, and how long a refund can be undone (specification §7 `configurations`). */
export const configuration: Handler<'merchantConfiguration'> = async ({ db, scope, params, house }) => {
  const shop = await db.first<{ country: string; currency: 'EUR' }>(
    sql`select country, currency from merchants where id = ${scope.merchantId}`,
  )
  if (!shop) throw notFound(params.merchantId)
  const rows = await db.rows<Row>(sql`
    select product, enabled, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps
    from merchant_products where merchant_id = ${scope.merchantId} and mode = ${scope.mode} order by product`)
  return { products: rows.map(termsOf), currency: shop.currency, country: shop.country, refundHoldSeconds: house.config.refundHoldSeconds }
}

const termsOf = (row: Row): ProductTerms => ({
  type: row.product,
  enabled: row.enabled,
  minAmount: Number(row.min_cents),
  maxAmount: Number(row.max_cents),
  instalmentsAllowed: row.instalments_allowed,
  tin: row.tin_bps,
  openingFeeRate: row.opening_fee_bps,
  downpayment: row.downpayment,
  captureMode: row.capture_mode,
  feeRate: row.fee_bps,
  feeFixed: Number(row.fee_fixed_cents),
  vatRate: row.vat_bps,
})
