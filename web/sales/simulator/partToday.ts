import type { ProductOffer } from '#domain/sales/plans/offer'
import type { OfferedDeal } from './campaignsOf.ts'
import type { SimulatedPlan } from './planText.ts'
import { simulatePlans } from './simulatePlans.ts'

/** A purchase in two parts: one paid in the shop today, the other by a plan. In cents. */
export type Part = { plan: SimulatedPlan; todayCents: number; financedCents: number }

/** What the shop sells by at an instant. */
export type SellsBy = { offers: readonly ProductOffer[]; campaigns: readonly OfferedDeal[]; now: Date }

/** The whole euros at which a limit of a product or of a campaign begins to tell: between two of them an instalment only rises with the amount. */
function stepsOf({ offers, campaigns }: SellsBy): number[] {
  const limits = [
    ...offers.map(({ minCents, maxCents }) => [minCents, maxCents] as const),
    ...campaigns.map(({ minOrderCents, maxOrderCents }) => [minOrderCents ?? 0, maxOrderCents ?? Infinity] as const),
  ]
  return limits.flatMap(([least, most]) => [Math.max(Math.ceil(least / 100), 1), Math.floor(most / 100) + 1])
}

/**
 * "50 € al mes" where no plan of the whole amount is that low: the least that is paid in the shop today, in whole euros left to finance, so that the
 * rest fits. Null: no amount that is sold fits.
 * @param target the highest instalment wanted, in cents
 */
export function partToday(sells: SellsBy, amountCents: number, target: number): Part | null {
  const { offers, campaigns, now } = sells
  const fitting = (euros: number): SimulatedPlan | null => {
    const { plans } = simulatePlans(offers, euros * 100, { now, buyerOnly: true, campaigns })
    const monthly = plans.filter(({ product, instalmentAmount }) => product !== 'pay_later' && instalmentAmount <= target)
    return monthly.toSorted((a, b) => a.numInstalments - b.numInstalments)[0] ?? null
  }
  let above = Math.ceil(amountCents / 100)
  for (const step of stepsOf(sells).toSorted((a, b) => b - a)) {
    if (step >= above) continue
    let [fits, misses] = [step, above]
    above = step
    if (fitting(step) === null) continue
    while (misses - fits > 1) {
      const middle = Math.floor((fits + misses) / 2)
      if (fitting(middle) === null) misses = middle
      else fits = middle
    }
    const plan = fitting(fits)
    return plan && { plan, todayCents: amountCents - fits * 100, financedCents: fits * 100 }
  }
  return null
}
