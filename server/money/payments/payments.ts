import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { fileDebits, fileTransfers } from './fileBank.ts'
import { httpDecisions } from './httpDecisions.ts'
import type { PaymentProvider } from './cardProvider.ts'
import { cardsByMode } from './cardsByMode.ts'
import type { BankDebits, BankProvider, BankTransfers, DecisionEngine, IdentityProvider } from './partners.ts'
import { simulatedBank, simulatedDebits } from './simulatedBank.ts'
import { recordsInDatabase, type SimulatedRecords } from './simulatedCardRecords.ts'
import { simulatedCards } from './simulatedCards.ts'
import { disputesInDatabase, type SimulatedDisputes } from './simulatedDisputes.ts'
import { simulatedBanks, simulatedIdentity } from './simulatedPartners.ts'
import { stripeCards } from './stripe/stripeCards.ts'

/** External services of a sale (card processor, customer's bank, identity check, decision engine), and the bank that pays and charges shops. */
export type Payments = {
  cards: PaymentProvider
  /** The simulated card provider's records, which its challenge page answers. */
  simulatedCards: SimulatedRecords
  /** Its disputes, which the lab opens. */
  simulatedDisputes: SimulatedDisputes
  banks: BankProvider
  identity: IdentityProvider
  /** Decides on live sales; null: the rules do (`domain/sales/operations/decision.ts`). */
  decisions: DecisionEngine | null
  transfers: BankTransfers
  debits: BankDebits
}

type Given = Pick<Config, 'cards' | 'decision' | 'bank' | 'brand' | 'sessionSecret'>

/** Signs the simulated provider's notifications. */
const simulatedSecret = (sessionSecret: string) => createHmac('sha256', sessionSecret).update('simulated card notifications').digest('hex')

/** The card provider of this installation. A further one has a line here and in `cardsConfig.ts` (docs/card-provider.md). */
function makeCards({ cards, sessionSecret }: Given, records: SimulatedRecords, disputes: SimulatedDisputes): PaymentProvider {
  const simulated = simulatedCards(records, simulatedSecret(sessionSecret), disputes)
  switch (cards.name) {
    case 'simulated':
      return simulated
    case 'stripe':
      return cardsByMode(stripeCards(cards), simulated)
  }
}

/** The partners of this installation. */
export function makePayments(config: Given, database: Database): Payments {
  const { decision, brand, bank } = config
  const files = bank.iban === null ? null : { iban: bank.iban, folder: bank.payoutDir }
  const records = recordsInDatabase(database)
  const disputes = disputesInDatabase(database)
  return {
    cards: makeCards(config, records, disputes),
    simulatedCards: records,
    simulatedDisputes: disputes,
    banks: simulatedBanks(),
    identity: simulatedIdentity(),
    transfers: files ? fileTransfers(database, files) : simulatedBank(),
    debits: files ? fileDebits(database, files) : simulatedDebits(),
    decisions: decision.engine && httpDecisions({ ...decision.engine, userAgent: `${brand.vendor}-decisions/1` }),
  }
}
