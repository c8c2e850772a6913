/** A plan as the buyer's wish sees it; amounts in cents. */
export type OfferedPlan = { numInstalments: number; instalmentAmount: number }

/**
 * "50 € al mes": the plans whose instalment fits, fewest instalments first, and the lowest instalment there is.
 * @param target the highest instalment wanted, in cents
 */
export function targetPlans<Plan extends OfferedPlan>(plans: readonly Plan[], target: number): { fitting: Plan[]; lowest: Plan | null } {
  const byCount = plans.toSorted((a, b) => a.numInstalments - b.numInstalments)
  const lowest = plans.reduce<Plan | null>((found, plan) => (found && found.instalmentAmount <= plan.instalmentAmount ? found : plan), null)
  return { fitting: byCount.filter(({ instalmentAmount }) => instalmentAmount <= target), lowest }
}
