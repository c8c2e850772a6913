import type { LocalDate } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { fitsLimits, simulatedPlan, type PlanDeal, type ProductOffer } from '#domain/sales/plans/offer'
import type { SimulatedPlan } from './planText.ts'

/** Maximum number of compared plans ("¿Y si…?"). */
export const maxCompared = 3

/** A plan as it is today, without its campaign, or in an interest-free campaign. */
export type WhatIfOption = { key: string; kind: 'today' | 'without' | 'free'; plan: SimulatedPlan }

const zero: PlanDeal = { tin: basisPoints(0), waitingMonths: 0 }

/** All options to compare for an amount in cents: today's plans, and the campaign variants of those with interest. */
export function whatIfOptions(
  offers: readonly ProductOffer[],
  plans: readonly SimulatedPlan[],
  amountCents: number,
  today: LocalDate,
): WhatIfOption[] {
  const orderCents = cents(amountCents)
  const keyOf = ({ product, numInstalments }: SimulatedPlan, kind: WhatIfOption['kind']) => `${product}:${numInstalments}:${kind}`
  const currentPlans: WhatIfOption[] = plans.map((plan) => ({ key: keyOf(plan, 'today'), kind: 'today', plan }))
  // Campaigns change only the interest-bearing product.
  const offer = offers.find((one) => one.product === 'instalments' && fitsLimits(one, orderCents))
  if (!offer) return currentPlans
  const also = (kind: 'without' | 'free', deal: PlanDeal, among: (plan: SimulatedPlan) => boolean): WhatIfOption[] =>
    plans
      .filter((plan) => plan.product === offer.product && among(plan))
      .map((plan) => ({
        key: keyOf(plan, kind),
        kind,
        plan: { ...simulatedPlan(offer, plan.numInstalments, orderCents, today, false, deal), campaignId: null },
      }))
  return [...currentPlans, ...also('without', null, ({ campaignId }) => campaignId !== null), ...also('free', zero, ({ tin }) => tin > 0)]
}

const defaultChoices = [
  ['instalments:6:without', 'instalments:6:today'],
  ['instalments:6:free', 'instalments:6:today'],
  ['instalments:12:today'],
]

/** The default comparison: six without campaign, six at 0 %, and twelve; otherwise the first plans. */
export function usualComparison(options: readonly WhatIfOption[]): string[] {
  const keys = options.map(({ key }) => key)
  const known = defaultChoices.flatMap((names) => names.find((name) => keys.includes(name)) ?? [])
  const different = [...new Set(known)]
  return different.length > 1 ? different : keys.slice(0, 2)
}

/**
 * The chosen options by what the shop receives, highest first, each with its difference to the best in cents; ties are ordered by
 * the lower cost for the customer.
 */
export function compared(options: readonly WhatIfOption[], chosen: readonly string[]): (WhatIfOption & { lessCents: number })[] {
  const net = ({ plan: { merchant } }: WhatIfOption) => merchant?.netAmount ?? 0
  const sorted = options
    .filter(({ key, plan }) => plan.merchant !== null && chosen.includes(key))
    .toSorted((a, b) => net(b) - net(a) || a.plan.totalPrice - b.plan.totalPrice)
  const [best] = sorted
  return sorted.map((option) => ({ ...option, lessCents: best ? net(best) - net(option) : 0 }))
}
