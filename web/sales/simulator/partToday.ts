import type { ProductOffer } from '#domain/sales/plans/offer'
import type { OfferedDeal } from './campaignsOf.ts'
import type { SimulatedPlan } from './planText.ts'
import { simulatePlans } from './simulatePlans.ts'

/** A purchase split into a part paid in the shop today and a part financed by a plan. Cents. */
export type Part = { plan: SimulatedPlan; todayCents: number; financedCents: number }

/** The shop's terms at an instant. */
export type SaleTerms = { offers: readonly ProductOffer[]; campaigns: readonly OfferedDeal[]; now: Date }

/** The whole-euro amounts at which a product's or campaign's limit starts: between two of them the instalment is monotonic in the amount. */
function stepsOf({ offers, campaigns }: SaleTerms): number[] {
  const limits = [
    ...offers.map(({ minCents, maxCents }) => [minCents, maxCents] as const),
    ...campaigns.map(({ minOrderCents, maxOrderCents }) => [minOrderCents ?? 0, maxOrderCents ?? Infinity] as const),
  ]
  return limits.flatMap(([least, most]) => [Math.max(Math.ceil(least / 100), 1), Math.floor(most / 100) + 1])
}

/**
 * "50 € al mes" where no plan of the whole amount is that low: the smallest payment in the shop today, leaving whole euros to finance, so that the
 * rest fits. Null when no amount within the limits fits.
 * @param target the maximum instalment, in cents
 */
export function partToday(terms: SaleTerms, amountCents: number, target: number): Part | null {
  const { offers, campaigns, now } = terms
  const fitting = (euros: number): SimulatedPlan | null => {
    const { plans } = simulatePlans(offers, euros * 100, { now, buyerOnly: true, campaigns })
    const monthly = plans.filter(({ product, instalmentAmount }) => product !== 'pay_later' && instalmentAmount <= target)
    return monthly.toSorted((a, b) => a.numInstalments - b.numInstalments)[0] ?? null
  }
  let above = Math.ceil(amountCents / 100)
  for (const step of stepsOf(terms).toSorted((a, b) => b - a)) {
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
