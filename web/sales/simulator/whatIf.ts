import type { LocalDate } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { fitsLimits, simulatedPlan, type PlanDeal, type ProductOffer } from '#domain/sales/plans/offer'
import type { SimulatedPlan } from './planText.ts'

/** How many plans are put side by side (product: "¿Y si…?"). */
export const mostCompared = 3

/** A plan as it is today, as it would be without its campaign, or in a campaign without interest. */
export type WhatIfOption = { key: string; kind: 'today' | 'without' | 'free'; plan: SimulatedPlan }

const zero: PlanDeal = { tin: basisPoints(0), waitingMonths: 0 }

/** Everything that can be compared for an amount in cents: the plans of today, and of those with interest what campaigns would make of them. */
export function whatIfOptions(
  offers: readonly ProductOffer[],
  plans: readonly SimulatedPlan[],
  amountCents: number,
  today: LocalDate,
): WhatIfOption[] {
  const orderCents = cents(amountCents)
  const keyOf = ({ product, numInstalments }: SimulatedPlan, kind: WhatIfOption['kind']) => `${product}:${numInstalments}:${kind}`
  const asTheyAre: WhatIfOption[] = plans.map((plan) => ({ key: keyOf(plan, 'today'), kind: 'today', plan }))
  // Only the product with interest has anything that a campaign could change.
  const offer = offers.find((one) => one.product === 'instalments' && fitsLimits(one, orderCents))
  if (!offer) return asTheyAre
  const also = (kind: 'without' | 'free', deal: PlanDeal, among: (plan: SimulatedPlan) => boolean): WhatIfOption[] =>
    plans
      .filter((plan) => plan.product === offer.product && among(plan))
      .map((plan) => ({
        key: keyOf(plan, kind),
        kind,
        plan: { ...simulatedPlan(offer, plan.numInstalments, orderCents, today, false, deal), campaignId: null },
      }))
  return [...asTheyAre, ...also('without', null, ({ campaignId }) => campaignId !== null), ...also('free', zero, ({ tin }) => tin > 0)]
}

const usual = [['instalments:6:without', 'instalments:6:today'], ['instalments:6:free', 'instalments:6:today'], ['instalments:12:today']]

/** What is compared before anybody has chosen: six without campaign, six at 0 %, and twelve; or the first plans there are. */
export function usualComparison(options: readonly WhatIfOption[]): string[] {
  const keys = options.map(({ key }) => key)
  const known = usual.flatMap((names) => names.find((name) => keys.includes(name)) ?? [])
  const different = [...new Set(known)]
  return different.length > 1 ? different : keys.slice(0, 2)
}

/**
 * The chosen options by what the shop receives, the most first, each with how much less than the best it leaves, in cents; among equals the
 * one that costs the buyer less comes first.
 */
export function compared(options: readonly WhatIfOption[], chosen: readonly string[]): (WhatIfOption & { lessCents: number })[] {
  const net = ({ plan: { merchant } }: WhatIfOption) => merchant?.netAmount ?? 0
  const sorted = options
    .filter(({ key, plan }) => plan.merchant !== null && chosen.includes(key))
    .toSorted((a, b) => net(b) - net(a) || a.plan.totalPrice - b.plan.totalPrice)
  const [best] = sorted
  return sorted.map((option) => ({ ...option, lessCents: best ? net(best) - net(option) : 0 }))
}
