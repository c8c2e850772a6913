import type { OfferedCampaign, ProductTerms } from '#contract/merchants/merchants'
import type { CartLimits } from '#domain/merchants/cartLimits'
import { addDays, type LocalDate, madridDay } from '#domain/platform/dates'
import { type BasisPoints, cents, centsOrNull } from '#domain/platform/money'
import { taxOn } from '#domain/money/taxTerritory'
import { products } from '#domain/sales/operations/states'
import { allTermsInForce, comingTerms, type TermsInForce, versionsOf } from '#domain/sales/plans/termsVersions'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readTax, readTaxHistory } from '../../money/ledger/readTax.ts'
import { readCartLimits } from '../../sales/lifecycle/offers.ts'
import { readTermsVersions } from '../../sales/lifecycle/termsVersions.ts'

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

/** A shop's products in one mode on a day, within the limits of its cart. */
export async function readTerms(db: Connection, scope: Scope, now: Date): Promise<ProductTerms[]> {
  const today = madridDay(now)
  const [versions, limits, tax] = await Promise.all([
    readTermsVersions(db, scope),
    readCartLimits(db, scope),
    readTax(db, scope.merchantId, today),
  ])
  return allTermsInForce(versions, today).map((inForce) => cartTermsOf(inForce, limits, tax.rate))
}

/** The shop's products in this mode, the changes of their terms that are known, and how long a refund can be undone. */
export const merchantConfiguration: Handler<'merchantConfiguration'> = async ({ db, scope, params, caller, now }) => {
  const shop = await db.first<{ country: string; currency: 'EUR' }>(
    sql`select country, currency from merchants where id = ${scope.merchantId}`,
  )
  if (!shop) throw notFound(params.merchantId)
  const today = madridDay(now)
  const [versions, limits, taxes] = await Promise.all([
    readTermsVersions(db, scope),
    readCartLimits(db, scope),
    readTaxHistory(db, scope.merchantId),
  ])
  const rateOn = (day: LocalDate) => taxOn(taxes, day).rate
  // Campaigns of chosen articles or of an audience depend on a cart or a customer that is not known here.
  const campaigns =
    await db.rows<CampaignRow>(sql`select c.id, c.name, c.starts_at, c.ends_at, c.interest_bps, c.num_instalments, c.min_order_cents, c.max_order_cents,
      c.waiting_months, c.channels, c.created_at
    from campaigns c where ${inScope(scope, 'c')} and c.status in ('scheduled', 'active')
      and (c.ends_at is null or c.ends_at > ${now}) and c.scope = 'bulk' and c.audience_id is null order by c.starts_at, c.id`)
  return {
    products: allTermsInForce(versions, today).map((inForce) => cartTermsOf(inForce, limits, rateOn(today))),
    coming: products
      .flatMap((product) => comingTerms(versionsOf(versions, product), today))
      .map(({ effectiveOn, before, after }) => ({
        effectiveOn,
        before: productTermsOf(before, rateOn(addDays(effectiveOn, -1))),
        after: productTermsOf(after, rateOn(effectiveOn)),
      })),
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

/** A product's terms within the shop's own cart limits: not offered where nothing is left between them. */
const cartTermsOf = ({ terms, enabled, ...rest }: TermsInForce, limits: CartLimits, vatRate: BasisPoints): ProductTerms => {
  const minCents = cents(Math.max(terms.minCents, limits.minCents ?? 0))
  const maxCents = cents(Math.min(terms.maxCents, limits.maxCents ?? terms.maxCents))
  return productTermsOf({ ...rest, enabled: enabled && minCents <= maxCents, terms: { ...terms, minCents, maxCents } }, vatRate)
}

const productTermsOf = ({ terms, enabled }: TermsInForce, vatRate: BasisPoints): ProductTerms => ({
  type: terms.product,
  enabled,
  minAmount: terms.minCents,
  maxAmount: terms.maxCents,
  instalmentsAllowed: [...terms.instalmentsAllowed],
  tin: terms.tin,
  openingFeeRate: terms.openingFeeRate,
  downpayment: terms.downpayment,
  captureMode: terms.captureMode,
  feeRate: terms.feeRate,
  feeFixed: terms.feeFixedCents,
  vatRate,
})
