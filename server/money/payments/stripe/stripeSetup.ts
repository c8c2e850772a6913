import type { CardSetup } from '../cardProvider.ts'
import { metadataOf, savedCard } from './stripeAnswers.ts'
import type { StripeClient } from './stripeClient.ts'

/** Stripe's page has no Catalan, Galician or Basque. */
const localeOf = (language: string) => (language === 'pt' ? 'pt' : 'es')

/** Cards are given on Stripe's own page: a Checkout Session that saves a card for later payments without the customer. */
export const stripeSetup = (client: StripeClient): CardSetup => ({
  kind: 'page',
  async begin({ id, place, returnUrl, language }) {
    const metadata = metadataOf(id, place)
    const customer = await client.call((stripe) => stripe.customers.create({ metadata }, { idempotencyKey: `customer_${id}` }))
    const session = await client.call((stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: 'setup',
          customer: customer.id,
          allowed_payment_method_types: ['card'],
          success_url: returnUrl,
          cancel_url: returnUrl,
          locale: localeOf(language),
          metadata,
        },
        { idempotencyKey: `setup_${id}` },
      ),
    )
    if (session.url === null) throw new Error(`Stripe gave no page for the setup ${id}`)
    return { reference: session.id, redirectUrl: session.url }
  },
  async find({ reference }) {
    const session = await client.call((stripe) => stripe.checkout.sessions.retrieve(reference, { expand: ['setup_intent.payment_method'] }))
    if (session.status !== 'complete') return { state: session.status === 'open' ? 'open' : 'expired' }
    const { customer, setup_intent: intent } = session
    const method = typeof intent === 'object' && intent !== null ? intent.payment_method : null
    if (typeof customer !== 'string' || typeof method !== 'object' || method === null) return { state: 'open' }
    const card = savedCard(customer, method)
    return card ? { state: 'succeeded', card } : { state: 'expired' }
  },
})
