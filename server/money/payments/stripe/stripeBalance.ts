import type Stripe from 'stripe'
import type { BalanceKind, BalanceMovement } from '#domain/money/cardBalance'
import type { CardBalance } from '../cardProvider.ts'
import { subjectOf } from './stripeAnswers.ts'
import type { StripeClient } from './stripeClient.ts'

/** By Stripe's type of a balance transaction (docs.stripe.com/reports/balance-transaction-types); of the others staff is told. */
const kinds: Readonly<Record<string, BalanceKind>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
}

const seconds = (at: Date): number => Math.ceil(at.getTime() / 1_000)

/** Our balance at Stripe: its balance transactions, each with the charge, refund or dispute that it is of. */
export const stripeBalance = (client: StripeClient): CardBalance => ({
  async list({ from, until }) {
    const movements: BalanceMovement[] = []
    const query = { created: { gte: seconds(from), lt: seconds(until) }, limit: 100, expand: ['data.source'] }
    const transactions = await client.call(async (stripe) => {
      const all: Stripe.BalanceTransaction[] = []
      for await (const one of stripe.balanceTransactions.list(query)) all.push(one)
      return all
    })
    for (const one of transactions) movements.push(await movementOf(client, one))
    return movements
  },
})

async function movementOf(client: StripeClient, transaction: Stripe.BalanceTransaction): Promise<BalanceMovement> {
  const source = typeof transaction.source === 'object' ? transaction.source : null
  const kind = source?.object === 'dispute' ? 'dispute' : (kinds[transaction.type] ?? 'other')
  const subject = await subjectIn(client, source)
  return {
    reference: transaction.id,
    kind,
    ...subject,
    amountCents: transaction.amount,
    feeCents: transaction.fee,
    currency: transaction.currency,
    at: new Date(transaction.created * 1_000),
  }
}

type Subject = Pick<BalanceMovement, 'about' | 'merchantId' | 'operationId'>

const none: Subject = { about: null, merchantId: null, operationId: null }

const subjectFor = (type: 'charge' | 'refund', metadata: Stripe.Metadata | null): Subject | null => {
  const subject = subjectOf(metadata)
  return subject && { about: { type, id: subject.id }, merchantId: subject.place.merchantId, operationId: subject.place.operationId }
}

/** A charge carries the metadata of its payment. A refund without any gives back what a hold had captured: it is about the charge. */
async function subjectIn(client: StripeClient, source: Exclude<Stripe.BalanceTransaction['source'], string>): Promise<Subject> {
  if (source?.object === 'dispute') return { ...none, about: { type: 'dispute', id: source.id } }
  if (source?.object === 'charge') return subjectFor('charge', source.metadata) ?? none
  if (source?.object !== 'refund') return none
  const refund = subjectFor('refund', source.metadata)
  if (refund !== null || source.payment_intent === null) return refund ?? none
  const id = typeof source.payment_intent === 'string' ? source.payment_intent : source.payment_intent.id
  const { metadata } = await client.call((stripe) => stripe.paymentIntents.retrieve(id))
  return subjectFor('charge', metadata) ?? none
}
