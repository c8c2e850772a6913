import { createHash, createHmac } from 'node:crypto'
import { cents } from '#domain/platform/money'
import {
  type BankAccountSummary,
  type BankConsent,
  type BankErrorCode,
  type BankProvider,
  type CardRequest,
  type IdentityProvider,
  type PaymentProvider,
  statusOfBankError,
  supportNumberPattern,
} from './partners.ts'

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

/** `sim_<accepted|declined>_<brand>_<last4>_<nonce>`, made by the simulated card field; the card number is not in it. */
const tokenPattern = /^sim_(accepted|declined)_([a-z]{2,20})_(\d{4})_([A-Za-z0-9]{4,64})$/

/**
 * Cards without a network, for sandbox and demonstration (docs/domain.md#test-mode: 4111 1111 1111 1111 is accepted, 4012 8888 8888 1881 declined).
 * Stateless: its answers follow from the token, and its references from the id.
 */
export function simulatedCards(): PaymentProvider {
  return {
    name: 'simulated',
    verify: async ({ method }) => (accepted(method.token) ? 'verified' : 'declined'),
    authorise: async (request) => ({ state: accepts(request) ? 'authorised' : 'declined', reference: referenceOf('hold', request) }),
    charge: async (request) => ({ state: accepts(request) ? 'captured' : 'declined', reference: referenceOf('charge', request) }),
    capture: async () => {},
    release: async () => {},
    refundCharge: async ({ id }) => ({ state: 'succeeded', reference: referenceOf('refund', { id }) }),
    findRefund: async () => null,
    readToken: async (token) => {
      const [, , brand, last4] = tokenPattern.exec(token) ?? []
      return brand === undefined || last4 === undefined ? null : { brand, last4 }
    },
    cardFieldUrl: () => '/card-field',
  }
}

const accepted = (token: string) => tokenPattern.exec(token)?.[1] === 'accepted'
const accepts = ({ method, amountCents }: CardRequest) => accepted(method.token) && amountCents > 0
const referenceOf = (kind: string, { id }: Pick<CardRequest, 'id'>) =>
  `sim_${kind}_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`

/** Accepts every well-formed support number except AAA000000 (wrong) and ZZZ000000 (somebody else's). */
export function simulatedIdentity(): IdentityProvider {
  return {
    challenge: async ({ supportNumber }) => {
      if (supportNumber === 'ZZZ000000') return 'refused'
      return supportNumberPattern.test(supportNumber) && supportNumber !== 'AAA000000' ? 'passed' : 'failed'
    },
  }
}

/** Hash of a document in `bank_consents`: an HMAC with the installation's secret, so that a copy of the table identifies nobody. */
export const documentHash = (secret: string, documentNumber: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('documents').digest()).update(documentNumber.toUpperCase()).digest()
