import { ConfigProblem } from '../database/configProblem.ts'
import { type ModuleConfig, moduleOf } from './partnersConfig.ts'

/** The settings of the card provider: default and description. */
export const cardsSettings = {
  PAYMENT_PROVIDER: [
    'simulated',
    'Provider of card payments: simulated, stripe, or the path of a module (docs/partners.md); sales in test mode always use the simulated one',
  ],
  STRIPE_SECRET_KEY: ['', "Stripe's secret or restricted key, sk_… or rk_…; with PAYMENT_PROVIDER=stripe"],
  STRIPE_WEBHOOK_SECRET: ['', "Signing secret of Stripe's webhook endpoint PUBLIC_URL/partners/stripe/events, whsec_…"],
  STRIPE_API_URL: ['https://api.stripe.com', "Address of Stripe's API; another one for tests"],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type StripeConfig = { secretKey: string; webhookSecret: string; apiUrl: string }
/** The card provider, by its name, with the settings of its own. */
export type CardsConfig = ModuleConfig | { name: 'simulated' } | ({ name: 'stripe' } & StripeConfig)

type Read = (name: keyof typeof cardsSettings) => string

/** Each adapter by its name: reads and checks its own settings. */
const adapters: Readonly<Record<Exclude<CardsConfig['name'], 'module'>, (read: Read) => CardsConfig>> = {
  simulated: () => ({ name: 'simulated' }),
  stripe: (read) => ({ name: 'stripe', ...stripeOf(read) }),
}

/** Reads the settings of the card provider. Throws a one-line ConfigProblem, which contains no key. */
export function cardsOf(read: Read): CardsConfig {
  const name = read('PAYMENT_PROVIDER')
  const module = moduleOf(name)
  if (module) return module
  if (!Object.hasOwn(adapters, name))
    throw new ConfigProblem(`PAYMENT_PROVIDER="${name}" is not one of ${Object.keys(adapters).join(', ')}, or the path of a module (./…).`)
  return adapters[name as keyof typeof adapters](read) // just looked up
}

function stripeOf(read: Read): StripeConfig {
  const [secretKey, webhookSecret, apiUrl] = [read('STRIPE_SECRET_KEY'), read('STRIPE_WEBHOOK_SECRET'), read('STRIPE_API_URL')]
  if (!/^[sr]k_(?:live|test)_[A-Za-z0-9]{10,}$/.test(secretKey))
    throw new ConfigProblem('STRIPE_SECRET_KEY is not a key of Stripe: sk_live_…, sk_test_…, rk_….')
  if (!/^whsec_[A-Za-z0-9+/=]{10,}$/.test(webhookSecret))
    throw new ConfigProblem('STRIPE_WEBHOOK_SECRET is not a signing secret of Stripe: whsec_….')
  const { protocol, hostname } = URL.parse(apiUrl) ?? {}
  const isLocal = hostname === '127.0.0.1' || hostname === 'localhost'
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new ConfigProblem('STRIPE_API_URL is not an address that starts with https://.')
  return { secretKey, webhookSecret, apiUrl }
}
