import { createHash } from 'node:crypto'
import { cents, type Cents, ZERO } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { askCard } from './askCard.ts'
import type { CardAnswer, CardRequest, PaymentProvider } from './cardProvider.ts'
import { ProviderUnreachable } from './partners.ts'

type Held = {
  id: string
  amount_cents: bigint
  provider_reference: string | null
  return_url: string | null
  token: string | null
  brand: string | null
  last4: string | null
}

/** Authorisations of the first payment that are, or may be, active: requested, with the answer not yet stored. */
const held = (db: Connection, scope: Scope, operationId: string) =>
  db.rows<Held>(sql`select c.id, c.amount_cents, c.provider_reference, c.return_url, p.token, p.brand, p.last4 from charges c
    left join payment_methods p on p.merchant_id = c.merchant_id and p.mode = c.mode and p.operation_id = c.operation_id
    where ${inScope(scope, 'c')} and c.operation_id = ${operationId} and c.instalment is null and c.state = 'authorised'
    order by c.attempt for update of c`)

type Settled = 'captured' | 'released' | 'declined'

/** `takenCents`: the captured amount, which may be less than the authorised one. */
const settle = (db: Connection, scope: Scope, id: string, state: Settled, reference: string | null, takenCents: Cents | null = null) =>
  db.run(sql`update charges c set state = ${state}, waits_for = null, provider_reference = coalesce(${reference}, c.provider_reference),
      amount_cents = case when ${state} = 'captured' then coalesce(${takenCents}::bigint, c.amount_cents) else c.amount_cents end
    where ${inScope(scope, 'c')} and c.id = ${id}`)

/**
 * Releases all authorisations of an operation's first payment: it expired, was cancelled or dismissed, or its amount or card changed. The operation's row
 * must be locked. An authorisation whose answer was lost in a crash is requested again with the same id, which finds it. Throws `ProviderUnreachable`;
 * then nothing is written.
 */
export async function releaseFirstPayment(db: Connection, scope: Scope, cards: PaymentProvider, operationId: string): Promise<void> {
  const place = { ...scope, operationId }
  for (const hold of await held(db, scope, operationId)) {
    let reference = hold.provider_reference
    if (reference === null && hold.token !== null) {
      const method = { token: hold.token, brand: hold.brand ?? '', last4: hold.last4 ?? '' }
      const request = { id: hold.id, place, method, amountCents: cents(hold.amount_cents), returnUrl: hold.return_url }
      const answer = await askCard(cards, { kind: 'authorise', again: true, reference: null, ...request })
      if (answer.state === 'declined') {
        await settle(db, scope, hold.id, 'declined', answer.reference)
        continue
      }
      reference = answer.reference
    }
    if (reference !== null) await cards.release({ reference, mode: scope.mode })
    await settle(db, scope, hold.id, 'released', reference)
  }
}

/** The card declined the first payment when the shop captured; nothing was written. */
export class FirstPaymentDeclined extends Error {}

type Due = { due_cents: string; asked: number; token: string | null; brand: string | null; last4: string | null }

/**
 * Takes the share of an operation's first payment that its captures so far require: captures that much of the authorisation and releases the rest; later
 * captures are charged. The operation's row must be locked and its capture written. Idempotent. Throws `FirstPaymentDeclined` or `ProviderUnreachable`;
 * then nothing is written.
 */
export async function takeFirstPayment(db: Connection, scope: Scope, cards: PaymentProvider, operationId: string): Promise<void> {
  const due =
    await db.first<Due>(sql`select o.downpayment_cents + o.opening_fee_cents - coalesce(c.taken, 0) as due_cents, coalesce(c.asked, 0)::integer as asked,
      p.token, p.brand, p.last4
    from operations o left join payment_methods p on p.merchant_id = o.merchant_id and p.mode = o.mode and p.operation_id = o.id
      left join lateral (select sum(c.amount_cents) filter (where c.state = 'captured') as taken, count(*) as asked from charges c
        where c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id and c.instalment is null) c on true
    where ${inScope(scope, 'o')} and o.id = ${operationId}`)
  // An operation without a card on file was paid in another way.
  if (!due || due.token === null) return
  const method = { token: due.token, brand: due.brand ?? '', last4: due.last4 ?? '' }
  let leftCents = cents(BigInt(due.due_cents))
  for (const one of await held(db, scope, operationId)) {
    if (one.provider_reference === null) continue
    leftCents = cents(leftCents - (await settleHold(db, scope, cards, { ...one, reference: one.provider_reference, leftCents })))
  }
  if (leftCents <= 0) return
  const place = { ...scope, operationId }
  const { attempt, id, answer } = await askNextAttempt(cards, due.asked + 1, { place, method, amountCents: leftCents, returnUrl: null })
  const { state, reference } = answer
  if (state === 'pending') throw new ProviderUnreachable('the card provider has not decided on the first payment yet')
  if (state !== 'succeeded') throw new FirstPaymentDeclined('the first payment was declined')
  await db.run(sql`insert into charges (merchant_id, mode, id, operation_id, attempt, amount_cents, state, provider_reference, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${operationId}, ${attempt}, ${leftCents}, 'captured', ${reference}, now())`)
}

/** Declined attempts that are looked for: whoever captures again after so many gets the answer of the last one. */
const maxAttempts = 20

/**
 * Charges a card without its customer, whose earlier attempts, declined or lost, left no row. The first attempt that the provider does not know as declined
 * is asked for, so that a card is charged once after a lost answer, and anew after a decline.
 */
export async function askNextAttempt(
  cards: PaymentProvider,
  first: number,
  request: Omit<CardRequest, 'id'>,
): Promise<{ attempt: number; id: string; answer: CardAnswer }> {
  for (let attempt = first; ; attempt += 1) {
    const id = chargeId(request.place.operationId, attempt)
    const earlier = await cards.find({ id, place: request.place, reference: null })
    if (earlier?.state === 'declined' && attempt < first + maxAttempts) continue
    const answer = earlier ?? (await cards.charge({ id, ...request }))
    // The customer is not there to authenticate it.
    return {
      attempt,
      id,
      answer: answer.state === 'needs_action' ? await cards.cancel({ id, ...request, reference: answer.reference }) : answer,
    }
  }
}

type HeldAmount = { id: string; amount_cents: bigint; reference: string; leftCents: Cents }

/** Captures the amount of a hold that is still due, and releases the rest. Returns the captured amount: none of a hold that ended at the provider. */
async function settleHold(
  db: Connection,
  scope: Scope,
  cards: PaymentProvider,
  { id, amount_cents, reference, leftCents }: HeldAmount,
): Promise<Cents> {
  const { mode } = scope
  const wantedCents = cents(Math.min(leftCents, Number(amount_cents)))
  const isCaptured = wantedCents > 0 && (await cards.capture({ reference, amountCents: wantedCents, mode })) === 'captured'
  if (wantedCents <= 0) await cards.release({ reference, mode })
  await settle(db, scope, id, isCaptured ? 'captured' : 'released', null, wantedCents)
  return isCaptured ? wantedCents : ZERO
}

/** A deterministic idempotency key: an attempt whose row was lost in a crash gets the same one, so the provider charges it once. */
function chargeId(operationId: string, attempt: number): string {
  const hex = createHash('sha256').update(`first payment ${operationId} ${attempt}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
