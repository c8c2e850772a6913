/**
 * Facts of operations that are counted by day. Steps happen once to an operation and count with its price; `captured`, `refunded` and `cancelled` happen as
 * often as money moves and count with what moved.
 */
export const requestSteps = ['created', 'opened', 'consented', 'identified', 'decided', 'accepted'] as const
/** How a request ended without a sale; each at most once. */
export const requestEnds = ['link_expired', 'dismissed', 'refused', 'stopped', 'unconfirmed', 'uncaptured', 'duplicated'] as const
/** `sold`: the first capture of an operation. */
export const saleFacts = ['sold', 'captured', 'refunded', 'cancelled'] as const
/** What customers dispute at their bank, and how it was decided; a dispute that was lost can still be won. Counted in the history of each operation, not by day. */
export const disputeFacts = ['disputed', 'dispute_won', 'dispute_lost'] as const
export const requestFacts = [...requestSteps, ...requestEnds] as const
export const operationFacts = [...requestFacts, ...saleFacts, ...disputeFacts] as const

export type RequestFact = (typeof requestFacts)[number]
export type SaleFact = (typeof saleFacts)[number]
export type DisputeFact = (typeof disputeFacts)[number]
export type OperationFact = (typeof operationFacts)[number]

/** The entries of an operation's history that a fact is; the others are instants of its checkout. */
export const eventsOfFact = {
  created: ['created', 'created_with_consent'],
  accepted: ['credit_accepted'],
  link_expired: ['checkout_expired'],
  dismissed: ['customer_dismissed'],
  refused: ['risk_refused', 'challenge_failed'],
  stopped: ['offline_cancelled', 'merchant_rejected'],
  unconfirmed: ['confirmation_expired'],
  uncaptured: ['capture_expired'],
  duplicated: ['duplicate_found'],
  captured: ['confirmed', 'captured'],
  refunded: ['partially_refunded', 'debt_refunded', 'fully_refunded'],
  cancelled: ['cancelled'],
  disputed: ['card_disputed'],
  dispute_won: ['card_dispute_won'],
  dispute_lost: ['card_dispute_lost'],
} as const satisfies Partial<Record<OperationFact, readonly string[]>>

/** The steps that are instants of a checkout, not entries of the history. */
export type CheckoutFact = 'opened' | 'consented' | 'identified' | 'decided'

/** Facts whose amount is what moved, or was disputed; the others count with the operation's price. */
export const movingFacts: ReadonlySet<OperationFact> = new Set(['captured', 'refunded', 'cancelled', ...disputeFacts])
