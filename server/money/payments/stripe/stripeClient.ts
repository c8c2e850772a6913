import type Stripe from 'stripe'
import { ConfigProblem } from '../../../platform/database/configProblem.ts'
import type { StripeConfig } from '../../../platform/config/cardsConfig.ts'
import { ProviderUnreachable } from '../partners.ts'

const timeoutMs = 20_000
/** Repeats of a request that broke off or met a conflict, each with the same idempotency key. */
const networkRetries = 2

export type StripeClient = {
  /** Calls Stripe. Rejects with `ProviderUnreachable` when the outcome is unknown or may be another one later, and with Stripe's error otherwise. */
  call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T>
  load(): Promise<Stripe>
}

/** Stripe's library, loaded when it is first needed: it takes a part of the server's start. */
export function stripeClient({ secretKey, apiUrl }: StripeConfig): StripeClient {
  let loading: Promise<Stripe> | undefined
  const load = () => {
    loading ??= import('stripe').then(({ default: Library }) => {
      const { protocol, hostname, port } = new URL(apiUrl)
      return new Library(secretKey, {
        host: hostname,
        protocol: protocol === 'http:' ? 'http' : 'https',
        ...(port !== '' && { port }),
        timeout: timeoutMs,
        maxNetworkRetries: networkRetries,
        telemetry: false,
      })
    })
    return loading
  }
  return {
    load,
    async call(work) {
      const stripe = await load()
      try {
        return await work(stripe)
      } catch (error) {
        if (isUnknownOutcome(error)) throw new ProviderUnreachable('Stripe did not answer', { cause: error })
        throw error
      }
    },
  }
}

/** An error of Stripe's API, as far as we read it. */
type StripeFailure = Error & {
  type: string
  code?: string
  statusCode?: number
  payment_intent?: Stripe.PaymentIntent
}

export const isStripeFailure = (error: unknown): error is StripeFailure =>
  error instanceof Error && 'type' in error && error.type !== undefined

/** Not reached, too many requests, the same request still under way, or a failure of Stripe's own: the same request may be sent again. */
function isUnknownOutcome(error: unknown): boolean {
  if (!isStripeFailure(error)) return false
  const { type, statusCode = 0 } = error
  return (
    type === 'StripeConnectionError' || type === 'StripeRateLimitError' || statusCode === 409 || statusCode === 429 || statusCode >= 500
  )
}

/** Rejects with a ConfigProblem when Stripe refuses the key; that it cannot be reached now is no problem of the settings. */
export async function checkStripeKey(client: StripeClient): Promise<void> {
  try {
    await client.call((stripe) => stripe.balance.retrieve())
  } catch (error) {
    if (error instanceof ProviderUnreachable) return
    if (isStripeFailure(error)) throw new ConfigProblem(`Stripe refuses STRIPE_SECRET_KEY: ${error.message}`)
    throw error
  }
}
