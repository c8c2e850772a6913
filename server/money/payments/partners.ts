import { type Cents, sum, ZERO } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'

/**
 * What became of a direct debit. `unknown`: the bank never heard of it; `pending`: it will be charged; `booked`: the money is ours; `rejected`: it
 * was never charged; `returned`: it was, and the money went back.
 */
export type DebitReportState = 'unknown' | 'pending' | 'booked' | 'rejected' | 'returned'

/**
 * The bank's word on one debit, named by our end-to-end id. `amountCents`: what it charges; null where it does not say. `code`: why it was refused or
 * given back (ISO 20022), else null.
 */
export type DebitReport = { endToEndId: string; state: DebitReportState; amountCents: number | null; at: Date | null; code: string | null }

/**
 * What we need of the bank that charges shops for us. Every call may throw `ProviderUnreachable`: then nobody knows whether it was
 * heard, and it may be repeated. A bank charges an end-to-end id once, however often it is told.
 */
export type BankDebits = {
  /** The provider's own account, that debits are paid to. */
  iban: string
  /** Hands in a file of debits (pain.008.001.08), whole or not at all; the same message id is the same file. */
  send(file: { messageId: string; xml: string }): Promise<void>
  /** What is known of debits at an instant; answers may come twice, or be missing: that says nothing, least of all that the bank never heard. */
  reports(endToEndIds: readonly string[], now: Date): Promise<DebitReport[]>
}

/** What the account-information interface may answer instead of data (docs/domain.md#bank-check). */
export const bankErrorCodes = ['C001', 'C002', 'C004', 'C005', 'T001', 'P000'] as const
export type BankErrorCode = (typeof bankErrorCodes)[number]

type BankConsentStatus = 'pending' | 'confirmed' | 'expired' | 'failed'

/** What an error means for the consent: not finished yet, too late, or of no use; nothing else is told to anybody. */
export function statusOfBankError(code: BankErrorCode): BankConsentStatus {
  if (code === 'C002') return 'pending'
  return code === 'C004' ? 'expired' : 'failed'
}

/** One of the customer's accounts, in sums alone: what a decision needs and no more. Amounts in cents a month. */
export type BankAccountSummary = { incomeCents: Cents; outgoingsCents: Cents; balanceCents: Cents; isOwner: boolean }

/** A consent at one bank; `id` is ours and the same id is the same consent. `bankCode`: four digits of the bank. */
export type BankConsent = { id: string; documentNumber: string; bankCode: string; mode: Mode }

/**
 * What we need of an account-information service (PSD2). May throw `ProviderUnreachable`. What it tells is used for the decision, kept
 * nowhere and shown to no shop.
 */
export type BankProvider = {
  /** Asks the customer's bank for a one-off look; `authorise` is what the customer answered there. */
  startConsent(consent: BankConsent & { authorise: boolean }): Promise<{ error: BankErrorCode | null }>
  consentStatus(consent: BankConsent): Promise<{ status: BankConsentStatus; error: BankErrorCode | null }>
  /** Sums of the last three months over the customer's accounts; an error when the consent does not stand. */
  accounts(consent: BankConsent): Promise<{ accounts: BankAccountSummary[]; error: BankErrorCode | null }>
}

/** What became of a transfer. `unknown`: the bank never heard of it; `pending`: it will be booked; `returned`: the money came back. */
type TransferState = 'unknown' | 'pending' | 'booked' | 'returned'

/** The bank's word on one transfer, named by our end-to-end id. `code`: why it came back (ISO 20022), else null. */
export type TransferReport = { endToEndId: string; state: TransferState; at: Date | null; code: string | null }

/**
 * What we need of the bank that holds the provider's money. Every call may throw `ProviderUnreachable`: then nobody knows whether
 * it was heard, and it may be repeated. A bank pays an end-to-end id once, however often it is told.
 */
