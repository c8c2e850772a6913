import { randomUUID } from 'node:crypto'
import type { CardMethod, CardPlace, PaymentProvider, SignedRequest } from '../../money/payments/cardProvider.ts'
import { simulatedCards, simulatedSignature } from '../../money/payments/simulatedCards.ts'
import { disputesInMemory, newSimulatedDispute } from '../../money/payments/simulatedDisputes.ts'
import { recordsInMemory } from '../../money/payments/simulatedCardRecords.ts'
import { movementsInMemory } from '../../money/payments/simulatedMovements.ts'
import { stripeCards } from '../../money/payments/stripe/stripeCards.ts'
import { type FakeStripe, startFakeStripe } from './fakeStripe.ts'

/** Cards by how their provider must treat them. */
type TestCard = 'accepted' | 'declined' | 'expired' | 'stolen' | 'authenticate' | 'pending' | 'refundlater' | 'refundfails'

/** What the conformance suite needs of a provider's test side. Whoever writes an adapter writes one of these. */
export type CardHarness = {
  cards: PaymentProvider
  /** A card that its customer gave in the provider's way. */
  card(kind: TestCard): Promise<CardMethod>
  /** The customer answers their bank at this address. */
  authenticate(url: string, answer: 'approved' | 'refused'): Promise<void>
  /** The provider decides what is pending. */
  settle(): Promise<void>
  /** The answer to the next request is lost after its effect, also in its repeats. Null: the provider is not behind a network. */
  loseAnswer: (() => void) | null
  /** The provider finds everything by our id, and has forgotten idempotency keys. */
  passDay(): void
  /** Cents taken less refunds, by our id; null when the provider does not say. */
  takenCents(id: string): number | null
  /** The cardholder disputes a charge; returns the provider's reference of the dispute. An inquiry withdraws nothing. */
  dispute(charge: { id: string; place: CardPlace; reference: string }, about: { isInquiry: boolean; openedAt: Date }): Promise<string>
  /** The customer's bank decides on a dispute; `dismissed`: it ends an inquiry without effect. */
  decideDispute(reference: string, outcome: 'won' | 'lost' | 'dismissed'): Promise<void>
  /** The provider pays our balance out to our bank account; null: it does so by itself, once a day is over. */
  payout: ((cents: number) => void) | null
  /** A notification about a payment, a refund or a dispute. `reference`: the provider's. */
  notification(
    kind: 'payment' | 'refund' | 'dispute',
    about: { id: string; place: { merchantId: string; mode: string; operationId: string }; reference: string },
    at?: Date,
  ): SignedRequest
  close(): Promise<void>
}

/** Opens the harness of each provider. */
export const harnesses: Readonly<Record<string, () => Promise<CardHarness>>> = { simulated: simulatedHarness, stripe: stripeHarness }

async function simulatedHarness(): Promise<CardHarness> {
  const records = recordsInMemory()
  const movements = movementsInMemory()
  const disputes = disputesInMemory(movements)
  const secret = 'a secret of the simulated provider'
  return {
    cards: simulatedCards(records, secret, movements, disputes),
    payout: null,
    card: async (kind) => ({ token: `sim_${kind}_visa_4242_a1b2c3d4`, brand: 'visa', last4: '4242' }),
    authenticate: async (url, answer) => records.answer(url.split('/').at(-1) ?? '', answer),
    settle: async () => {},
    loseAnswer: null,
    passDay: () => {},
    takenCents: () => null,
    async dispute({ id: chargeId, place }, { isInquiry, openedAt }) {
      const reference = `sim_dispute_${randomUUID()}`
      const charge = { ...place, chargeId, amountCents: 10_000 }
      await disputes.open(newSimulatedDispute(charge, { reference, reason: 'fraudulent', isInquiry, now: openedAt }))
      return reference
    },
    async decideDispute(reference, outcome) {
      const { withdrawnCents = 0 } = (await disputes.read(reference)) ?? {}
      await disputes.change(reference, { state: outcome, withdrawnCents: outcome === 'lost' ? withdrawnCents : 0 })
    },
    notification(kind, { id: ourId, place, reference }, at = new Date()) {
      const id = kind === 'dispute' ? reference : ourId
      const { merchantId, mode, operationId } = place
      const body = JSON.stringify({ id: randomUUID(), type: kind, object: [merchantId, mode, operationId, id].join('/') })
      const seconds = String(Math.floor(at.getTime() / 1_000))
      const headers = { 'x-simulated-signature': `t=${seconds},v1=${simulatedSignature(secret, seconds, body)}` }
      return { headers, body: Buffer.from(body), now: at }
    },
    close: async () => {},
  }
}

const numbers: Readonly<Record<TestCard, string>> = {
  accepted: '4242424242424242',
  declined: '4000000000009995',
  expired: '4000000000000069',
  stolen: '4000000000009979',
  authenticate: '4000002760003184',
  pending: '4000000000001000',
  refundlater: '4000000000007726',
  refundfails: '4000000000005126',
}

/** A card given on Stripe's page. */
export async function cardOfStripe(fake: FakeStripe, cards: PaymentProvider, number: string): Promise<CardMethod> {
  const setup = cards.setup('live')
  if (setup.kind !== 'page') throw new Error('Stripe has a page of its own')
  const about = { id: randomUUID(), place: { merchantId: randomUUID(), mode: 'live' as const, operationId: randomUUID() } }
  const { reference, redirectUrl } = await setup.begin({ ...about, returnUrl: 'https://shop.test/checkout/1?returned', language: 'es' })
  fake.giveCard(redirectUrl, number)
  const answer = await setup.find({ ...about, reference })
  if (answer.state !== 'succeeded') throw new Error(`the card is ${answer.state}`)
  return answer.card
}

const notificationTypes = { payment: 'payment_intent.succeeded', refund: 'refund.updated', dispute: 'charge.dispute.updated' } as const

async function stripeHarness(): Promise<CardHarness> {
  const fake = await startFakeStripe()
  const { secretKey, webhookSecret, url: apiUrl } = fake
  const cards = stripeCards({ secretKey, webhookSecret, apiUrl })
  return {
    cards,
    card: (kind) => cardOfStripe(fake, cards, numbers[kind]),
    authenticate: async (url, answer) => fake.authenticate(url, answer),
    settle: async () => fake.settle(),
    loseAnswer: () => fake.fail('after', 'after', 'after'),
    payout: (cents) => fake.disputes.payout(cents),
    passDay() {
      fake.index()
      fake.forgetKeys()
    },
    takenCents: (id) => fake.takenCents(id),
    dispute: async ({ reference }, { isInquiry, openedAt }) =>
      fake.disputes.dispute(reference, { reason: 'fraudulent', isInquiry, createdAt: openedAt }),
    decideDispute: async (reference, outcome) =>
      fake.disputes.decideDispute(reference, outcome === 'dismissed' ? 'warning_closed' : outcome),
    notification: (kind, { reference }, at = new Date()) => ({
      ...fake.notification(notificationTypes[kind], reference, at),
      now: at,
    }),
    close: () => fake.close(),
  }
}
