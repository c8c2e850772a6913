import type { BalanceMovement } from '#domain/money/cardBalance'
import type { DisputeReason, DisputeState, EvidenceKind } from '#domain/money/cardDispute'
import type { Cents } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'

/** A card's token at its provider; we never receive the card number. */
export type CardMethod = { token: string; brand: string; last4: string }

/** `expiresOn`: the last day of its validity, null when unknown. */
export type SavedCard = CardMethod & { expiresOn: string | null }

/** Whose card it is about. Providers keep it with the payment, so that a notification leads to the operation. */
export type CardPlace = { merchantId: string; mode: Mode; operationId: string }

/**
 * `id` is our id and the provider's idempotency key. `returnUrl`: where the customer's browser returns from their bank; null when the customer is not
 * present (merchant-initiated: an instalment on the card on file).
 */
export type CardRequest = { id: string; place: CardPlace; method: CardMethod; amountCents: Cents; returnUrl: string | null }

/** Our id of an earlier request, whose it was, and the provider's reference; null: its answer did not arrive. */
export type CardLookup = { id: string; place: CardPlace; reference: string | null }

/** What may help after a decline: nothing, the same card on another day, or another card. */
export type DeclineRetry = 'never' | 'later' | 'other_card'

/** `code`: the provider's word for the reason, for the provider's staff. */
type Declined = { state: 'declined'; reference: string; retry: DeclineRetry; code: string }

/**
 * The answer to a hold, a charge or a setup. `needs_action`: the customer's bank asks the customer to authenticate (PSD2, art. 97) at `redirectUrl`; null
 * when the customer was not present and must be asked to come. `pending`: the outcome is known later, by a notification or by `find`. `reference` is the
 * provider's.
 */
export type CardAnswer =
  | { state: 'succeeded'; reference: string }
  | { state: 'needs_action'; reference: string; redirectUrl: string | null }
  | { state: 'pending'; reference: string }
  | Declined

/** The answer to a refund. `pending`: the outcome is known later, by a notification or by `findRefund`. */
export type RefundAnswer = { state: 'succeeded'; reference: string } | { state: 'pending'; reference: string } | Declined

/** A refund of a charge; `id` is our id and the provider's idempotency key. `chargeId` and `reference`: the charge's id and its reference at the provider. */
export type CardRefund = { id: string; place: CardPlace; chargeId: string; reference: string; cents: Cents }

/** The provider's field in a frame of the customer's page, which authenticates the customer itself and gives a token. */
type CardField = {
  kind: 'field'
  /** Its URL; relative: on the page's own host. */
  url: string
  /** The card of a token; null when the provider did not issue it. */
  readToken(token: string): Promise<SavedCard | null>
  /** Verifies, with the customer present, that the card can be charged later; authorises no amount. */
  verify(request: Omit<CardRequest, 'amountCents' | 'returnUrl'>): Promise<'verified' | 'declined'>
}

/** `open`: the customer has not finished; `expired`: the page no longer exists. */
type SetupAnswer = { state: 'succeeded'; card: SavedCard } | { state: 'open' | 'expired' }

/** The provider's own page, which the customer's browser is redirected to and returns from. */
type CardPage = {
  kind: 'page'
  /** Begins; the same id is the same page. */
  begin(request: { id: string; place: CardPlace; returnUrl: string; language: string }): Promise<{ reference: string; redirectUrl: string }>
  /** What came of it. */
  find(setup: { id: string; place: CardPlace; reference: string }): Promise<SetupAnswer>
}
export type CardSetup = CardField | CardPage

/** A notification whose signature was valid: its id at the provider, and what it is about. It holds no personal data. */
export type CardNotification = { id: string; type: string; objectId: string }

/**
 * A dispute of a charge, as its provider has it now (docs/domain.md#card-disputes). `reference`: the provider's id; `chargeId`: our id of the charge. Amounts
 * in cents: `withdrawnCents` what was withdrawn from us less what came back, `feeCents` the provider's fee for it.
 */
export type CardDispute = {
  reference: string
  place: CardPlace
  chargeId: string
  state: DisputeState
  reason: DisputeReason
  /** The provider's own word for the reason. */
  reasonCode: string
  amountCents: Cents
  withdrawnCents: Cents
  feeCents: Cents
  openedAt: Date
  /** Until when evidence is accepted; null: it is not, or not any more. */
  evidenceDueAt: Date | null
}

