import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { httpDecisions } from './httpDecisions.ts'
import type { PaymentProvider } from './cardProvider.ts'
import { banksByMode, cardsByMode } from './cardsByMode.ts'
import { gocardlessBanks } from './gocardless/gocardlessBanks.ts'
import type { AccountInformation } from './accountInformation.ts'
import type { BankDebits, BankTransfers, DecisionEngine } from './partners.ts'
import { simulatedBank, simulatedDebits } from './simulatedBank.ts'
import { recordsInDatabase, type SimulatedRecords } from './simulatedCardRecords.ts'
import { simulatedCards } from './simulatedCards.ts'
import type { IdentityProvider } from './identityProvider.ts'
import { checksInDatabase, type SimulatedChecks } from './simulatedChecks.ts'
import { simulatedIdentity } from './simulatedIdentity.ts'
import { simulatedBanks } from './simulatedPartners.ts'
import { stripeCards } from './stripe/stripeCards.ts'

/** External services of a sale (card processor, customer's bank, identity check, decision engine), and the bank that pays and charges shops. */
export type Payments = {
  cards: PaymentProvider
  /** The simulated card provider's records, which its challenge page answers. */
  simulatedCards: SimulatedRecords
  /** Reads customers' accounts at their banks. */
  banks: AccountInformation
  identity: IdentityProvider
  /** The simulated partners' records, which their pages answer. */
  simulatedChecks: SimulatedChecks
  /** Decides on live sales; null: the rules do (`domain/sales/operations/decision.ts`). */
  decisions: DecisionEngine | null
  transfers: BankTransfers
  debits: BankDebits
}

type Given = Pick<Config, 'cards' | 'accountInformation' | 'decision' | 'brand' | 'sessionSecret'>

/** Signs the simulated provider's notifications. */
const simulatedSecret = (sessionSecret: string) => createHmac('sha256', sessionSecret).update('simulated card notifications').digest('hex')

/** The card provider of this installation. A further one has a line here and in `cardsConfig.ts` (docs/card-provider.md). */
function makeCards({ cards, sessionSecret }: Given, records: SimulatedRecords): PaymentProvider {
  const simulated = simulatedCards(records, simulatedSecret(sessionSecret))
  switch (cards.name) {
    case 'simulated':
      return simulated
    case 'stripe':
      return cardsByMode(stripeCards(cards), simulated)
  }
}

/** The account-information partner of this installation; the simulated one in test mode. */
function makeBanks({ accountInformation }: Given, checks: SimulatedChecks): AccountInformation {
  const simulated = simulatedBanks(checks)
  return accountInformation.name === 'gocardless' ? banksByMode(gocardlessBanks(accountInformation), simulated) : simulated
}

/** The partners of this installation. */
export function makePayments(config: Given, database: Database): Payments {
  const { decision, brand } = config
  const records = recordsInDatabase(database)
  const checks = checksInDatabase(database)
  return {
    cards: makeCards(config, records),
    simulatedCards: records,
    banks: makeBanks(config, checks),
    identity: simulatedIdentity(checks, simulatedSecret(config.sessionSecret)),
    simulatedChecks: checks,
    transfers: simulatedBank(),
    debits: simulatedDebits(),
    decisions: decision.engine && httpDecisions({ ...decision.engine, userAgent: `${brand.vendor}-decisions/1` }),
  }
}
