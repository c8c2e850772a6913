import type Stripe from 'stripe'
import type { StripeConfig } from '../../../platform/config/cardsConfig.ts'
import type { CardAnswer, CardLookup, CardRefund, CardRequest, PaymentProvider, RefundAnswer } from '../cardProvider.ts'
import { stripeBalance } from './stripeBalance.ts'
import { metadataOf, paymentAnswer, readToken, refundAnswer, retryOf } from './stripeAnswers.ts'
import { checkStripeKey, isStripeFailure, type StripeClient, stripeClient } from './stripeClient.ts'
import { stripeDisputes } from './stripeDisputes.ts'
import { readStripeNotification, verifyStripeNotification } from './stripeNotifications.ts'
import { stripeSetup } from './stripeSetup.ts'

/**
 * Cards by Stripe (docs/card-provider.md#stripe): customers give their card on Stripe's own page and authenticate payments on their bank's, so that no script
 * of Stripe runs in our pages. Holds and charges are PaymentIntents; their references are the ids of these.
 */
export function stripeCards(config: StripeConfig): PaymentProvider {
  const client = stripeClient(config)
  return {
    name: 'stripe',
    checkAccess: () => checkStripeKey(client),
    setup: () => stripeSetup(client),
    authorise: (request) => pay(client, request, 'manual'),
    charge: (request) => pay(client, request, 'automatic'),
    find: (lookup) => find(client, lookup),
    capture: ({ reference, amountCents }) => capture(client, reference, amountCents),
    release: ({ reference }) => release(client, reference),
    cancel: async ({ reference }) => paymentAnswer(await cancel(client, reference)),
    refundCharge: (refund) => giveBack(client, refund),
    findRefund: ({ id, reference }) => findRefund(client, id, reference),
    disputes: stripeDisputes(client),
    balance: stripeBalance(client),
    verifyNotification: (request) => verifyStripeNotification(client, config.webhookSecret, request),
    readNotification: (notification) => readStripeNotification(client, notification),
  }
}

async function pay(client: StripeClient, request: CardRequest, capture_method: 'manual' | 'automatic'): Promise<CardAnswer> {
  const { id, place, method, amountCents, returnUrl } = request
  const { customer, method: payment_method } = readToken(method.token)
  const params = {
    amount: amountCents,
    currency: 'eur',
    customer,
    payment_method,
    capture_method,
    confirm: true,
    allowed_payment_method_types: ['card'],
    metadata: metadataOf(id, place),
    ...(returnUrl === null ? { off_session: true } : { return_url: returnUrl }),
  } satisfies Stripe.PaymentIntentCreateParams
  try {
    const intent = await client.call((stripe) => stripe.paymentIntents.create(params, { idempotencyKey: `payment_${id}` }))
    // A repeated answer says what was true when it was first given.
    const isReplayed = intent.lastResponse.headers['idempotent-replayed'] === 'true'
    return paymentAnswer(isReplayed ? await retrieve(client, intent.id) : intent)
  } catch (error) {
    if (!isStripeFailure(error) || error.type !== 'StripeCardError' || !error.payment_intent) throw error
    return paymentAnswer(await retrieve(client, error.payment_intent.id))
  }
}

const retrieve = (client: StripeClient, reference: string): Promise<Stripe.PaymentIntent> =>
  client.call((stripe) => stripe.paymentIntents.retrieve(reference))

/** By its reference, or by our id in the search, which knows a payment after a minute or so. */
async function find(client: StripeClient, { id, reference }: CardLookup): Promise<CardAnswer | null> {
  if (reference !== null) return paymentAnswer(await retrieve(client, reference))
  const { data } = await client.call((stripe) => stripe.paymentIntents.search({ query: `metadata['payment_id']:'${id}'`, limit: 1 }))
  return data[0] ? paymentAnswer(data[0]) : null
}

const isUnexpectedState = (error: unknown) => isStripeFailure(error) && error.code === 'payment_intent_unexpected_state'

/** A capture whose answer was lost is found done. Stripe ends holds after seven days. */
async function capture(client: StripeClient, reference: string, amountCents: number): Promise<'captured' | 'ended'> {
  try {
    await client.call((stripe) =>
      stripe.paymentIntents.capture(
        reference,
        { amount_to_capture: amountCents },
        { idempotencyKey: `capture_${reference}_${amountCents}` },
      ),
    )
    return 'captured'
  } catch (error) {
    if (!isUnexpectedState(error)) throw error
    const { status, amount_received: takenCents } = await retrieve(client, reference)
    if (status === 'canceled') return 'ended'
    if (status !== 'succeeded' || takenCents !== amountCents) throw error
    return 'captured'
  }
}

/** Cancels a payment that is not completed; one that is stays as it is. Returns what it is then. */
async function cancel(client: StripeClient, reference: string): Promise<Stripe.PaymentIntent> {
  try {
    return await client.call((stripe) => stripe.paymentIntents.cancel(reference))
  } catch (error) {
    if (!isUnexpectedState(error)) throw error
    return retrieve(client, reference)
  }
}

async function release(client: StripeClient, reference: string): Promise<void> {
  const { status } = await cancel(client, reference)
  if (status !== 'succeeded') return
  await client.call((stripe) => stripe.refunds.create({ payment_intent: reference }, { idempotencyKey: `release_${reference}` }))
}

async function giveBack(client: StripeClient, { id, place, chargeId, reference, cents }: CardRefund): Promise<RefundAnswer> {
  const metadata = { ...metadataOf(id, place), charge_id: chargeId }
  try {
    const refund = await client.call((stripe) =>
      stripe.refunds.create({ payment_intent: reference, amount: cents, metadata }, { idempotencyKey: `refund_${id}` }),
    )
    return refundAnswer(refund.lastResponse.headers['idempotent-replayed'] === 'true' ? await retrieveRefund(client, refund.id) : refund)
  } catch (error) {
    // Refunded already, more than what is left, or disputed: another try would not help.
    if (!isStripeFailure(error) || error.type !== 'StripeInvalidRequestError' || error.statusCode !== 400) throw error
    const code = error.code ?? 'invalid_refund'
    const retry = retryOf(code)
    return { state: 'declined', reference: '', retry: retry === 'later' ? 'never' : retry, code }
  }
}

const retrieveRefund = (client: StripeClient, id: string) => client.call((stripe) => stripe.refunds.retrieve(id))

/** Stripe has no search of refunds; a charge has few. */
async function findRefund(client: StripeClient, id: string, reference: string): Promise<RefundAnswer | null> {
  const { data } = await client.call((stripe) => stripe.refunds.list({ payment_intent: reference, limit: 100 }))
  const found = data.find(({ metadata }) => metadata?.['payment_id'] === id)
  return found ? refundAnswer(found) : null
}
