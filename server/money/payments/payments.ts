import { decide, type Decision, type DecisionFacts } from '#domain/sales/operations/decision'
import type { Config } from '../../platform/config/config.ts'
import type { BankDebits, BankProvider, BankTransfers, IdentityProvider, PaymentProvider } from './partners.ts'
import { simulatedBank, simulatedDebits } from './simulatedBank.ts'
import { simulatedBanks, simulatedCards, simulatedIdentity } from './simulatedPartners.ts'

/** Decides on a request for credit from its facts; a provider may put its own engine here. Same facts, same decision. */
type DecisionEngine = { decide(facts: DecisionFacts): Promise<Decision> }

/** Everybody whom a sale asks: card processor, the customer's bank, whoever checks identities, whoever decides; and the bank that pays and charges shops. */
export type Payments = {
  cards: PaymentProvider
  banks: BankProvider
  identity: IdentityProvider
  decisions: DecisionEngine
  transfers: BankTransfers
  debits: BankDebits
}

/** Which providers each value of PAYMENT_PROVIDER stands for; another provider is one more line here. */
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
