import { type Cents, sum, ZERO } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'

/** Error codes of the account-information interface (docs/domain.md#bank-check). */
export const bankErrorCodes = ['C001', 'C002', 'C004', 'C005', 'T001', 'P000'] as const
export type BankErrorCode = (typeof bankErrorCodes)[number]

type BankConsentStatus = 'pending' | 'confirmed' | 'expired' | 'failed'

/** The consent's status for an error code; nothing more is disclosed. */
export function statusOfBankError(code: BankErrorCode): BankConsentStatus {
  if (code === 'C002') return 'pending'
  return code === 'C004' ? 'expired' : 'failed'
}

/** One of the customer's accounts, only in the totals that a decision needs. Amounts in cents per month. */
export type BankAccountSummary = { incomeCents: Cents; outgoingsCents: Cents; balanceCents: Cents; isOwner: boolean }

/**
 * A consent at one bank; `id` is ours, and identifies it. `bankCode`: the bank's four digits. `reference`: the partner's, null when its answer did not arrive.
 * `holder`: the customer's name, to which the accounts must belong; null: not known.
 */
export type BankConsent = { id: string; bankCode: string; mode: Mode; reference: string | null; holder: string | null }

/** `returnUrl`: where the customer's browser returns from their bank. */
export type BankConsentRequest = Omit<BankConsent, 'reference'> & { documentNumber: string; returnUrl: string; language: string }

/** `redirectUrl`: where the customer answers their bank, while they have not; `error`: why it is not confirmed. */
export type BankConsentState = {
  reference: string
  status: BankConsentStatus
  redirectUrl: string | null
  error: BankErrorCode | null
}

/**
 * An account-information service (PSD2). Every call may throw `ProviderUnreachable`; every call is idempotent by its id. Its data is used for the decision only: it
 * is not stored and not shown to shops.
 */
export type AccountInformation = {
  /** Its name in `bank_consents.provider`. */
  name: string
  /** Requests one-off access from the customer's bank; the same id is the same consent. */
  start(request: BankConsentRequest): Promise<BankConsentState>
  /** The present state; null: the partner has not received it. */
  find(consent: BankConsent): Promise<BankConsentState | null>
  /** Totals of the last three months over the customer's accounts; an error when the consent is not valid. */
  accounts(consent: BankConsent & { reference: string }): Promise<{ accounts: BankAccountSummary[]; error: BankErrorCode | null }>
  /** Rejects with a ConfigProblem when the partner refuses our keys. Called at the start. */
  checkAccess(): Promise<void>
}

/** Monthly totals of the customer's own accounts, in cents. */
export type Means = { incomeCents: Cents; outgoingsCents: Cents }

export type BankAnswer = BankConsentState & { means: Means | null }

const failed = (reference: string, error: BankErrorCode): BankAnswer => ({
  reference,
  status: statusOfBankError(error),
  redirectUrl: null,
  error,
  means: null,
})

/**
 * What a consent's state means: once the bank has confirmed, the customer's income and outgoings are read. Must not be called with a lock held, because banks may be slow.
 * May throw `ProviderUnreachable`.
 */
export async function readMeans(banks: AccountInformation, consent: BankConsent, state: BankConsentState): Promise<BankAnswer> {
  if (state.status !== 'confirmed') return { ...state, means: null }
  const { accounts, error } = await banks.accounts({ ...consent, reference: state.reference })
  if (error !== null) return failed(state.reference, error)
  const own = accounts.filter((account) => account.isOwner)
  if (own.length === 0) return failed(state.reference, 'P000')
  const means = {
    incomeCents: sum(ZERO, ...own.map((one) => one.incomeCents)),
    outgoingsCents: sum(ZERO, ...own.map((one) => one.outgoingsCents)),
  }
  return { ...state, redirectUrl: null, error: null, means }
}
