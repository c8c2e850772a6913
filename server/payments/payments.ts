import type { Config } from '../config.ts'
import type { BankProvider } from './bankProvider.ts'
import type { IdentityProvider } from './identityProvider.ts'
import type { PaymentProvider } from './paymentProvider.ts'
import { simulatedBanks } from './simulatedBanks.ts'
import { simulatedCards } from './simulatedCards.ts'
import { simulatedIdentity } from './simulatedIdentity.ts'

/** Everybody outside whom a sale asks: the card processor, the customer's bank, whoever checks identities. */
export type Payments = { cards: PaymentProvider; banks: BankProvider; identity: IdentityProvider }

/** Which providers each value of PAYMENT_PROVIDER stands for; another provider is one more line here. */
const providers: Readonly<Record<Config['paymentProvider'], () => Payments>> = {
  simulated: () => ({ cards: simulatedCards(), banks: simulatedBanks(), identity: simulatedIdentity() }),
}

/** The providers of this installation. */
export const makePayments = ({ paymentProvider }: Pick<Config, 'paymentProvider'>): Payments => providers[paymentProvider]()
