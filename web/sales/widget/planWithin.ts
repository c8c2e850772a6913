type Offered = { numInstalments: number; instalmentAmount: number }

/**
 * The index of the plan for a maximum monthly amount in cents: of the plans within it the one with the fewest instalments, otherwise
 * the one with the smallest instalment.
 */
export function planWithin(plans: readonly Offered[], maxCents: number): number {
  const all = plans.map((plan, at) => ({ ...plan, at }))
  const within = all.filter(({ instalmentAmount }) => instalmentAmount <= maxCents).toSorted((a, b) => a.numInstalments - b.numInstalments)
  const cheapest = all.toSorted((a, b) => a.instalmentAmount - b.instalmentAmount)
  return (within[0] ?? cheapest[0])?.at ?? 0
}
