import type { Checkout } from '#contract/sales/checkout'

export type Step = Checkout['step']

/** The steps in order. */
const order: readonly Step[] = ['plan', 'consent', 'code', 'identity', 'review', 'challenge', 'bank', 'card', 'summary', 'outcome']
/** Steps that can be revisited once completed. */
const revisitable: readonly Step[] = ['plan', 'consent', 'identity', 'card']

/** Whether a completed step can be revisited. */
export const isRevisitable = (step: Step): boolean => revisitable.includes(step)

/** The chosen plan; null before the choice. */
export function chosenPlan({ plans, chosen }: Pick<Checkout, 'plans' | 'chosen'>) {
  return plans.find((plan) => plan.product === chosen?.product && plan.numInstalments === chosen.numInstalments) ?? null
}

/** Whether a step can be shown now: the current one, or an earlier one that can be revisited. Nothing changes while a decision waits. */
export function isReachable(step: Step, view: Checkout): boolean {
  if (step === view.step) return true
  if (view.status !== 'open' || view.step === 'review' || !isRevisitable(step) || order.indexOf(step) > order.indexOf(view.step))
    return false
  // A browser that has not entered the code gets no data of the steps after it.
  return step === 'card' ? view.card !== null : step === 'identity' ? view.customer !== null : true
}

/** The previous or next reachable step; null when there is none. */
export function neighbour(step: Step, view: Checkout, direction: 'before' | 'after'): Step | null {
  const at = order.indexOf(step)
  const others = direction === 'after' ? order.slice(at + 1) : order.slice(0, Math.max(at, 0)).toReversed()
  return others.find((other) => isReachable(other, view)) ?? null
}

const stages: readonly Step[] = ['plan', 'consent', 'identity', 'card', 'summary']

/** Position and number of stages; the code counts as part of the consent, extra checks as part of the identity. */
export function progressOf(step: Step): { at: number; total: number } {
  const stage = step === 'code' ? 'consent' : step === 'review' || step === 'challenge' || step === 'bank' ? 'identity' : step
  return { at: stages.indexOf(stage) + 1 || stages.length, total: stages.length }
}
