import type { CardEvent, CardNotification, SignedRequest } from '../cardProvider.ts'
import { savedCard, subjectOf } from './stripeAnswers.ts'
import type { StripeClient } from './stripeClient.ts'
import { retrieveDispute } from './stripeDisputes.ts'

/** A notification may be this old, in seconds; repeats of Stripe are signed anew. */
const toleranceSeconds = 300

/** Verifies the signature of Stripe's header and keeps the ids alone. */
export async function verifyStripeNotification(
  client: StripeClient,
  secret: string,
  { headers, body, now }: SignedRequest,
): Promise<CardNotification | null> {
  const { webhooks } = await client.load()
  try {
    const signature = String(headers['stripe-signature'])
    const event = webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime())
    const { id } = event.data.object as { id?: string } // some objects of Stripe have none
    return { id: event.id, type: event.type, objectId: id ?? '' }
  } catch {
    return null
  }
}

/** Reads the object that a notification is about, as it is now. */
export async function readStripeNotification(client: StripeClient, { type, objectId }: CardNotification): Promise<CardEvent | null> {
  if (type.startsWith('payment_intent.')) {
    const { metadata } = await client.call((stripe) => stripe.paymentIntents.retrieve(objectId))
    const subject = subjectOf(metadata)
    return subject && { kind: 'payment', ...subject }
  }
  if (type.startsWith('refund.')) {
    const { metadata } = await client.call((stripe) => stripe.refunds.retrieve(objectId))
    const subject = subjectOf(metadata)
    return subject && { kind: 'refund', ...subject }
  }
  if (type.startsWith('charge.dispute.')) {
    const dispute = await retrieveDispute(client, objectId)
    return dispute && { kind: 'dispute', reference: dispute.reference, place: dispute.place }
  }
  if (type === 'payment_method.automatically_updated' || type === 'payment_method.updated') return cardEvent(client, objectId)
  return null
}

/** The customer of a card was made for one operation, and says which. */
async function cardEvent(client: StripeClient, methodId: string): Promise<CardEvent | null> {
  const method = await client.call((stripe) => stripe.paymentMethods.retrieve(methodId, { expand: ['customer'] }))
  const { customer } = method
  if (typeof customer !== 'object' || customer === null || customer.deleted) return null
  const subject = subjectOf(customer.metadata)
  const card = savedCard(customer.id, method)
  return subject && card && { kind: 'card', place: subject.place, card }
}
