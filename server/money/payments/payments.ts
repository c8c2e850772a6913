import type { Config } from '../../platform/config/config.ts'
import { httpDecisions } from './httpDecisions.ts'
import type { BankDebits, BankProvider, BankTransfers, DecisionEngine, IdentityProvider, PaymentProvider } from './partners.ts'
import { simulatedBank, simulatedDebits } from './simulatedBank.ts'
import { simulatedBanks, simulatedCards, simulatedIdentity } from './simulatedPartners.ts'

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

/** The providers of each value of PAYMENT_PROVIDER. */
const providers: Readonly<Record<Config['paymentProvider'], () => Omit<Payments, 'decisions'>>> = {
  simulated: () => ({
    cards: simulatedCards(),
    banks: simulatedBanks(),
    identity: simulatedIdentity(),
    transfers: simulatedBank(),
    debits: simulatedDebits(),
  }),
}

/** The providers of this installation. */
export const makePayments = ({ paymentProvider, decision, brand }: Pick<Config, 'paymentProvider' | 'decision' | 'brand'>): Payments => ({
  ...providers[paymentProvider](),
  decisions: decision.engine && httpDecisions({ ...decision.engine, userAgent: `${brand.vendor}-decisions/1` }),
})
