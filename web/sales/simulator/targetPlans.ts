/** The properties of a plan that matter for a target instalment; amounts in cents. */
type OfferedPlan = { numInstalments: number; instalmentAmount: number }

/**
 * "50 € al mes": the plans whose instalment fits, fewest instalments first, and the plan with the lowest instalment.
 * @param target the maximum instalment, in cents
 */
export function targetPlans<Plan extends OfferedPlan>(plans: readonly Plan[], target: number): { fitting: Plan[]; lowest: Plan | null } {
  const byCount = plans.toSorted((a, b) => a.numInstalments - b.numInstalments)
  const lowest = plans.reduce<Plan | null>(
    (lowestSoFar, plan) => (lowestSoFar && lowestSoFar.instalmentAmount <= plan.instalmentAmount ? lowestSoFar : plan),
    null,
  )
  return { fitting: byCount.filter(({ instalmentAmount }) => instalmentAmount <= target), lowest }
}
