import { computePlan } from './plan.ts'
import type { ShopOffer } from './offer.ts'
import { localDate } from '../../platform/dates.ts'
import { type BasisPoints, cents, type Cents, percentOf, sum, ZERO } from '../../platform/money.ts'
import type { TermsInForce } from './termsVersions.ts'

/** Orders of one product, number of instalments and customer's rate. Amounts in cents. */
export interface OrdersAlike {
  numInstalments: number
  /** The customer's rate. */
  tin: BasisPoints
  /** A campaign's: it stays, whatever the merchant's terms. */
  isCampaign: boolean
  /** What remains of them after refunds, and what was financed of it at once. */
  amountCents: Cents
  downpaymentCents: Cents
  openingFeeCents: Cents
  minCents: Cents
  maxCents: Cents
}

/** Any day: interest does not depend on it. */
const someDay = localDate('2026-01-15')

function interest(orderCents: Cents, numInstalments: number, tin: BasisPoints, downpayment: 'none' | 'equal') {
  return computePlan({ orderCents, numInstalments, tin, downpayment, signedOn: someDay })
}

/**
 * What customers pay above the price, interest and opening fee, in cents: on the terms they had, and on others. Computed on the sum of orders alike, so that
 * it differs from the sum of their plans by rounding only.
 */
export function customersCost(orders: OrdersAlike, { terms, enabled }: TermsInForce): { before: Cents; after: Cents } {
  const { amountCents, numInstalments, tin, isCampaign, openingFeeCents } = orders
  if (amountCents === 0 || terms.product === 'pay_later') return { before: openingFeeCents, after: enabled ? openingFeeCents : ZERO }
  const had = interest(amountCents, numInstalments, tin, orders.downpaymentCents > 0 ? 'equal' : 'none')
  const before = sum(had.totalInterestCents, openingFeeCents)
  if (!enabled) return { before, after: ZERO }
  const would = interest(amountCents, numInstalments, isCampaign ? tin : terms.tin, terms.downpayment)
  return { before, after: sum(would.totalInterestCents, percentOf(would.principalCents, terms.openingFeeRate)) }
}

/** The TAE of the smallest and the largest of orders alike on other terms. */
export function taesOn({ minCents, maxCents, numInstalments, tin, isCampaign }: OrdersAlike, terms: ShopOffer): BasisPoints[] {
  if (terms.product === 'pay_later') return []
  const { downpayment, openingFeeRate } = terms
  return [minCents, maxCents].map(
    (amount) =>
      computePlan({
        orderCents: cents(amount),
        numInstalments,
        tin: isCampaign ? tin : terms.tin,
        downpayment,
        openingFeeRate,
        signedOn: someDay,
      }).tae,
  )
}
