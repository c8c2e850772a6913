import type { Mode } from '../../platform/database/scope.ts'
import type { CardPlace, SignedRequest } from './cardProvider.ts'

/** Format of the support number printed on a Spanish identity document: three capital letters and six digits, without spaces. */
export const supportNumberPattern = /^[A-Z]{3}\d{6}$/

/** What a customer types on our page: the number of their document, or a code that the partner sent to their phone. */
export type IdentityQuestion = 'support_number' | 'code'

/** The person whose identity is checked, as they said who they are. `birthday`: null when it is not known; `phone`: nine national digits. */
type CheckedPerson = { firstName: string; lastName: string; documentNumber: string; birthday: string | null; phone: string | null }

/** `id` is our id and the partner's idempotency key. `returnUrl`: where the customer's browser returns from the partner's page. */
export type IdentityRequest = { id: string; place: CardPlace; person: CheckedPerson; returnUrl: string; language: string }

/** Our id of an earlier request, whose it was, and the partner's reference; null: its answer did not arrive. */
type IdentityLookup = { id: string; place: CardPlace; reference: string | null }

/** How a check ended. `failed`: it may have been a mistake; `refused`: somebody else; `needs_review`: a person of the provider decides. */
export type IdentityEnd = 'passed' | 'failed' | 'refused' | 'needs_review' | 'expired'

/**
 * The state of a check. `needs_customer`: on the partner's page at `redirectUrl`; `needs_answer`: on ours; `pending`: known later, by a notification or by
 * `find`. `reference` is the partner's.
 */
export type IdentityAnswer = { reference: string } & (
  | { state: 'needs_customer'; redirectUrl: string }
  | { state: 'needs_answer'; asks: IdentityQuestion }
  | { state: 'pending' | IdentityEnd }
)

/** How a check begins, for the page that announces it. */
export type IdentityWay = 'page' | IdentityQuestion

/** A notification whose signature was valid: its id at the partner, and what it is about. It holds no personal data. */
type IdentityNotification = { id: string; type: string; objectId: string }

/** Checks that the customer is who they say. Every call may throw `ProviderUnreachable`; every call is idempotent by its id. */
export type IdentityProvider = {
  /** Its name in `identity_checks.provider` and in the address of its notifications. */
  name: string
  way(about: { documentNumber: string; mode: Mode }): IdentityWay
  /** Begins a check; the same id is the same check. */
  start(request: IdentityRequest): Promise<IdentityAnswer>
  /** What the customer typed, for a check that needs an answer. */
  answer(lookup: IdentityLookup & { text: string }): Promise<IdentityAnswer>
  /** The present state; null: the partner has not received it. */
  find(lookup: IdentityLookup): Promise<IdentityAnswer | null>
  /** Verifies a notification; null when it is not the partner's or is too old. */
  verifyNotification(request: SignedRequest): Promise<IdentityNotification | null>
  /** Our id of the check that a notification is about; null: nothing that concerns us. Its state is then read by `find`. */
  readNotification(notification: IdentityNotification): Promise<{ id: string } | null>
  /** Rejects with a ConfigProblem when the partner refuses our keys. Called at the start. */
  checkAccess(): Promise<void>
}
