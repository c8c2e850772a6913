import type { Cents } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'

/** What the account-information interface may answer instead of data (docs/domain.md#bank-check). */
export const bankErrorCodes = ['C001', 'C002', 'C004', 'C005', 'T001', 'P000'] as const
export type BankErrorCode = (typeof bankErrorCodes)[number]

export type BankConsentStatus = 'pending' | 'confirmed' | 'expired' | 'failed'

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
