import { limitOffers } from '#domain/merchants/cartLimits'
import { basisPoints, cents } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'
import type { CaptureMode, Product } from '#domain/sales/operations/states'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { readCartLimits } from './cartLimits.ts'

type Row = {
  product: Product
  min_cents: bigint
  max_cents: bigint
  instalments_allowed: number[]
  tin_bps: number
  opening_fee_bps: number
  downpayment: 'none' | 'equal'
  capture_mode: CaptureMode
  fee_bps: number
  fee_fixed_cents: bigint
  vat_bps: number
}

export type ShopOffer = ProductOffer & { captureMode: CaptureMode }

/** What the shop sells on instalments in this mode now; instalments first, each with its numbers in order. */
export async function readOffers(db: Connection, scope: Scope): Promise<ShopOffer[]> {
  const rows =
    await db.rows<Row>(sql`select product, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps
    from merchant_products p where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode} and p.enabled order by array_position(array['instalments', 'pay_in_4', 'pay_later'], p.product)`)
  return rows.map((row) => ({
    product: row.product,
    minCents: cents(row.min_cents),
    maxCents: cents(row.max_cents),
    instalmentsAllowed: row.instalments_allowed.toSorted((a, b) => a - b),
    tin: basisPoints(row.tin_bps),
    openingFeeRate: basisPoints(row.opening_fee_bps),
    downpayment: row.downpayment,
    captureMode: row.capture_mode,
    feeRate: basisPoints(row.fee_bps),
    feeFixedCents: cents(row.fee_fixed_cents),
    vatRate: basisPoints(row.vat_bps),
  }))
}

/** What a new order may be paid by: the shop's offers within its own limits for carts. An order that was opened keeps what it was opened on. */
export async function readCartOffers(db: Connection, scope: Scope): Promise<ShopOffer[]> {
  const [offers, limits] = await Promise.all([readOffers(db, scope), readCartLimits(db, scope)])
  return limitOffers(offers, limits)
}
