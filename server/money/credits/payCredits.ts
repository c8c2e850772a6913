import { refundRetryAt, splitCredit } from '#domain/money/customerCredit'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import type { CardPlace, RefundAnswer } from '../payments/cardProvider.ts'
import { ProviderUnreachable } from '../payments/partners.ts'
import { beginPayment, bookAnswer, type PaymentAnswer } from './creditPayments.ts'
import { type Credit, type CreditPayment, lockCredit, uncovered } from './creditRows.ts'
import { syncCredit } from './syncCredit.ts'

type CreditServices = Pick<Services, 'database' | 'now' | 'log'> & { payments: Pick<Services['payments'], 'cards'> }

/** Credits taken at once, how many of them are worked on at a time, and for how long nobody else takes them. */
const batchSize = 64
const concurrency = 8
const leaseMs = 60_000

/** When the next credit has something to do. */
export const nextCredit = (): Sql => sql`select min(q.due_at) from credit_queue q`

type Taken = { credit_id: string; merchant_id: string; mode: Mode }

/**
 * Pays credits: asks cards to take them back, reminds customers who must give an account, and forgets what was paid long ago. Each attempt is recorded
 * before its card is asked, and asked by its id until there is an answer: after an interruption at any point nothing is paid twice. Returns how many
 * credits were worked on.
 */
export async function payCredits(services: CreditServices): Promise<number> {
  let worked = 0
  for (;;) {
    const taken = await takeDue(services)
    worked += taken.length
    const queue = taken.values()
    await Promise.all(
      Array.from({ length: Math.min(concurrency, taken.length) }, async () => {
        for (const { credit_id: id, merchant_id: merchantId, mode } of queue)
          await workCredit(services, mintScope(merchantId, mode), id).catch((error: unknown) => {
            // It stays as it was written, and is taken again when the lease has ended; the others go on.
            services.log('error', 'credit_not_paid', { credit: id }, error)
          })
      }),
    )
    if (taken.length < batchSize) return worked
  }
}

const takeDue = ({ database, now }: CreditServices): Promise<Taken[]> =>
  database.write(null, async (db) => {
    db.send(sql`delete from credit_queue q where q.state = 'paid' and q.due_at <= ${now()}`)
    return db.rows<Taken>(sql`update credit_queue q set due_at = ${new Date(now().getTime() + leaseMs)} where q.credit_id in (
        select credit_id from credit_queue where due_at <= ${now()} order by due_at limit ${batchSize} for update skip locked)
      and q.due_at <= ${now()} returning q.credit_id, q.merchant_id, q.mode`)
  })

/** An attempt to ask a card about. `isNew`: the card was not asked yet. */
type Ask = { payment: CreditPayment; chargeReference: string; operationId: string; isNew: boolean }
type Answered = { paymentId: string; answer: RefundAnswer }

/** Works on a credit until there is nothing to ask: what a card declines is tried on the others. */
async function workCredit(services: CreditServices, scope: Scope, creditId: string): Promise<void> {
  const askedIds = new Set<string>()
  let answers: Answered[] = []
  for (;;) {
    const booked = answers
    const asks = await services.database.write(scope, (db) => step(db, scope, { creditId, answers: booked, askedIds, now: services.now() }))
    if (asks.length === 0) return
    for (const { payment } of asks) askedIds.add(payment.id)
    answers = await askCards(services, scope, asks)
  }
}

type Step = { creditId: string; answers: readonly Answered[]; askedIds: ReadonlySet<string>; now: Date }

