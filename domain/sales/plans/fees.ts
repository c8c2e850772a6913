import { annuityPaymentWithFirstToday, compound, totalInterest } from './annuity.ts'
import { basisPoints, cents, percentOf, proportion, sum, ZERO, type BasisPoints, type Cents } from '../../platform/money.ts'

/** The merchant's fee for an order: a percentage, a fixed part in cents, VAT on both. */
export interface FeePlan {
  rate: BasisPoints
  fixedCents: Cents
  vatRate: BasisPoints
}

/** Spain's standard VAT rate, that of fees in the peninsula (LIVA art. 90); elsewhere another tax is charged (`domain/money/taxTerritory.ts`). */
export const STANDARD_VAT = basisPoints(2100)

/** The merchant's fee for an amount, and the VAT on the fee; each rounded half up, in cents (docs/domain.md#merchant-fees). */
export function feeFor(amount: Cents, plan: FeePlan): { feeCents: Cents; vatCents: Cents } {
  const feeCents = sum(percentOf(amount, plan.rate), plan.fixedCents)
  return { feeCents, vatCents: percentOf(feeCents, plan.vatRate) }
}

/**
 * The shortfall to a month's minimum fee, with its tax, in cents; null when it was reached. `chargedCents` are the month's fees less refunded ones; a negative
 * sum never raises the minimum.
 */
export function minimumFeeShortfall(
  minimumCents: Cents,
  chargedCents: Cents,
  rate: BasisPoints,
): { feeCents: Cents; vatCents: Cents } | null {
  const feeCents = cents(minimumCents - Math.max(chargedCents, 0))
  return feeCents > 0 ? { feeCents, vatCents: percentOf(feeCents, rate) } : null
}

/** The terms that a campaign's subsidy is computed from. Rates are nominal and yearly, in basis points. */
interface SubsidyTerms {
  orderCents: Cents
  numInstalments: number
  /** The customer's rate without the campaign. */
  referenceTin: BasisPoints
  /** The customer's rate; 0 is interest-free. */
  consumerTin: BasisPoints
  /** Months without payments that the merchant pays for; 0 by default. */
  waitingMonths?: number
  /** As in the plan; none by default. */
  downpayment?: 'none' | 'equal' | Cents
}

/**
 * The merchant's subsidy for a campaign, in cents: the interest at the reference rate, on the principal compounded over the waiting months, plus that growth,
 * less the customer's interest. Both plans finance the same principal. Never negative.
 * @throws RangeError when the down payment leaves nothing to finance or an amount is unsafe
 */
export function subsidyFor(terms: SubsidyTerms): Cents {
  const { numInstalments, referenceTin, consumerTin, waitingMonths = 0 } = terms
  const principal = financed(terms)
  if (principal < 1) throw new RangeError(`nothing to finance: ${principal}`)
  const grown = compound(principal, waitingMonths, referenceTin)
  const reference = totalInterest(grown, numInstalments, referenceTin) + grown - principal
  return cents(Math.max(reference - totalInterest(principal, numInstalments, consumerTin), 0))
}

function financed({ orderCents, numInstalments, consumerTin, downpayment = 'none' }: SubsidyTerms): Cents {
  if (downpayment === 'none') return orderCents
  const paid = downpayment === 'equal' ? annuityPaymentWithFirstToday(orderCents, numInstalments, consumerTin) : downpayment
  return cents(orderCents - paid)
}

/** The cost of an order to the merchant and the merchant's net amount, in cents. */
export interface OrderNet {
  feeCents: Cents
  vatCents: Cents
  subsidyCents: Cents
  netCents: Cents
}

/** Net of an order: amount − fee − VAT on the fee − campaign subsidy, in cents. */
export function netForOrder(input: { amountCents: Cents; plan: FeePlan; subsidyCents?: Cents }): OrderNet {
  const { amountCents, plan, subsidyCents = ZERO } = input
  const { feeCents, vatCents } = feeFor(amountCents, plan)
  return { feeCents, vatCents, subsidyCents, netCents: cents(amountCents - feeCents - vatCents - subsidyCents) }
}

/** The terms of a refund's reversal. Amounts in cents. */
export interface RefundTerms {
  capturedCents: Cents
  /** Refunds made before this one. */
  refundedBeforeCents: Cents
  refundCents: Cents
  plan: FeePlan
  /** Subsidy charged for the whole captured amount. */
  subsidyCents: Cents
  /** False only if nothing is left on the day of the sale, by a cancellation or a refund of all: then the fixed part is returned too. */
  keepFixed: boolean
}

/**
 * What the merchant gets back and, as `netCents`, loses with a refund, in cents: negative, except for a refund of one or two cents, where three roundings may
 * weigh more.
 */
export interface RefundReversal {
  feeBackCents: Cents
  vatBackCents: Cents
  subsidyBackCents: Cents
  netCents: Cents
}

/**
 * What a refund returns to the merchant, by the cumulative method: fee, VAT and subsidy are computed on the remaining amount before and after, and the
 * difference is returned, so that any sequence of refunds adds up to a single one of their sum. The subsidy is proportional.
 * @throws RangeError unless the refund is at least one cent and at most the remaining amount
 */
export function refundReversal(terms: RefundTerms): RefundReversal {
  const { capturedCents, refundedBeforeCents, refundCents } = terms
  const leftBefore = cents(capturedCents - refundedBeforeCents)
  if (refundCents < 1 || refundCents > leftBefore) throw new RangeError(`not refundable: ${refundCents}`)
  const before = chargesOn(leftBefore, terms)
  const after = chargesOn(cents(leftBefore - refundCents), terms)
  const feeBackCents = cents(before.feeCents - after.feeCents)
  const vatBackCents = cents(before.vatCents - after.vatCents)
  const subsidyBackCents = cents(before.subsidyCents - after.subsidyCents)
  const netCents = cents(feeBackCents + vatBackCents + subsidyBackCents - refundCents)
  return { feeBackCents, vatBackCents, subsidyBackCents, netCents }
}

function chargesOn(left: Cents, { capturedCents, plan, subsidyCents, keepFixed }: RefundTerms) {
  const fixedCents = left === 0 && !keepFixed ? ZERO : plan.fixedCents
  const subsidy = proportion(subsidyCents, left, capturedCents)
  return { ...feeFor(left, { ...plan, fixedCents }), subsidyCents: subsidy }
}
