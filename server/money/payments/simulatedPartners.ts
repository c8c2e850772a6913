import { createHash } from 'node:crypto'
import { cents } from '#domain/platform/money'
import {
  type AccountInformation,
  type BankAccountSummary,
  type BankConsentState,
  type BankErrorCode,
  statusOfBankError,
} from './accountInformation.ts'
import { checksInMemory, type SimulatedCheck, type SimulatedChecks } from './simulatedChecks.ts'

/** Where the customer answers a simulated bank. */
export const bankConsentPath = '/bank-consent'

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

const referenceOf = (id: string) => `sim_bank_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`

/** Banks without a network: the bank code determines the outcome once the customer has authorised; amounts are derived from the consent's id. */
export function simulatedBanks(checks: SimulatedChecks = checksInMemory()): AccountInformation {
  return {
    name: 'simulated',
    checkAccess: async () => {},
    async start({ id, bankCode, returnUrl }) {
      return stateOf(await checks.keep({ id, kind: 'bank', state: 'waiting', subject: bankCode, returnUrl }))
    },
    async find({ id }) {
      const check = await checks.read(id)
      return check ? stateOf(check) : null
    },
    async accounts({ id, bankCode }) {
      const error = errors[bankCode] ?? null
      return { accounts: error === null ? [accountOf(id, bankCode)] : [], error }
    },
  }
}

function stateOf({ id, state, subject, returnUrl }: SimulatedCheck): BankConsentState {
  const reference = referenceOf(id)
  const redirectUrl = new URL(`${bankConsentPath}/${id}`, returnUrl).href
  if (state === 'waiting') return { reference, status: 'pending', redirectUrl, error: 'C002' }
  const error = state === 'passed' ? errors[subject] : state === 'expired' ? 'C004' : 'C001'
  if (error === undefined) return { reference, status: 'confirmed', redirectUrl: null, error: null }
  return { reference, status: statusOfBankError(error), redirectUrl: null, error }
}

function accountOf(id: string, bankCode: string): BankAccountSummary {
  const chance = createHash('sha256').update(id).digest().readUInt16BE() / 65_536
  const incomeCents = bankCode === poorBank ? 60_000 : Math.round(180_000 + chance * 220_000)
  const outgoingsCents = bankCode === poorBank ? 75_000 : Math.round(incomeCents * 0.6)
  return { incomeCents: cents(incomeCents), outgoingsCents: cents(outgoingsCents), balanceCents: cents(incomeCents * 2), isOwner: true }
}
