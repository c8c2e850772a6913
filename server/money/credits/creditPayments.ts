import { cents, type Cents } from '#domain/platform/money'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { creditPostings, postJournal } from '../ledger/postings.ts'
import type { Credit, CreditPayment, PaymentState } from './creditRows.ts'
import { notifyCreditChange } from './notifyCreditChange.ts'

/** What a new attempt to pay needs besides its amount. */
type Target =
  | { kind: 'card'; chargeId: string }
  | { kind: 'transfer'; iban: string; holderName: string; reference: string }
  | { kind: 'manual'; staffId: string; reason: string }

type NewPayment = { amountCents: Cents; to: Target; now: Date }

/**
 * Records an attempt to pay a part of a credit, before any partner is asked: with the same amount nothing else is paid meanwhile. What staff settled by
 * hand is paid already. The credit must be locked; the returned one includes the attempt.
 */
export async function beginPayment(
  db: Connection,
  scope: Scope,
  credit: Credit,
  { amountCents, to, now }: NewPayment,
): Promise<{ credit: Credit; payment: CreditPayment }> {
  const isPaid = to.kind === 'manual'
  const chargeId = to.kind === 'card' ? to.chargeId : null
  const payment: CreditPayment = {
    id: newId(now),
    kind: to.kind,
    amountCents,
    state: isPaid ? 'succeeded' : 'asked',
    chargeId,
    retryAt: null,
    createdAt: now,
  }
  const account = to.kind === 'transfer' ? to : { iban: null, holderName: null, reference: null }
  const by = to.kind === 'manual' ? to : { staffId: null, reason: null }
  db.send(sql`with payment as (insert into credit_payments (merchant_id, mode, id, credit_id, kind, amount_cents, state, charge_id, reference, iban, holder_name, reason,
        staff_id, created_at, done_at)
      values (${scope.merchantId}, ${scope.mode}, ${payment.id}, ${credit.id}, ${to.kind}, ${amountCents}, ${payment.state}, ${chargeId}, ${account.reference},
        ${account.iban}, ${account.holderName}, ${by.reason}, ${by.staffId}, ${now}, ${isPaid ? now : null})
    ), charge as (${takeFromCharge(scope, chargeId, amountCents)})
    ${changeAmounts(scope, credit.id, isPaid ? { paid: amountCents, underWay: 0, now } : { paid: 0, underWay: amountCents, now })}`)
  await post(db, scope, credit, { amountCents, step: isPaid ? 'manual' : 'begun', now })
  if (isPaid) queuePaymentEvent(db, scope, credit, { type: 'credit.paid', payment, reason: null, now })
  return { credit: withAmounts(credit, payment, isPaid ? [amountCents, 0] : [0, amountCents]), payment }
}

/** `retryAt`: when a card that declined may be asked again; null: never. */
export type PaymentAnswer = { state: Exclude<PaymentState, 'asked'>; reference: string | null; reason: string | null; retryAt: Date | null }

/**
 * Books a partner's answer to an attempt: paid; under way; declined, so that its amount is owed again; or, after it had been paid, returned. Repeated
 * answers change nothing. The credit must be locked.
 */
