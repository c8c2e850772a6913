import { createHash, createHmac } from 'node:crypto'
import { cents } from '#domain/platform/money'
import { type BankAccountSummary, type BankConsent, type BankErrorCode, type BankProvider, statusOfBankError } from './partners.ts'

/** Bank codes that do not exist, one for each error of a real interface. */
const errors: Readonly<Record<string, BankErrorCode>> = {
  '9901': 'C001',
  '9902': 'C002',
  '9904': 'C004',
  '9905': 'C005',
  '9911': 'T001',
  '9900': 'P000',
}
/** A bank whose customers spend more than they earn. */
const poorBank = '9950'

/** Banks without a network: the bank code determines the outcome; amounts are derived from the consent's id. */
export function simulatedBanks(): BankProvider {
  const troubleOf = ({ bankCode }: BankConsent): BankErrorCode | null => errors[bankCode] ?? null
  return {
    startConsent: async (consent) => ({ error: consent.authorise ? troubleOf(consent) : 'C001' }),
    consentStatus: async (consent) => {
      const error = troubleOf(consent)
      return { status: error === null ? 'confirmed' : statusOfBankError(error), error }
    },
    accounts: async (consent) => {
      const error = troubleOf(consent)
      return { accounts: error === null ? [accountOf(consent)] : [], error }
    },
  }
}

function accountOf({ id, bankCode }: BankConsent): BankAccountSummary {
  const chance = createHash('sha256').update(id).digest().readUInt16BE() / 65_536
  const incomeCents = bankCode === poorBank ? 60_000 : Math.round(180_000 + chance * 220_000)
  const outgoingsCents = bankCode === poorBank ? 75_000 : Math.round(incomeCents * 0.6)
  return { incomeCents: cents(incomeCents), outgoingsCents: cents(outgoingsCents), balanceCents: cents(incomeCents * 2), isOwner: true }
}

/** Hash of a document in `bank_consents`: an HMAC with the installation's secret, so that a copy of the table identifies nobody. */
export const documentHash = (secret: string, documentNumber: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('documents').digest()).update(documentNumber.toUpperCase()).digest()
