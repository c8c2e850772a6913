import { type LocalDate } from '../../platform/dates.ts'
import { nextTargetBusinessDay } from '../../platform/targetCalendar.ts'
import { netForOrder, type OrderNet, subsidyFor } from './fees.ts'
import { cents, ZERO, type BasisPoints, type Cents } from '../../platform/money.ts'
import { computePayLater, computePlan, type Plan } from './plan.ts'
import type { CaptureMode, Product } from '../operations/states.ts'

/** A shop's offer of one product: amounts in cents, rates in basis points. */
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

/** What a shop sells: an offer, and how it is captured. */
export type ShopOffer = ProductOffer & { captureMode: CaptureMode }

/** Whether an amount is within a product's limits, inclusive. */
export function fitsLimits(offer: Pick<ProductOffer, 'minCents' | 'maxCents'>, orderCents: Cents): boolean {
  return orderCents >= offer.minCents && orderCents <= offer.maxCents
}

/**
 * Smaller amounts to suggest after a refusal: half and a third of this one, in whole euros, where a product's limits allow them. They depend on the amount
 * and the shop's public limits only, so that they disclose nothing about the person (docs/domain.md#instalment-plans).
 */
export function smallerAmounts(orderCents: Cents, offers: readonly Pick<ProductOffer, 'minCents' | 'maxCents'>[]): Cents[] {
  const parts = [2, 3].map((part) => cents(Math.floor(orderCents / part / 100) * 100))
  return parts.filter((part) => offers.some((offer) => fitsLimits(offer, part)))
}

/** A campaign's effect on a plan: the customer's rate, and the waiting months paid by the shop. Null: no campaign. */
export type PlanDeal = { tin: BasisPoints; waitingMonths: number } | null

/**
 * The plan offered to the customer for an order signed on a day (the 15-day product has one payment, counted from that day as if it were captured then).
 * `deal`: the effect of the order's campaign.
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

/** The shop's net amount for an order, in cents. Without a campaign the customer pays the reference rate, so there is no subsidy. */
export function netOffered(offer: ProductOffer, numInstalments: number, orderCents: Cents, deal: PlanDeal = null): OrderNet {
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
 * A plan from both sides: what the buyer pays and, unless `buyerOnly`, what the shop gets and when, for an order signed today. Amounts in cents (one
 * computation for the server's answer and for the live simulation).
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
