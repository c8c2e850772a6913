import type { StatusReason, Substatus } from './states.ts'

/** The customer's steps in order; the shop's progress steps use the same names. */
export type CheckoutStep = 'plan' | 'consent' | 'code' | 'identity' | 'review' | 'challenge' | 'bank' | 'card' | 'summary' | 'outcome'

/** The facts of a checkout: the state of its operation, and the questions answered so far. */
export interface CheckoutFacts {
  substatus: Substatus
  statusReason: StatusReason | null
  planChosen: boolean
  consentsGiven: boolean
  /** The one-time code was entered. */
  codeConfirmed: boolean
  identified: boolean
  /** The provider has not decided yet. */
  awaitsDecision: boolean
  /** The identity check was passed; the operation keeps its reason, and its extended expiry, until it is signed. */
  challengePassed: boolean
  cardSaved: boolean
}

/**
 * The current step (cost before identity, identity before payment). It follows from the facts alone, so that a reload, another device and the shop's screen
 * agree.
 */
export function checkoutStepOf(facts: CheckoutFacts): CheckoutStep {
  if (facts.substatus !== 'pending_customer') return 'outcome'
  if (!facts.planChosen) return 'plan'
  if (!facts.consentsGiven) return 'consent'
  if (!facts.codeConfirmed) return 'code'
  if (!facts.identified) return 'identity'
  if (facts.awaitsDecision) return 'review'
  if (facts.statusReason === 'challenge_required' && !facts.challengePassed) return 'challenge'
  if (facts.statusReason === 'bank_link_required') return 'bank'
  return facts.cardSaved ? 'summary' : 'card'
}
