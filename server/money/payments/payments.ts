import { decide, type Decision, type DecisionFacts } from '#domain/sales/operations/decision'
import type { Config } from '../../platform/config/config.ts'
import type { BankDebits, BankProvider, BankTransfers, IdentityProvider, PaymentProvider } from './partners.ts'
import { simulatedBank, simulatedDebits } from './simulatedBank.ts'
import { simulatedBanks, simulatedCards, simulatedIdentity } from './simulatedPartners.ts'

/** Decides on a credit request from its facts; deterministic. A provider may use its own engine. */
type DecisionEngine = { decide(facts: DecisionFacts): Promise<Decision> }

/** External services of a sale (card processor, customer's bank, identity check, decision engine), and the bank that pays and charges shops. */
export type Payments = {
  cards: PaymentProvider
  banks: BankProvider
  identity: IdentityProvider
  decisions: DecisionEngine
  transfers: BankTransfers
  debits: BankDebits
}

/** The providers of each value of PAYMENT_PROVIDER. */
const providers: Readonly<Record<Config['paymentProvider'], () => Payments>> = {
  simulated: () => ({
    cards: simulatedCards(),
    banks: simulatedBanks(),
    identity: simulatedIdentity(),
    decisions: { decide: async (facts) => decide(facts) },
    transfers: simulatedBank(),
    debits: simulatedDebits(),
  }),
}

/** The providers of this installation. */
export const makePayments = ({ paymentProvider }: Pick<Config, 'paymentProvider'>): Payments => providers[paymentProvider]()