/** Books answers, and begins attempts for the amount that is not covered. Returns the attempts that the card provider must now be asked about. */
async function step(db: Connection, scope: Scope, { creditId, answers, askedIds, now }: Step): Promise<Ask[]> {
  const locked = await lockCredit(db, scope, creditId, now)
  if (!locked) throw new Error(`credit ${creditId} is in the queue and does not exist`)
  let credit = locked
  for (const { paymentId, answer } of answers)
    credit = await bookAnswer(db, scope, credit, { paymentId, answer: paymentAnswer(credit, paymentId, answer, now), now })
  if (answers.some(({ answer }) => answer.state === 'declined'))
    credit = { ...((await lockCredit(db, scope, creditId, now)) ?? credit), state: credit.state }
  const begun = new Set<string>()
  for (const { chargeId, amountCents } of splitCredit(uncovered(credit), credit.charges).refunds) {
    const next = await beginPayment(db, scope, credit, { amountCents, to: { kind: 'card', chargeId }, now })
    credit = next.credit
    begun.add(next.payment.id)
  }
  const asks = credit.payments.flatMap((payment): Ask[] => {
    const charge = credit.charges.find(({ id }) => id === payment.chargeId)
    const isOpen = payment.state === 'asked' || payment.state === 'pending'
    if (!isOpen || charge === undefined || askedIds.has(payment.id)) return []
    return [{ payment, chargeReference: charge.reference, operationId: credit.operationId, isNew: begun.has(payment.id) }]
  })
  syncCredit(db, scope, credit, { now, ...(asks.length > 0 && { leasedUntil: new Date(now.getTime() + leaseMs) }) })
  return asks
}

/** The card provider's answer, and when it is asked again. */
function paymentAnswer({ payments }: Credit, paymentId: string, answer: RefundAnswer, now: Date): PaymentAnswer {
  if (answer.state !== 'declined') return { state: answer.state, reference: answer.reference, reason: null, retryAt: null }
  const { chargeId } = payments.find(({ id }) => id === paymentId) ?? {}
  const declines = payments.filter((one) => one.chargeId === chargeId && one.state === 'declined').length + 1
  return {
    state: 'declined',
    reference: answer.reference,
    reason: answer.code,
    retryAt: answer.retry === 'later' ? refundRetryAt(declines, now) : null,
  }
}

/** Asks for each attempt; those without an answer are asked about again later. */
async function askCards(
  { payments: { cards }, log }: CreditServices,
  { merchantId, mode }: Scope,
  asks: readonly Ask[],
): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const { payment, chargeReference, operationId, isNew } of asks) {
    const refund = {
      id: payment.id,
      place: { merchantId, mode, operationId },
      chargeId: payment.chargeId ?? '',
      reference: chargeReference,
    }
    try {
      const known = isNew ? null : await cards.findRefund(refund)
      answered.push({ paymentId: payment.id, answer: known ?? (await cards.refundCharge({ ...refund, cents: payment.amountCents })) })
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error
      log('warn', 'cards_unreachable', { payment: payment.id }, error)
    }
  }
  return answered
}

/**
 * Books what the card provider says has become of a refund, also when it fails after it had succeeded: then its amount is owed again. False: the id is none
 * of ours. May throw `ProviderUnreachable`; then it is asked again by the queue if it has no answer yet.
 */
export async function bookRefundNews(services: CreditServices, { id, place }: { id: string; place: CardPlace }): Promise<boolean> {
  const scope = mintScope(place.merchantId, place.mode)
  const known = await services.database.read(scope, (db) =>
    db.first<{
      credit_id: string
      charge_id: string | null
      reference: string | null
    }>(sql`select p.credit_id, p.charge_id, h.provider_reference as reference from credit_payments p
      join charges h on ${inScope(scope, 'h')} and h.id = p.charge_id where ${inScope(scope, 'p')} and p.id = ${id}`),
  )
  if (!known?.charge_id || known.reference === null) return false
  const answer = await services.payments.cards.findRefund({ id, place, chargeId: known.charge_id, reference: known.reference })
  if (answer === null) return true
  await services.database.write(scope, async (db) => {
    const now = services.now()
    const credit = await lockCredit(db, scope, known.credit_id, now)
    if (!credit) return
    const after = await bookAnswer(db, scope, credit, { paymentId: id, answer: paymentAnswer(credit, id, answer, now), now })
    // What is owed again is worked on at once.
    if (after !== credit) syncCredit(db, scope, after, { now, leasedUntil: now })
  })
  return true
}
