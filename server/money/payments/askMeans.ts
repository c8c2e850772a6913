import { sum, ZERO, type Cents } from '#domain/platform/money'
import { statusOfBankError, type BankConsent, type BankConsentStatus, type BankErrorCode, type BankProvider } from './bankProvider.ts'

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
