import type { SimulatedPlan } from './planText.ts'

/** How many plans are put side by side (product: "¿Y si…?"). */
export const mostCompared = 3

const usual = ['instalments:6', 'instalments:12', 'pay_in_4:3']

/** What is compared before anybody has chosen: six and twelve instalments and four payments, or the first plans there are (our choice). */
export function usualComparison(plans: readonly SimulatedPlan[]): string[] {
  const keys = plans.map(planKey)
  const known = usual.filter((key) => keys.includes(key))
  return known.length > 1 ? known : keys.slice(0, 2)
}

/** Tells one plan from another. */
export const planKey = ({ product, numInstalments }: Pick<SimulatedPlan, 'product' | 'numInstalments'>): string =>
  `${product}:${numInstalments}`

/**
 * The chosen plans by what the shop receives, the most first, each with how much less than the best it leaves, in cents; among equals the
 * one that costs the buyer less comes first.
 */
export function compared(plans: readonly SimulatedPlan[], chosen: readonly string[]): { plan: SimulatedPlan; lessCents: number }[] {
  const net = ({ merchant }: SimulatedPlan) => merchant?.netAmount ?? 0
  const sorted = plans
    .filter((plan) => plan.merchant !== null && chosen.includes(planKey(plan)))
    .toSorted((a, b) => net(b) - net(a) || a.totalPrice - b.totalPrice)
  const [best] = sorted
  return sorted.map((plan) => ({ plan, lessCents: best ? net(best) - net(plan) : 0 }))
}
