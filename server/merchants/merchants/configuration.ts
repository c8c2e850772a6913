import type { OfferedCampaign, ProductTerms } from '#contract/merchants/merchants'
import { centsOrNull } from '#domain/platform/money'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

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

type CampaignRow = {
  id: string
  name: string
  starts_at: Date
  ends_at: Date | null
  interest_bps: number
  num_instalments: number[]
  min_order_cents: bigint | null
  max_order_cents: bigint | null
  waiting_months: number
  channels: OfferedCampaign['channels']
  created_at: Date
}

/** A shop's products in one mode, within the limits of its cart. */
export async function readTerms(db: Connection, { merchantId, mode }: Scope): Promise<ProductTerms[]> {
  const rows = await db.rows<Row>(sql`
    select p.product, p.enabled and greatest(p.min_cents, l.min_cents) <= least(p.max_cents, l.max_cents) as enabled,
      greatest(p.min_cents, l.min_cents) as min_cents, least(p.max_cents, l.max_cents) as max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps
    from merchant_products p left join cart_limits l on l.merchant_id = p.merchant_id and l.mode = p.mode
    where p.merchant_id = ${merchantId} and p.mode = ${mode} order by product`)
  return rows.map(termsOf)
}

/** The shop's products in this mode, and how long a refund can be undone. */
export const merchantConfiguration: Handler<'merchantConfiguration'> = async ({ db, scope, params, caller, now }) => {
  const shop = await db.first<{ country: string; currency: 'EUR' }>(
    sql`select country, currency from merchants where id = ${scope.merchantId}`,
  )
  if (!shop) throw notFound(params.merchantId)
  const products = await readTerms(db, scope)
  // Campaigns of chosen articles or of an audience depend on a cart or a customer that is not known here.
  const campaigns =
    await db.rows<CampaignRow>(sql`select c.id, c.name, c.starts_at, c.ends_at, c.interest_bps, c.num_instalments, c.min_order_cents, c.max_order_cents,
      c.waiting_months, c.channels, c.created_at
    from campaigns c where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.status in ('scheduled', 'active')
      and (c.ends_at is null or c.ends_at > ${now}) and c.scope = 'bulk' and c.audience_id is null order by c.starts_at, c.id`)
  return {
    products,
    campaigns: campaigns.map(offeredOf),
    currency: shop.currency,
    country: shop.country,
    refundHoldSeconds: caller.undoSeconds,
  }
}

const offeredOf = (row: CampaignRow): OfferedCampaign => ({
  id: hexOf(row.id),
  name: row.name,
  startDate: row.starts_at.toISOString(),
  endDate: row.ends_at?.toISOString() ?? null,
  interest: row.interest_bps,
  numInstalments: row.num_instalments,
  minOrderAmount: centsOrNull(row.min_order_cents),
  maxOrderAmount: centsOrNull(row.max_order_cents),
  waitingPeriod: row.waiting_months,
  channels: row.channels,
  created: row.created_at.toISOString(),
})

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
