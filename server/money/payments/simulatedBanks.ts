import { createHash } from 'node:crypto'
import { cents } from '#domain/platform/money'
import type { BankAccountSummary, BankConsent, BankErrorCode, BankProvider } from './bankProvider.ts'
import { statusOfBankError } from './bankProvider.ts'

/** Bank codes that no bank has, one for each answer that a real interface may give. */
const troubles: Readonly<Record<string, BankErrorCode>> = {
  '9901': 'C001',
  '9902': 'C002',
  '9904': 'C004',
  '9905': 'C005',
  '9911': 'T001',
  '9900': 'P000',
}
/** A bank whose customers have less than they spend. */
const poorBank = '9950'

/** Banks without a network: the code alone says what happens; figures follow from the consent's id. */
export function simulatedBanks(): BankProvider {
  const troubleOf = ({ bankCode }: BankConsent): BankErrorCode | null => troubles[bankCode] ?? null
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