export async function bookAnswer(
  db: Connection,
  scope: Scope,
  credit: Credit,
  { paymentId, answer, now }: { paymentId: string; answer: PaymentAnswer; now: Date },
): Promise<Credit> {
  const payment = credit.payments.find(({ id }) => id === paymentId)
  if (!payment || payment.state === answer.state || payment.state === 'declined') return credit
  const wasPaid = payment.state === 'succeeded'
  if (wasPaid && answer.state === 'pending') return credit
  const { amountCents, chargeId } = payment
  const isDone = answer.state !== 'pending'
  const changed = { ...payment, state: answer.state, retryAt: answer.retryAt }
  const update = sql`update credit_payments p set state = ${answer.state}, reference = coalesce(p.reference, ${answer.reference}), reason = ${answer.reason},
      retry_at = ${answer.retryAt}, done_at = ${isDone ? now : null}
    where ${inScope(scope, 'p')} and p.id = ${paymentId}`
  if (!isDone) {
    await db.run(update)
    queuePaymentEvent(db, scope, credit, { type: 'credit.sent', payment, reason: answer.reason, now })
    return withAmounts(credit, changed, [0, 0])
  }
  const paid = answer.state === 'succeeded' ? amountCents : wasPaid ? cents(-amountCents) : cents(0)
  const onItsWay = wasPaid ? cents(0) : cents(-amountCents)
  const givenBack = answer.state === 'declined' ? cents(-amountCents) : cents(0)
  db.send(sql`with payment as (${update}), charge as (${takeFromCharge(scope, chargeId, givenBack)})
    ${changeAmounts(scope, credit.id, { paid, underWay: onItsWay, now })}`)
  const step = answer.state === 'succeeded' ? 'paid' : wasPaid ? 'returned' : 'declined'
  await post(db, scope, credit, { amountCents, step, now })
  // The bank that has executed a transfer had it before, though it may not have been asked in between.
  if (answer.state === 'succeeded' && payment.kind === 'transfer' && payment.state === 'asked')
    queuePaymentEvent(db, scope, credit, { type: 'credit.sent', payment, reason: null, now })
  if (answer.state === 'succeeded') queuePaymentEvent(db, scope, credit, { type: 'credit.paid', payment, reason: answer.reason, now })
  // A card that declines has taken nothing, and another one is asked.
  else if (wasPaid || payment.kind === 'transfer')
    queuePaymentEvent(db, scope, credit, { type: 'credit.returned', payment, reason: answer.reason, now })
  return withAmounts(credit, changed, [paid, onItsWay])
}

type PaymentEvent = {
  type: 'credit.sent' | 'credit.paid' | 'credit.returned'
  payment: CreditPayment
  reason: string | null
  now: Date
}

/** Tells the provider's own systems of a payment. The reason of one by hand, which staff wrote, is not among it. */
const queuePaymentEvent = (db: Connection, scope: Scope, { id }: Credit, { type, payment, reason, now }: PaymentEvent): void =>
  notifyCreditChange(db, scope, {
    type,
    id,
    now,
    data: { payment_id: hexOf(payment.id), kind: payment.kind, amount: payment.amountCents, reason },
  })

/** The database refuses more than the charge took. */
const takeFromCharge = (scope: Scope, chargeId: string | null, amountCents: number): Sql =>
  sql`update charges h set refunded_cents = h.refunded_cents + ${amountCents}::bigint where ${inScope(scope, 'h')} and h.id = ${chargeId} and ${amountCents}::bigint <> 0`

/** The database refuses to pay more than is owed. A credit is `paid` once its whole amount is. */
const changeAmounts = (scope: Scope, creditId: string, { paid, underWay, now }: { paid: number; underWay: number; now: Date }): Sql =>
  sql`update customer_credits c set paid_cents = c.paid_cents + ${paid}::bigint, under_way_cents = c.under_way_cents + ${underWay}::bigint,
      state = case when c.paid_cents + ${paid}::bigint = c.amount_cents then 'paid' when c.state = 'paid' then 'refunding' else c.state end,
      paid_at = case when c.paid_cents + ${paid}::bigint = c.amount_cents then ${now}::timestamptz end
    where ${inScope(scope, 'c')} and c.id = ${creditId}`

type Step = 'begun' | 'paid' | 'declined' | 'returned' | 'manual'

const post = (
  db: Connection,
  scope: Scope,
  { operationId }: Credit,
  { amountCents, step, now }: { amountCents: Cents; step: Step; now: Date },
) => postJournal(db, scope, { kind: 'credit_payment', operationId, at: now, lines: creditPostings(step, amountCents) })

const withAmounts = (credit: Credit, payment: CreditPayment, [paid, onItsWay]: readonly [number, number]): Credit => ({
  ...credit,
  paidCents: cents(credit.paidCents + paid),
  underWayCents: cents(credit.underWayCents + onItsWay),
  payments: [...credit.payments.filter(({ id }) => id !== payment.id), payment],
})
