import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { httpDecisions } from './httpDecisions.ts'
import type { PaymentProvider } from './cardProvider.ts'
import type { BankDebits, BankProvider, BankTransfers, DecisionEngine, IdentityProvider } from './partners.ts'
import { simulatedBank, simulatedDebits } from './simulatedBank.ts'
import { recordsInDatabase } from './simulatedCardRecords.ts'
import { simulatedCards } from './simulatedCards.ts'
import { simulatedBanks, simulatedIdentity } from './simulatedPartners.ts'

/** External services of a sale (card processor, customer's bank, identity check, decision engine), and the bank that pays and charges shops. */
export type Payments = {
  cards: PaymentProvider
  banks: BankProvider
  identity: IdentityProvider
  /** Decides on live sales; null: the rules do (`domain/sales/operations/decision.ts`). */
  decisions: DecisionEngine | null
  transfers: BankTransfers
  debits: BankDebits
}

type Given = Pick<Config, 'paymentProvider' | 'decision' | 'brand' | 'sessionSecret'>

/** Signs the simulated provider's notifications. */
const simulatedSecret = (sessionSecret: string) => createHmac('sha256', sessionSecret).update('simulated card notifications').digest('hex')

/** The partners of this installation. */
export const makePayments = ({ decision, brand, sessionSecret }: Given, database: Database): Payments => ({
  cards: simulatedCards(recordsInDatabase(database), simulatedSecret(sessionSecret)),
  banks: simulatedBanks(),
  identity: simulatedIdentity(),
  transfers: simulatedBank(),
  debits: simulatedDebits(),
  decisions: decision.engine && httpDecisions({ ...decision.engine, userAgent: `${brand.vendor}-decisions/1` }),
})
