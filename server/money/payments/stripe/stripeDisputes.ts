import type Stripe from 'stripe'
import type { DisputeReason, DisputeState, EvidenceKind } from '#domain/money/cardDispute'
import { cents } from '#domain/platform/money'
import type { CardDispute, CardDisputes, DisputeEvidence, EvidenceFile } from '../cardProvider.ts'
import { subjectOf } from './stripeAnswers.ts'
import { isStripeFailure, type StripeClient } from './stripeClient.ts'

/** By Stripe's status (docs.stripe.com/api/disputes/object); an appeal is of a dispute that was lost, until it is won. */
const states: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'dismissed',
  prevented: 'dismissed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
}

const reasons: Readonly<Record<string, DisputeReason>> = {
  fraudulent: 'fraudulent',
  debit_not_authorized: 'fraudulent',
  unrecognized: 'unrecognized',
  product_not_received: 'not_received',
  product_unacceptable: 'unacceptable',
  duplicate: 'duplicate',
  credit_not_processed: 'refund_missing',
  subscription_canceled: 'cancelled',
}

/** The field of Stripe's evidence that takes a file; each takes one. */
const fields: Readonly<Record<EvidenceKind, keyof Stripe.DisputeUpdateParams.Evidence>> = {
  delivery: 'shipping_documentation',
  communication: 'customer_communication',
  receipt: 'receipt',
  terms: 'refund_policy',
  other: 'uncategorized_file',
}

const expand = ['payment_intent']

/** A dispute as ours; null when its payment is not one of ours. */
function disputeOf(dispute: Stripe.Dispute): CardDispute | null {
  const { payment_intent: payment, balance_transactions: moves, evidence_details: evidence } = dispute
  const subject = typeof payment === 'object' && payment !== null ? subjectOf(payment.metadata) : null
  if (subject === null) return null
  return {
    reference: dispute.id,
    place: subject.place,
    chargeId: subject.id,
    // A status that we do not know is still open: nothing is booked for it but what the balance shows.
    state: states[dispute.status] ?? 'under_review',
    reason: reasons[dispute.reason] ?? 'general',
    reasonCode: dispute.network_reason_code ?? dispute.reason,
    amountCents: cents(dispute.amount),
    withdrawnCents: cents(-moves.reduce((sum, { amount }) => sum + amount, 0)),
    feeCents: cents(moves.reduce((sum, { fee }) => sum + fee, 0)),
    openedAt: new Date(dispute.created * 1_000),
    evidenceDueAt: evidence.due_by ? new Date(evidence.due_by * 1_000) : null,
  }
}

export async function retrieveDispute(client: StripeClient, id: string): Promise<CardDispute | null> {
  try {
    return disputeOf(await client.call((stripe) => stripe.disputes.retrieve(id, { expand })))
  } catch (error) {
    if (isStripeFailure(error) && error.code === 'resource_missing') return null
    throw error
  }
}

export const stripeDisputes = (client: StripeClient): CardDisputes => ({
  find: ({ reference }) => retrieveDispute(client, reference),
  async list({ since }) {
    const created = { gte: Math.floor(since.getTime() / 1_000) }
    const expandEach = expand.map((name) => `data.${name}`)
    const all = await client.call((stripe) =>
      stripe.disputes.list({ created, limit: 100, expand: expandEach }).autoPagingToArray({ limit: 10_000 }),
    )
    return all.flatMap((one) => disputeOf(one) ?? [])
  },
  submit: (evidence) => submit(client, evidence),
  async accept({ reference }) {
    const known = await ours(client, reference)
    if (known.state !== 'inquiry' && known.state !== 'needs_response') return known
    await client.call((stripe) => stripe.disputes.close(reference, {}, { idempotencyKey: `accept_${reference}` }))
    return ours(client, reference)
  },
})

async function ours(client: StripeClient, reference: string): Promise<CardDispute> {
  const dispute = await retrieveDispute(client, reference)
  if (!dispute) throw new Error(`dispute ${reference} is of no charge of ours`)
  return dispute
}

/** Files first, then everything at once: Stripe takes evidence for a dispute one time. */
async function submit(client: StripeClient, { id, reference, text, files }: DisputeEvidence): Promise<CardDispute> {
  const known = await ours(client, reference)
  if (known.state !== 'inquiry' && known.state !== 'needs_response') return known
  const evidence: Stripe.DisputeUpdateParams.Evidence = { uncategorized_text: text }
  for (const file of files) Object.assign(evidence, { [fields[file.kind]]: await upload(client, file) })
  await client.call((stripe) => stripe.disputes.update(reference, { evidence, submit: true }, { idempotencyKey: `evidence_${id}` }))
  return ours(client, reference)
}

async function upload(client: StripeClient, { id, name, mediaType, bytes }: EvidenceFile): Promise<string> {
  const file = { data: bytes, name, type: mediaType }
  const storedFile = await client.call((stripe) =>
    stripe.files.create({ purpose: 'dispute_evidence', file }, { idempotencyKey: `file_${id}` }),
  )
  return storedFile.id
}