export type EvidenceFile = { id: string; kind: EvidenceKind; name: string; mediaType: string; bytes: Buffer }
/** Evidence for a dispute; `id` is our id of it and the provider's idempotency key. */
export type DisputeEvidence = { id: string; reference: string; mode: Mode; text: string; files: readonly EvidenceFile[] }

/** Disputes of charges. All of it may throw `ProviderUnreachable`, and may be repeated. */
export type CardDisputes = {
  /** The present state of a dispute; null: there is none, or it is of no charge of ours. */
  find(dispute: { reference: string; mode: Mode }): Promise<CardDispute | null>
  /** The disputes opened since an instant: finds those whose notification was lost. */
  list(query: { since: Date; mode: Mode }): Promise<CardDispute[]>
  /** Sends evidence to the customer's bank, once; returns the dispute as it is then. */
  submit(evidence: DisputeEvidence): Promise<CardDispute>
  /** Accepts the dispute: it is lost. Returns the dispute as it is then, also when it was over already. */
  accept(dispute: { reference: string; mode: Mode }): Promise<CardDispute>
}

/** What the provider moved on our balance with it (docs/card-provider.md#the-balance). May throw `ProviderUnreachable`, and may be repeated. */
export type CardBalance = {
  /** All movements from one instant, and before another one. */
  list(query: { from: Date; until: Date; mode: Mode }): Promise<BalanceMovement[]>
}

/** What a notification says happened. States are read from the provider by id: notifications arrive in any order and more than once. */
export type CardEvent =
  | { kind: 'payment'; id: string; place: CardPlace }
  | { kind: 'refund'; id: string; place: CardPlace }
  | { kind: 'card'; place: CardPlace; card: SavedCard }
  | { kind: 'dispute'; reference: string; place: CardPlace }

/** A request of the provider to our server, as received; `url`: as the provider called it. */
export type SignedRequest = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer; now: Date; url?: string }

/**
 * A card processor. Every call may throw `ProviderUnreachable`; every call is idempotent: by its id, or by the reference. Amounts in cents, never zero.
 */
export type PaymentProvider = {
  /** Its name in `payment_methods.provider` and in the address of its notifications. */
  name: string
  /** How a customer gives their card. */
  setup(mode: Mode): CardSetup
  /** Authorises an amount on a card, with the customer present. `succeeded`: it is held. */
  authorise(request: CardRequest): Promise<CardAnswer>
  /** Charges an amount. `succeeded`: it is captured. */
  charge(request: CardRequest): Promise<CardAnswer>
  /** The present state of a hold or charge; null: the provider has not received it, as far as it can tell by our id. */
  find(lookup: CardLookup): Promise<CardAnswer | null>
  /** Captures an amount of an authorisation and releases the rest. `ended`: it is held no longer. Throws when it is more than what is held. */
  capture(capture: { reference: string; amountCents: Cents; mode: Mode }): Promise<'captured' | 'ended'>
  /** Releases an authorisation, held or still waiting; refunds what has been captured. */
  release(release: { reference: string; mode: Mode }): Promise<void>
  /** Cancels a payment that waits for its customer, so that it can no longer succeed. Returns its state: `succeeded` if the cancellation came too late. */
  cancel(payment: { id: string; place: CardPlace; reference: string }): Promise<CardAnswer>
  /** Refunds a captured charge, in part or whole. Declined if the amount exceeds the rest of the charge. */
  refundCharge(refund: CardRefund): Promise<RefundAnswer>
  /** The present state of a refund; null: the provider has not received it. */
  findRefund(refund: Omit<CardRefund, 'cents'>): Promise<RefundAnswer | null>
  disputes: CardDisputes
  /** Absent: it does not report its balance, and nothing is compared with the books. */
  balance?: CardBalance
  /** Verifies a notification; null when it is not the provider's or is too old. */
  verifyNotification(request: SignedRequest): Promise<CardNotification | null>
  /** Reads what a notification is about; null: nothing that concerns us. */
  readNotification(notification: CardNotification): Promise<CardEvent | null>
  /** Rejects with a ConfigProblem when the provider refuses our keys. Called at the start. */
  checkAccess(): Promise<void>
}

/** What an adapter gives; one without `disputes` tells of none. */
export type CardAdapter = Omit<PaymentProvider, 'disputes'> & Partial<Pick<PaymentProvider, 'disputes'>>
