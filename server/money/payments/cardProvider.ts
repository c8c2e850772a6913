import type { Cents } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'

/** Whose card it is about. Providers keep it with the payment, so that a notification leads to the operation. */
export type CardPlace = { merchantId: string; mode: Mode; operationId: string }

/** What may help after a decline: nothing, the same card on another day, or another card. */
export const declineRetries = ['never', 'later', 'other_card'] as const
export type DeclineRetry = (typeof declineRetries)[number]

/** `code`: the provider's word for the reason, for the provider's staff. */
type Declined = { state: 'declined'; reference: string; retry: DeclineRetry; code: string }

/** The answer to a refund. `pending`: the outcome is known later, by a notification or by `findRefund`. */
export type RefundAnswer = { state: 'succeeded'; reference: string } | { state: 'pending'; reference: string } | Declined

/** A refund of a charge; `id` is our id and the provider's idempotency key. `chargeId` and `reference`: the charge's id and its reference at the provider. */
export type CardRefund = { id: string; place: CardPlace; chargeId: string; reference: string; cents: Cents }
