import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { offersOfCampaign } from '#domain/sales/campaigns/campaignDeal'
import { madridDay } from '#domain/platform/dates'
import { basisPoints, cents, sum, type Cents } from '#domain/platform/money'
import { fitsLimits, planOffered } from '#domain/sales/plans/offer'
import { computePayLater, computePlan, type Plan } from '#domain/sales/plans/plan'
import type { Deals } from '../operation/deals.ts'
import type { ShopOffer } from '../operation/offers.ts'
import { planAsOffered } from '../operation/planAsOffered.ts'
import type { Sale } from './sale.ts'

/** Whether it is the plan that the customer has chosen. */
const isChosen = (sale: Pick<Sale, 'isChosen' | 'plan'>, { product }: Pick<ShopOffer, 'product'>, numInstalments: number): boolean =>
  sale.isChosen && sale.plan.product === product && sale.plan.numInstalments === numInstalments

/**
 * The offers that this sale may be paid by: those for its amount, or the one that its shop fixed; of a link for one campaign that campaign's and the
 * one that was chosen, and all of them again once it gives nothing any more, so that nobody stands before a link without a plan.
 */
export function allowedOffers(
  sale: Pick<Sale, 'totalCents' | 'isChosen' | 'plan' | 'fixedProduct' | 'fixedInstalments' | 'fixedCampaign'>,
  offers: readonly ShopOffer[],
  deals: Deals,
): ShopOffer[] {
  const fitting = offers
    .filter((one) => fitsLimits(one, sale.totalCents) && (sale.fixedProduct === null || one.product === sale.fixedProduct))
    .map((one) => ({
      ...one,
      instalmentsAllowed: one.instalmentsAllowed.filter((count) => sale.fixedInstalments === null || count === sale.fixedInstalments),
    }))
  const { fixedCampaign } = sale
  if (fixedCampaign === null) return fitting
  const own = offersOfCampaign(
    fitting,
    (offer, count) => deals(offer, count, fixedCampaign) !== null,
    (offer, count) => isChosen(sale, offer, count),
  )
  return own.length > 0 ? own : fitting
}

/** The plan that was chosen, from the terms that the operation carries, signed on its day or else today. */
export function chosenPlan(sale: Pick<Sale, 'plan' | 'totalCents' | 'lastCapturedAt' | 'confirmedAt'>, now: Date): Plan {
  const signedOn = madridDay(sale.lastCapturedAt ?? sale.confirmedAt ?? now)
  const { product, numInstalments, tin, tae, waitingMonths, downpaymentCents, openingFeeCents } = sale.plan
  if (product === 'pay_later') return computePayLater({ orderCents: sale.totalCents, capturedOn: signedOn })
  // As the capture will compute it.
  const downpayment = downpaymentCents > 0 ? 'equal' : 'none'
  const plan = computePlan({ orderCents: sale.totalCents, numInstalments, tin, downpayment, waitingMonths, signedOn })
  if (openingFeeCents === 0) return plan
  const totalDueCents = sum(plan.totalDueCents, openingFeeCents)
  return { ...plan, tae: basisPoints(tae), openingFeeCents, totalDueCents, totalPriceCents: sum(totalDueCents, downpaymentCents) }
}

/**
 * All plans to choose from, with what campaigns make of them now; the one that was chosen as the operation carries it, which stays though the shop
 * sells by it no more: it was agreed.
 */
export function planChoices(sale: Sale, offers: readonly ShopOffer[], deals: Deals, now: Date): CheckoutPlanOffer[] {
  const today = madridDay(now)
  const allowed = allowedOffers(sale, offers, deals)
  const carried = () => planAsOffered(sale.plan, chosenPlan(sale, now), sale.plan)
  const choices = allowed.flatMap((offer) =>
    offer.instalmentsAllowed.map((numInstalments) => {
      if (isChosen(sale, offer, numInstalments)) return carried()
      const deal = deals(offer, numInstalments)
      const plan = planOffered(offer, numInstalments, sale.totalCents, today, deal)
      return planAsOffered({ product: offer.product, numInstalments }, plan, {
        referenceTin: offer.tin,
        waitingMonths: deal?.waitingMonths ?? 0,
      })
    }),
  )
  const isLost = sale.isChosen && !choices.some((one) => isChosen(sale, one, one.numInstalments))
  return isLost ? [carried(), ...choices] : choices
}

/** The largest payment that falls due in a month of a plan. */
export const monthlyCents = (plan: Plan): Cents => cents(Math.max(0, ...plan.instalments.map((one) => one.amountCents)))
