import { type LocalDate } from '../../platform/dates.ts'
import { nextTargetBusinessDay } from '../../platform/targetCalendar.ts'
import { netForOrder, subsidyFor } from './fees.ts'
import { cents, ZERO, type BasisPoints, type Cents } from '../../platform/money.ts'
import { computePayLater, computePlan, type Plan } from './plan.ts'
import type { Product } from '../operations/states.ts'

/** What a shop offers of one product: amounts in cents, rates in basis points. */
export interface ProductOffer {
  product: Product
  minCents: Cents
  maxCents: Cents
  instalmentsAllowed: readonly number[]
  tin: BasisPoints
  openingFeeRate: BasisPoints
  downpayment: 'none' | 'equal'
  feeRate: BasisPoints
  feeFixedCents: Cents
  vatRate: BasisPoints
}

/** Whether an amount lies within a product's limits, both included. */
export function fitsLimits(offer: Pick<ProductOffer, 'minCents' | 'maxCents'>, orderCents: Cents): boolean {
  return orderCents >= offer.minCents && orderCents <= offer.maxCents
}

/**
 * Smaller amounts to try after a refusal: half and a third of this one, in whole euros, where a product takes them. From the amount and the
 * shop's public limits alone, so that they say nothing about the person (docs/domain.md#instalment-plans).
 */
export function smallerAmounts(orderCents: Cents, offers: readonly Pick<ProductOffer, 'minCents' | 'maxCents'>[]): Cents[] {
  const parts = [2, 3].map((part) => cents(Math.floor(orderCents / part / 100) * 100))
  return parts.filter((part) => offers.some((offer) => fitsLimits(offer, part)))
}

/** What a campaign makes of a plan: the rate that the customer pays, and months of waiting that the shop pays for. Null: no campaign. */
export type PlanDeal = { tin: BasisPoints; waitingMonths: number } | null

/**
 * The plan that the customer is offered for an order signed on a day (the 15-day product has one payment, counted from that day as if it were captured
 * then). `deal`: what the campaign that the order gets makes of it.
 * @throws RangeError when the amount or the number of instalments cannot be computed
 */
export function planOffered(
  offer: ProductOffer,
  numInstalments: number,
  orderCents: Cents,
  signedOn: LocalDate,
  deal: PlanDeal = null,
): Plan {
  if (offer.product === 'pay_later') return computePayLater({ orderCents, capturedOn: signedOn })
  const { downpayment, openingFeeRate } = offer
  const { tin, waitingMonths } = deal ?? { tin: offer.tin, waitingMonths: 0 }
  return computePlan({ orderCents, numInstalments, tin, downpayment, openingFeeRate, waitingMonths, signedOn })
}

/** What the shop gets for an order, in cents. Without a campaign the customer pays the reference rate, so there is no subsidy. */
export function netOffered(offer: ProductOffer, numInstalments: number, orderCents: Cents, deal: PlanDeal = null) {
  const { tin: referenceTin, downpayment } = offer
  const { tin: consumerTin, waitingMonths } = deal ?? { tin: referenceTin, waitingMonths: 0 }
  const subsidyCents = subsidyFor({ orderCents, numInstalments, referenceTin, consumerTin, waitingMonths, downpayment })
  return netForOrder({
    amountCents: orderCents,
    plan: { rate: offer.feeRate, fixedCents: offer.feeFixedCents, vatRate: offer.vatRate },
    subsidyCents,
  })
}

/**
 * One plan as both sides see it: what the buyer pays and, unless `buyerOnly`, what the shop gets and when, for an order signed today.
 * Amounts in cents (one computation for the server's answer and for what is computed while one types).
 */
export function simulatedPlan(
  offer: ProductOffer,
  numInstalments: number,
  orderCents: Cents,
  today: LocalDate,
  buyerOnly: boolean,
  deal: PlanDeal = null,
) {
  const plan = planOffered(offer, numInstalments, orderCents, today, deal)
  const last = plan.instalments.at(-1)
  return {
    product: offer.product,
    numInstalments,
    tin: plan.tin,
    tae: plan.tae,
    instalmentAmount: plan.instalmentCents,
    lastInstalmentAmount: last?.amountCents ?? ZERO,
    downpaymentAmount: plan.downpaymentCents,
    openingFeeAmount: plan.openingFeeCents,
    totalInterest: plan.totalInterestCents,
    totalPrice: plan.totalPriceCents,
    firstDueOn: plan.firstDueOn,
    lastDueOn: last?.dueOn ?? plan.firstDueOn,
    merchant: buyerOnly ? null : shopSide(offer, numInstalments, orderCents, today, deal),
  }
}

function shopSide(offer: ProductOffer, numInstalments: number, orderCents: Cents, today: LocalDate, deal: PlanDeal) {
  const net = netOffered(offer, numInstalments, orderCents, deal)
  return {
    feeAmount: net.feeCents,
    vatAmount: net.vatCents,
    subsidyAmount: net.subsidyCents,
    netAmount: net.netCents,
    valueOn: nextTargetBusinessDay(today),
  }
}