export type BankTransfers = {
  /** The provider's own account, that transfers leave from. */
  iban: string
  /** Hands in a file of transfers (pain.001.001.09), whole or not at all; the same message id is the same file. */
  send(file: { messageId: string; xml: string }): Promise<void>
  /** What is known of transfers at an instant; answers may be missing, or come twice. */
  reports(endToEndIds: readonly string[], now: Date): Promise<TransferReport[]>
}

/** Form of the support number printed on a Spanish identity document: three letters and six digits; no spaces, capitals. */
export const supportNumberPattern = /^[A-Z]{3}\d{6}$/

/** `failed`: a wrong number, which may be a slip of the hand; `refused`: somebody else, whatever they try next. */
type ChallengeAnswer = 'passed' | 'failed' | 'refused'

/** Who checks that the person holds the document. May throw `ProviderUnreachable`; the same id is the same question. */
export type IdentityProvider = {
  challenge(question: { id: string; documentNumber: string; supportNumber: string; mode: Mode }): Promise<ChallengeAnswer>
}

/** A card as its provider knows it; the number itself never comes here. */
export type CardMethod = { token: string; brand: string; last4: string }

/** `id` is ours and the provider's idempotency key: the same id asks the same thing, however often it is sent. */
export type CardRequest = { id: string; method: CardMethod; amountCents: Cents; mode: Mode }

/** The provider did not answer in time: whether it did something is unknown, and asking again with the same id finds out. */
export class ProviderUnreachable extends Error {}

/**
 * What we need of whoever processes cards. Every call may throw `ProviderUnreachable`; every call may be repeated and then
 * answers as before. Amounts in cents, never zero.
 */
export type PaymentProvider = {
  /** Its name in `payment_methods.provider`. */
  name: string
  /** Asks the card's bank, with the customer present, whether the card can be used later; nothing is held. */
  verify(request: Omit<CardRequest, 'amountCents'>): Promise<'verified' | 'declined'>
  /** Holds an amount on a card, with the customer present. A declined one has no effect on the card. */
  authorise(request: CardRequest): Promise<{ state: 'authorised' | 'declined'; reference: string }>
  /** Takes that much of what is held and lets go of the rest. */
  capture(reference: string, amountCents: Cents): Promise<void>
  /** Lets go of what is held; what was taken meanwhile is given back. */
  release(reference: string): Promise<void>
  /** Takes an amount at once, without the customer: an instalment on the card on file. */
  charge(request: CardRequest): Promise<{ state: 'captured' | 'declined'; reference: string }>
  /** What the token of the provider's own card field stands for; null when the provider did not make it. */
  readToken(token: string): Promise<{ brand: string; last4: string } | null>
  /** Where the provider draws its card field, to be framed by the customer's page; relative: on the page's own host. */
  cardFieldUrl(mode: Mode): string
}

/** Sums over the customer's own accounts in a month, in cents. */
export type Means = { incomeCents: Cents; outgoingsCents: Cents }

export type BankAnswer = { status: BankConsentStatus; error: BankErrorCode | null; means: Means | null }

const no = (error: BankErrorCode): BankAnswer => ({ status: statusOfBankError(error), error, means: null })

/** Asks a bank, with what the customer answered there, what they earn and spend. Without any lock: a bank may take its time. May throw `ProviderUnreachable`. */
export async function askMeans(banks: BankProvider, consent: BankConsent, authorise: boolean): Promise<BankAnswer> {
  const started = await banks.startConsent({ ...consent, authorise })
  if (started.error !== null) return no(started.error)
  const { accounts, error } = await banks.accounts(consent)
  if (error !== null) return no(error)
  const own = accounts.filter((account) => account.isOwner)
  const means = {
    incomeCents: sum(ZERO, ...own.map((one) => one.incomeCents)),
    outgoingsCents: sum(ZERO, ...own.map((one) => one.outgoingsCents)),
  }
  return { status: 'confirmed', error: null, means }
}
