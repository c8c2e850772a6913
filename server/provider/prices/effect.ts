import { agreedProducts, type EffectOfTerms, ownPayoutTerms } from '#contract/provider/prices'
import { addDays, type LocalDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { basisPoints, type BasisPoints, cents, sum, ZERO } from '#domain/platform/money'
import type { Tax } from '#domain/money/taxTerritory'
import type { Product } from '#domain/sales/operations/states'
import { customersCost, type OrdersAlike, taesOn } from '#domain/sales/plans/termsEffect'
import { allTermsInForce, type TermsInForce } from '#domain/sales/plans/termsVersions'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import { toCamel } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readTax } from '../../money/ledger/readTax.ts'
import { readTermsVersions } from '../../sales/lifecycle/termsVersions.ts'
import { readMerchant } from './readMerchant.ts'
import { readPayoutEffect } from './payoutEffect.ts'
import { proposedPayout, proposedTerms } from './termsWire.ts'

/** Days of orders that the effect is computed on, today excluded. */
const effectDays = 90

type Row = {
  product: Product
  num_instalments: number
  tin_bps: number
  is_campaign: boolean
  orders: number
  outside: number
  amount: bigint
  downpayment: bigint
  opening_fee: bigint
  fee: bigint
  vat: bigint
  fee_then: bigint
  vat_then: bigint
  least: bigint
  most: bigint
  tae_least: number
  tae_most: number
}

/** A part of a proposal in the query, as JSON. Refuses with ApiValidationException what is none. */
function parsePart<Part>(name: string, schema: { safeParse: (value: unknown) => { success: boolean; data?: Part } }, query: string): Part {
  try {
    const { data } = schema.safeParse(toCamel(JSON.parse(query)))
    if (data !== undefined) return data
  } catch {
    // Refused below.
  }
  throw new Refusal('ApiValidationException', { fields: [problem(name, 'format')] })
}

/**
 * What proposed terms would have meant for the merchant's captured orders and settlements of the last 90 days. What is not proposed stays as today. The
 * fees they paid are those of the ledger, after refunds.
 */
export const consoleTermsEffect: ConsoleHandler<'consoleTermsEffect'> = async ({ db, params, query, services, now }) => {
  const merchant = await readMerchant(db, params.merchantId)
  const proposed = proposedTerms(parsePart('products', agreedProducts, query.products), services)
  const payoutProposed = query.payout === undefined ? undefined : proposedPayout(parsePart('payout', ownPayoutTerms, query.payout))
  const scope = mintScope(merchant.id, 'live')
  const today = madridDay(now)
  const from = addDays(today, -effectDays)
  const { terms, rows, payout } = await services.database.read(scope, async (own) => {
    const [{ list, own: agreed }, tax] = await Promise.all([readTermsVersions(own, scope), readTax(own, scope.merchantId, today)])
    const others = agreed.filter(({ product }) => !proposed.some((one) => one.product === product))
    const proposedTerms = proposed.map((one) => ({ ...one, effectiveOn: today }))
    const inForce = allTermsInForce({ list, own: [...others, ...proposedTerms] }, today)
    return {
      terms: inForce,
      rows: await readOrders(own, scope, { terms: inForce, from, today, tax }),
      payout: await readPayoutEffect(own, scope, { proposed: payoutProposed, from, today }),
    }
  })
  return { ...effectOf(rows, terms, { from, to: addDays(today, -1) }), payout }
}

type Period = { terms: readonly TermsInForce[]; from: LocalDate; today: LocalDate; tax: Tax }

