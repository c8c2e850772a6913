import type { StatusReason, Substatus } from './states.ts'

/** The customer's screens in their order; the shop's ladder says the same words. */
export type CheckoutStep = 'plan' | 'consent' | 'code' | 'identity' | 'challenge' | 'bank' | 'card' | 'summary' | 'outcome'

/** What is known of a checkout: where its operation stands and which of its questions have been answered. */
export interface CheckoutFacts {
  substatus: Substatus
  statusReason: StatusReason | null
  planChosen: boolean
  consentsGiven: boolean
  /** The one-time code was entered. */
  codeConfirmed: boolean
  identified: boolean
  /** The identity check was passed; the operation keeps its reason, and its longer time, until it is signed. */
  challengePassed: boolean
  cardSaved: boolean
}

/**
 * The one question that is open (in this order: what it costs before who asks, who asks before how it is paid). Follows from facts
 * alone, so that a reload, another device and the shop's screen agree.
 */
export function checkoutStepOf(facts: CheckoutFacts): CheckoutStep {
  if (facts.substatus !== 'pending_customer') return 'outcome'
  if (!facts.planChosen) return 'plan'
  if (!facts.consentsGiven) return 'consent'
  if (!facts.codeConfirmed) return 'code'
  if (!facts.identified) return 'identity'
  if (facts.statusReason === 'challenge_required' && !facts.challengePassed) return 'challenge'
  if (facts.statusReason === 'bank_link_required') return 'bank'
  return facts.cardSaved ? 'summary' : 'card'
}
