/** What a plan costs its customer besides the purchase; in cents. */
type PlanCost = { totalInterest: number; openingFeeAmount: number; numInstalments: number }

/** Whether paying by the plan costs nothing: neither interest nor a fee. */
export const isFreePlan = ({ totalInterest, openingFeeAmount }: Pick<PlanCost, 'totalInterest' | 'openingFeeAmount'>): boolean =>
  totalInterest === 0 && openingFeeAmount === 0

/** Plans as they are offered: those that cost nothing first, and in each group the shorter before the longer. Without empty groups. */
export function planGroups<P extends PlanCost>(plans: readonly P[]): { isFree: boolean; plans: P[] }[] {
  const byLength = plans.toSorted((a, b) => a.numInstalments - b.numInstalments)
  return [true, false]
    .map((isFree) => ({ isFree, plans: byLength.filter((plan) => isFreePlan(plan) === isFree) }))
    .filter((group) => group.plans.length > 0)
}