/** Groups of similar orders, with what they were charged and what they would have been charged, in one statement. */
function readOrders(db: Connection, scope: Scope, { terms, from, today, tax }: Period): Promise<Row[]> {
  const proposed = JSON.stringify(
    terms.map(({ terms: offer, enabled }) => ({
      product: offer.product,
      enabled,
      fee_bps: offer.feeRate,
      fee_fixed_cents: offer.feeFixedCents,
      vat_bps: tax.rate,
      min_cents: offer.minCents,
      max_cents: offer.maxCents,
      counts: offer.instalmentsAllowed,
    })),
  )
  return db.rows<Row>(sql`select f.product, f.num_instalments, f.tin_bps, f.is_campaign, count(*)::integer as orders,
      count(*) filter (where f.outside)::integer as outside, sum(f.remaining)::bigint as amount, sum(f.downpayment_cents)::bigint as downpayment, sum(f.opening_fee_cents)::bigint as opening_fee,
      sum(f.fee_cents)::bigint as fee, sum(f.vat_cents)::bigint as vat, sum(f.fee_then)::bigint as fee_then, sum(round(f.fee_then * f.vat_then_bps::numeric / 10000))::bigint as vat_then,
      min(f.total_cents) as least, max(f.total_cents) as most, min(f.tae_bps) as tae_least, max(f.tae_bps) as tae_most
    from (select o.product, o.num_instalments, o.tin_bps, o.campaign_id is not null as is_campaign, o.captured_cents - o.refunded_cents + o.held_cents as remaining, o.downpayment_cents,
        o.opening_fee_cents, o.fee_cents, o.vat_cents, o.total_cents, o.tae_bps, p.vat_bps as vat_then_bps,
        not p.enabled or o.total_cents not between p.min_cents and p.max_cents or not o.num_instalments = any(p.counts) as outside,
        -- An order cancelled on its day bears no fee at all, and one of a product that is not sold would not exist.
        case when not p.enabled or o.fee_cents = 0 and o.captured_cents = o.refunded_cents then 0
          else round((o.captured_cents - o.refunded_cents + o.held_cents) * p.fee_bps::numeric / 10000) + p.fee_fixed_cents end as fee_then
      from operations o join json_to_recordset(${proposed}::json) as p (product text, enabled bool, fee_bps int, fee_fixed_cents bigint, vat_bps int, min_cents bigint, max_cents bigint, counts int[])
        on p.product = o.product
      where ${inScope(scope, 'o')} and o.created_at >= ${startOfMadridDay(from)} and o.created_at < ${startOfMadridDay(today)} and o.captured_cents > 0) f
    group by 1, 2, 3, 4`)
}

const ordersAlike = (row: Row): OrdersAlike => ({
  numInstalments: row.num_instalments,
  tin: basisPoints(row.tin_bps),
  isCampaign: row.is_campaign,
  amountCents: cents(row.amount),
  downpaymentCents: cents(row.downpayment),
  openingFeeCents: cents(row.opening_fee),
  minCents: cents(row.least),
  maxCents: cents(row.most),
})

const rangeOf = (rates: readonly BasisPoints[]) => (rates.length === 0 ? null : { least: Math.min(...rates), most: Math.max(...rates) })

function effectOf(
  rows: readonly Row[],
  terms: readonly TermsInForce[],
  days: { from: LocalDate; to: LocalDate },
): Omit<EffectOfTerms, 'payout'> {
  const termsOfProduct = new Map(terms.map((one) => [one.terms.product, one]))
  const total = (of: (row: Row) => bigint) => sum(...rows.map((row) => cents(of(row))))
  const costs = rows.flatMap((row) => {
    const then = termsOfProduct.get(row.product)
    return then ? [customersCost(ordersAlike(row), then)] : []
  })
  const withInterest = rows.filter(({ product }) => product !== 'pay_later')
  return {
    ...days,
    orders: rows.reduce((many, row) => many + row.orders, 0),
    outside: rows.reduce((many, row) => many + row.outside, 0),
    amount: total(({ amount }) => amount),
    fees: { before: total(({ fee }) => fee), after: total(({ fee_then: fee }) => fee) },
    vat: { before: total(({ vat }) => vat), after: total(({ vat_then: vat }) => vat) },
    customersCost: { before: sum(ZERO, ...costs.map(({ before }) => before)), after: sum(ZERO, ...costs.map(({ after }) => after)) },
    tae: {
      before: rangeOf(withInterest.flatMap((row) => [basisPoints(row.tae_least), basisPoints(row.tae_most)])),
      after: rangeOf(
        withInterest.flatMap((row) => {
          const then = termsOfProduct.get(row.product)
          return then?.enabled ? taesOn(ordersAlike(row), then.terms) : []
        }),
      ),
    },
  }
}
