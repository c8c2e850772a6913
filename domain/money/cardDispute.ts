import { DAY_MS } from '../platform/dates.ts'
import { cents, percentOf, sum, ZERO, type BasisPoints, type Cents } from '../platform/money.ts'

/** What a cardholder tells their bank, in the card networks' terms. */
export const disputeReasons = [
  'fraudulent',
  'unrecognized',
  'not_received',
  'unacceptable',
  'duplicate',
  'refund_missing',
  'cancelled',
  'general',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/**
 * `inquiry`: the bank asks and withdraws nothing; `needs_response`: the money was withdrawn and evidence may be given; `under_review`: the bank has the
 * evidence; `won`: it came back; `lost`; `dismissed`: ended without effect.
 */
export const disputeStates = ['inquiry', 'needs_response', 'under_review', 'won', 'lost', 'dismissed'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The shop's answer: it gave evidence, or does not contest the dispute. */
export const disputeAnswers = ['evidence', 'accepted'] as const
export type DisputeAnswer = (typeof disputeAnswers)[number]

export const disputeBearers = ['merchant', 'provider'] as const
export type DisputeBearer = (typeof disputeBearers)[number]

/** What a file of the evidence shows. One file each: a later one replaces it. */
export const evidenceKinds = ['delivery', 'communication', 'receipt', 'terms', 'other'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** The longest text of a shop as evidence; what the partner accepts in one field, less what is added. */
export const MAX_EVIDENCE_TEXT = 10_000
/** The most bytes of all files of one dispute: the partner takes no more. */
export const MAX_EVIDENCE_BYTES = 4_500_000

export const isOver = (state: DisputeState): boolean => state === 'won' || state === 'lost' || state === 'dismissed'

/** Whether the customer's bank holds, or kept, the money: then the plan is not collected and nothing is refunded. */
export const isContested = (state: DisputeState): boolean => state === 'needs_response' || state === 'under_review' || state === 'lost'

const order: readonly DisputeState[] = ['inquiry', 'needs_response', 'under_review', 'dismissed', 'lost', 'won']
/** What is known of a dispute and what is read of it: an older answer never replaces a newer one, and only a lost dispute can still be won. */
export const laterState = (known: DisputeState, read: DisputeState): DisputeState =>
  isOver(known) && !(known === 'lost' && read === 'won') ? known : isOver(read) || order.indexOf(read) > order.indexOf(known) ? read : known

/**
 * Who bears a lost dispute (docs/domain.md#card-disputes). The shop, when it did not contest it, gave no evidence, or sold against the rules; the provider
 * otherwise, also when it was the provider who did not pass the evidence on.
 */
export const bearerOf = ({ answer, soldByTheRules }: { answer: DisputeAnswer | null; soldByTheRules: boolean }): DisputeBearer =>
  answer === 'evidence' && soldByTheRules ? 'provider' : 'merchant'

/** Until when the shop may answer: two days before the partner's deadline, in which staff looks at it and sends it, but never less than half of the time. */
export function answerBy(openedAt: Date, evidenceDueAt: Date): Date {
  const half = (openedAt.getTime() + evidenceDueAt.getTime()) / 2
  return new Date(Math.min(evidenceDueAt.getTime(), Math.max(evidenceDueAt.getTime() - 2 * DAY_MS, half)))
}

/** The deadline that the shop has now: its own; after it the partner's, until which it may still answer. */
export function answerDeadline(openedAt: Date, evidenceDueAt: Date, now: Date): Date {
  const by = answerBy(openedAt, evidenceDueAt)
  return by > now ? by : evidenceDueAt
}

/**
 * Where the money of a dispute stands, in cents: `held` by the customer's bank, borne by the provider or by the shop, and the partner's fee. The shop pays
 * the fee, with its VAT, when it bears the dispute; the partner is paid it in any case.
 */
export type DisputeMoney = {
  heldCents: Cents
  providerCents: Cents
  merchantCents: Cents
  partnerFeeCents: Cents
  merchantFeeCents: Cents
  merchantVatCents: Cents
}

export const noDisputeMoney: DisputeMoney = {
  heldCents: ZERO,
  providerCents: ZERO,
  merchantCents: ZERO,
  partnerFeeCents: ZERO,
  merchantFeeCents: ZERO,
  merchantVatCents: ZERO,
}

type Facts = { state: DisputeState; withdrawnCents: Cents; feeCents: Cents; bearer: DisputeBearer | null; vatRate: BasisPoints }

/** Where the money must stand. `withdrawnCents` and `feeCents`: what the partner took, less what it gave back. `bearer`: of a lost dispute. */
export function disputeMoney({ state, withdrawnCents, feeCents, bearer, vatRate }: Facts): DisputeMoney {
  const isLost = state === 'lost'
  const isShops = isLost && bearer === 'merchant'
  return {
    heldCents: isLost ? ZERO : withdrawnCents,
    providerCents: isLost && !isShops ? withdrawnCents : ZERO,
    merchantCents: isShops ? withdrawnCents : ZERO,
    partnerFeeCents: feeCents,
    merchantFeeCents: isShops ? feeCents : ZERO,
    merchantVatCents: isShops ? percentOf(feeCents, vatRate) : ZERO,
  }
}

/** What must be booked to get from one to the other. */
export const moneyBetween = (from: DisputeMoney, to: DisputeMoney): DisputeMoney => ({
  heldCents: cents(to.heldCents - from.heldCents),
  providerCents: cents(to.providerCents - from.providerCents),
  merchantCents: cents(to.merchantCents - from.merchantCents),
  partnerFeeCents: cents(to.partnerFeeCents - from.partnerFeeCents),
  merchantFeeCents: cents(to.merchantFeeCents - from.merchantFeeCents),
  merchantVatCents: cents(to.merchantVatCents - from.merchantVatCents),
})

export const hasMoney = (money: DisputeMoney): boolean => Object.values(money).some((amount) => amount !== 0)

/** What the shop pays in all, in cents. */
export const merchantTotal = ({ merchantCents, merchantFeeCents, merchantVatCents }: DisputeMoney): Cents =>
  sum(merchantCents, merchantFeeCents, merchantVatCents)

/** What the partner took in all, in cents. */
export const takenByPartner = ({ heldCents, providerCents, merchantCents, partnerFeeCents }: DisputeMoney): Cents =>
  sum(heldCents, providerCents, merchantCents, partnerFeeCents)
