import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import type { ModuleConfig } from '../../platform/config/partnersConfig.ts'
import type { Database } from '../../platform/database/database.ts'
import { fileDebits, fileTransfers } from './fileBank.ts'
import { httpDecisions } from './httpDecisions.ts'
import type { CardAdapter, PaymentProvider } from './cardProvider.ts'
import { banksByMode, cardsByMode, identityByMode } from './cardsByMode.ts'
import { gocardlessBanks } from './gocardless/gocardlessBanks.ts'
import type { AccountInformation } from './accountInformation.ts'
import type { BankDebits, BankTransfers, DecisionEngine } from './partners.ts'
import { simulatedBank, simulatedDebits } from './simulatedBank.ts'
import { recordsInDatabase, type SimulatedRecords } from './simulatedCardRecords.ts'
import { simulatedCards } from './simulatedCards.ts'
import { disputesInDatabase, type SimulatedDisputes } from './simulatedDisputes.ts'
import { movementsInDatabase, type SimulatedMovements } from './simulatedMovements.ts'
import type { IdentityProvider } from './identityProvider.ts'
import { checksInDatabase, type SimulatedChecks } from './simulatedChecks.ts'
import { simulatedIdentity } from './simulatedIdentity.ts'
import { loadPartner, type PartnerKind } from './partnerModules.ts'
import { simulatedBanks } from './simulatedPartners.ts'
import { stripeCards } from './stripe/stripeCards.ts'

/** External services of a sale (card processor, customer's bank, identity check, decision engine), and the bank that pays and charges shops. */
export type Payments = {
  cards: PaymentProvider
  /** The simulated card provider's records, which its challenge page answers. */
  simulatedCards: SimulatedRecords
  /** Its disputes, which the lab opens. */
  simulatedDisputes: SimulatedDisputes
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

type PaymentConfig = Pick<
  Config,
  'cards' | 'accountInformation' | 'identityProvider' | 'partnerSetting' | 'publicUrl' | 'decision' | 'bank' | 'brand' | 'sessionSecrets'
>

/** Signs the simulated provider's notifications. */
const simulatedSecret = (sessionSecret: string) => createHmac('sha256', sessionSecret).update('simulated card notifications').digest('hex')

/** The adapter of a module, by the setting that names it. */
const moduleAdapter = <Adapter>(
  kind: PartnerKind,
  setting: string,
  { path }: ModuleConfig,
  { partnerSetting, publicUrl }: PaymentConfig,
): Promise<Adapter> => loadPartner<Adapter>({ kind, setting, path, read: partnerSetting, publicUrl })

/** The card provider of this installation. A further built-in one has a line here and in `cardsConfig.ts` (docs/card-provider.md). */
async function makeCards(
  config: PaymentConfig,
  records: SimulatedRecords,
  movements: SimulatedMovements,
  disputes: SimulatedDisputes,
): Promise<PaymentProvider> {
  const { cards, sessionSecrets } = config
  const simulated = simulatedCards(records, simulatedSecret(sessionSecrets[0]), movements, disputes)
  switch (cards.name) {
    case 'simulated':
      return simulated
    case 'stripe':
      return cardsByMode(stripeCards(cards), simulated)
    case 'module':
      return cardsByMode(await moduleAdapter<CardAdapter>('cards', 'PAYMENT_PROVIDER', cards, config), simulated)
  }
}

/** The account-information partner of this installation; the simulated one in test mode. */
async function makeBanks(config: PaymentConfig, checks: SimulatedChecks): Promise<AccountInformation> {
  const { accountInformation: partner } = config
  const simulated = simulatedBanks(checks)
  if (partner.name === 'simulated') return simulated
  if (partner.name === 'gocardless') return banksByMode(gocardlessBanks(partner), simulated)
  return banksByMode(await moduleAdapter('account_information', 'ACCOUNT_INFORMATION_PROVIDER', partner, config), simulated)
}

/** The identity partner of this installation; the simulated one in test mode. */
async function makeIdentity(config: PaymentConfig, checks: SimulatedChecks): Promise<IdentityProvider> {
  const { identityProvider: partner, sessionSecrets } = config
  const simulated = simulatedIdentity(checks, simulatedSecret(sessionSecrets[0]))
  if (partner.name === 'simulated') return simulated
  return identityByMode(await moduleAdapter('identity', 'IDENTITY_PROVIDER', partner, config), simulated)
}

/** The partners of this installation. Rejects with a one-line ConfigProblem when a module is not an adapter. */
export async function makePayments(config: PaymentConfig, database: Database, now: () => Date): Promise<Payments> {
  const { decision, brand, bank } = config
  const files = bank.iban === null ? null : { iban: bank.iban, folder: bank.payoutDir }
  const records = recordsInDatabase(database)
  const movements = movementsInDatabase(database, now)
  const disputes = disputesInDatabase(database, now)
  const checks = checksInDatabase(database)
  return {
    cards: await makeCards(config, records, movements, disputes),
    simulatedCards: records,
    simulatedDisputes: disputes,
    banks: await makeBanks(config, checks),
    identity: await makeIdentity(config, checks),
    simulatedChecks: checks,
    transfers: files ? fileTransfers(database, files) : simulatedBank(),
    debits: files ? fileDebits(database, files) : simulatedDebits(),
    decisions: decision.engine && httpDecisions({ ...decision.engine, userAgent: `${brand.vendor}-decisions/1` }),
  }
}
