import type { CheckoutPlanOffer } from '#contract/checkout'
import { madridDay } from '#domain/dates'
import { basisPoints, cents, sum, type Cents } from '#domain/money'
import { fitsLimits, planOffered } from '#domain/offer'
import { computePayLater, computePlan, type Plan } from '#domain/plan'
import type { Deals } from '../operation/deals.ts'
import type { ShopOffer } from '../operation/offers.ts'
import { planAsOffered } from '../operation/planAsOffered.ts'
import type { Sale } from './sale.ts'

/** The offers that this sale may be paid by: those for its amount, or the one that its shop fixed. */
export function allowedOffers(
  sale: Pick<Sale, 'totalCents' | 'fixedProduct' | 'fixedInstalments'>,
  offers: readonly ShopOffer[],
): ShopOffer[] {
  return offers
    .filter((one) => fitsLimits(one, sale.totalCents) && (sale.fixedProduct === null || one.product === sale.fixedProduct))
    .map((one) => ({
      ...one,
      instalmentsAllowed: one.instalmentsAllowed.filter((count) => sale.fixedInstalments === null || count === sale.fixedInstalments),
    }))
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

/** All plans to choose from, with what campaigns make of them now; the one that was chosen as the operation carries it. */
export function planChoices(sale: Sale, offers: readonly ShopOffer[], deals: Deals, now: Date): CheckoutPlanOffer[] {
  const today = madridDay(now)
  return allowedOffers(sale, offers).flatMap((offer) =>
    offer.instalmentsAllowed.map((numInstalments) => {
      const isChosen = sale.isChosen && sale.plan.product === offer.product && sale.plan.numInstalments === numInstalments
      if (isChosen) return planAsOffered(sale.plan, chosenPlan(sale, now), sale.plan)
      const deal = deals(offer, numInstalments)
      const plan = planOffered(offer, numInstalments, sale.totalCents, today, deal)
      return planAsOffered({ product: offer.product, numInstalments }, plan, {
        referenceTin: offer.tin,
        waitingMonths: deal?.waitingMonths ?? 0,
      })
    }),
  )
}

/** The largest payment that falls due in a month of a plan. */
export const monthlyCents = (plan: Plan): Cents => cents(Math.max(0, ...plan.instalments.map((one) => one.amountCents)))

/**
 * Smaller amounts to try after a refusal: half and a third of this one, in whole euros, where a product takes them. From the amount and the
 * shop's public limits alone, so that they say nothing about the person (our choice).
 */
export function alternatives(totalCents: Cents, offers: readonly ShopOffer[]): Cents[] {
  const parts = [2, 3].map((part) => cents(Math.floor(totalCents / part / 100) * 100))
  return parts.filter((part) => offers.some((offer) => fitsLimits(offer, part)))
}
