import type { Checkout } from '#contract/sales/checkout'

export type Step = Checkout['step']

/** The customer's screens as they come one after the other. */
const order: readonly Step[] = ['plan', 'consent', 'code', 'identity', 'challenge', 'bank', 'card', 'summary', 'outcome']
/** Those that can be looked at again once they are done. */
const lasting: readonly Step[] = ['plan', 'consent', 'identity', 'card']

/** Whether a screen is still there for who comes back to it. */
export const isLasting = (step: Step): boolean => lasting.includes(step)

/** The plan that was chosen; null before. */
export function chosenPlan({ plans, chosen }: Pick<Checkout, 'plans' | 'chosen'>) {
  return plans.find((plan) => plan.product === chosen?.product && plan.numInstalments === chosen.numInstalments) ?? null
}

/** Whether a screen can be shown now: the one that waits for the customer, and what lies behind it and lasts. */
export function isReachable(step: Step, view: Checkout): boolean {
  if (step === view.step) return true
  if (view.status !== 'open' || !isLasting(step) || order.indexOf(step) > order.indexOf(view.step)) return false
  // Another browser may not have what came after the code.
  return step === 'card' ? view.card !== null : step === 'identity' ? view.customer !== null : true
}

/** The screen before or after one, among those that can be shown; null where there is none. */
export function neighbour(step: Step, view: Checkout, way: 'before' | 'after'): Step | null {
  const at = order.indexOf(step)
  const others = way === 'after' ? order.slice(at + 1) : order.slice(0, Math.max(at, 0)).toReversed()
  return others.find((other) => isReachable(other, view)) ?? null
}

const stages: readonly Step[] = ['plan', 'consent', 'identity', 'card', 'summary']

/** How many questions there are and which one this is; the code belongs to the consent, further checks to the person. */
export function progressOf(step: Step): { at: number; total: number } {
  const stage = step === 'code' ? 'consent' : step === 'challenge' || step === 'bank' ? 'identity' : step
  return { at: stages.indexOf(stage) + 1 || stages.length, total: stages.length }
}
