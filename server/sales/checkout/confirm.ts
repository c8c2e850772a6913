import { randomUUID } from 'node:crypto'
import { nextState } from '#domain/sales/operations/lifecycle'
import { cents, type Cents, formatEuros } from '#domain/platform/money'
import { releaseFirstPayment, takeFirstPayment } from '../../money/payments/firstPayment.ts'
import type { CardMethod } from '../../money/payments/partners.ts'
import { type CallBeforeTransaction, withPreparation, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { firstPaymentCents } from '../lifecycle/offers.ts'
import { readBooks } from '../lifecycle/books.ts'
import { confirmOperation } from '../lifecycle/stopOperation.ts'
import { notifySeller } from './decide.ts'
import { checkStep, storeLanguage, lockForStep, loadSale, stepRefusal } from './step.ts'
import { fieldProblem } from './identityProblems.ts'
import { chosenPlan } from './plans.ts'
import { lockSale, type Sale } from './sale.ts'
import { show } from './show.ts'
import { isStepAllowed, type CheckoutPosition } from './position.ts'

/** The hold requested from the provider; `id` stays the same until it has answered. */
type AskedPayment = { id: string; method: CardMethod; amountCents: Cents }

type Expected = { expectedFirstPayment: number; expectedTotalPrice: number }

/** A refusal with the plan's amounts when they differ from what the customer saw. */
function staleAmounts(sale: Sale, expected: Expected, now: Date): Refusal | null {
  const plan = chosenPlan(sale, now)
  const first = firstPaymentCents(plan)
  if (expected.expectedFirstPayment === first && expected.expectedTotalPrice === plan.totalPriceCents) return null
  return new Refusal('StaleAmount', { why: 'plan', values: { first: formatEuros(first), total: formatEuros(plan.totalPriceCents) } })
}

/**
 * Records the hold to request from the provider, in a transaction of its own; an earlier one without an answer is returned again. Null when nothing is paid
 * today, or when the sale is already signed. Refuses with StepNotAllowed and StaleAmount.
 */
async function askFirstPayment(call: CallBeforeTransaction<'checkoutConfirm'> & { db: Connection }): Promise<AskedPayment | null> {
  const { db, scope, customer, body, now } = call
  lockSale(db, scope, customer.checkoutId)
  const { sale, position } = await loadSale(call)
  if (position.status === 'approved' && position.device === 'this') return null
  if (!isStepAllowed('confirm', position) || sale.card === null) throw stepRefusal(position, 'confirm')
  const stale = staleAmounts(sale, body, now)
  if (stale) throw stale
  const amountCents = firstPaymentCents(chosenPlan(sale, now))
  if (amountCents === 0) return null
  const earlier = await db.first<{
    id: string
    amount_cents: bigint
  }>(sql`select c.id, c.amount_cents from charges c where ${inScope(scope, 'c')}
    and c.operation_id = ${sale.operationId} and c.instalment is null and c.state = 'authorised' order by c.attempt desc limit 1`)
  if (earlier) return { id: earlier.id, method: sale.card, amountCents: cents(earlier.amount_cents) }
  const id = randomUUID()
  // Authorised without a reference: requested, outcome not known yet.
  await db.run(sql`insert into charges (merchant_id, mode, id, operation_id, attempt, amount_cents, state, created_at)
    select ${scope.merchantId}, ${scope.mode}, ${id}, ${sale.operationId}, coalesce(max(c.attempt), 0) + 1, ${amountCents}, 'authorised', ${now}
    from charges c where ${inScope(scope, 'c')} and c.operation_id = ${sale.operationId} and c.instalment is null`)
  return { id, method: sale.card, amountCents }
}

/** How long the shop has to confirm an order that it did not send itself (docs/domain.md#transitions, T7). */
const confirmMs = 24 * 3_600_000

type Asked = { payment: AskedPayment; answer: { state: 'authorised' | 'declined'; reference: string } }

/**
 * Signs. The first payment is held on the card (T7), and an order that the shop sent itself is confirmed immediately (T8, T9). The hold is recorded before it
 * is requested: a second press, or a retry after a crash, is the same hold. Refuses with CardDeclined, StaleAmount.
 */
export const checkoutConfirm: Handler<'checkoutConfirm'> = withPreparation(
  holdFirstPayment,
  async (call: Call<'checkoutConfirm'>, asked) => {
    const { db, scope, customer, services, audit } = call
    lockSale(db, scope, customer.checkoutId)
    storeLanguage(call)
    const { sale, position } = await loadSale(call)
    // Another tab was quicker: the same signature.
    if (position.status === 'approved') return show(call)
    if (asked?.answer.state === 'declined') throw await declined(call, sale, asked)
    const stillHeld = asked === null || (await recordHold(call, asked))
    if (!stillHeld || !isStepAllowed('confirm', position) || staleAmounts(sale, call.body, call.now))
      throw await tooLate(call, sale, position)
    await approve(call, sale)
    const { checkoutId, customer: buyer } = sale
    await queueMessage(services, db, scope, {
      checkoutId,
      channel: 'email',
      purpose: 'outcome',
      to: buyer.email,
      generation: 1,
      now: call.now,
    })
    await notifySeller(db, scope, checkoutId, call.now)
    touchCheckout(db, scope, sale.operationId)
    audit({ entity: 'operation', entityId: sale.operationId, after: { signed: true, firstPaymentCents: asked?.payment.amountCents ?? 0 } })
    return show(call)
  },
)

/** Null when nothing is paid today or the sale is already signed. */
async function holdFirstPayment(call: CallBeforeTransaction<'checkoutConfirm'>): Promise<Asked | null> {
  const { services, scope } = call
  const payment = await services.database.write(scope, (db) => askFirstPayment({ ...call, db }))
  if (payment === null) return null
  return { payment, answer: await services.payments.cards.authorise({ ...payment, mode: scope.mode }) }
}

/** Returns false when the hold was released meanwhile: the plan or the card changed in another tab. */
async function recordHold({ db, scope }: Call<'checkoutConfirm'>, { payment, answer }: Asked): Promise<boolean> {
  const noted = await db.run(sql`update charges c set provider_reference = ${answer.reference}
    where ${inScope(scope, 'c')} and c.id = ${payment.id} and c.state = 'authorised'`)
  return noted === 1
}

/** Removes the card and keeps everything else; another card is another attempt. */
async function declined({ db, scope, audit }: Call<'checkoutConfirm'>, sale: Sale, { payment, answer }: Asked): Promise<Refusal> {
  await db.run(sql`update charges c set state = 'declined', provider_reference = ${answer.reference}
    where ${inScope(scope, 'c')} and c.id = ${payment.id}`)
  await db.run(sql`delete from payment_methods p where ${inScope(scope, 'p')} and p.operation_id = ${sale.operationId}
    and p.token = ${payment.method.token}`)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'operation', entityId: sale.operationId, after: { card: 'declined' } })
  return new Refusal('CardDeclined', { keepsEffects: true })
}

/** The order ended, or its plan changed, while the bank was asked: the hold is released. */
async function tooLate({ db, scope, services }: Call<'checkoutConfirm'>, sale: Sale, position: CheckoutPosition): Promise<Refusal> {
  await releaseFirstPayment(db, scope, services.payments.cards, sale.operationId)
  return new Refusal('StepNotAllowed', { keepsEffects: true, ...(position.status === 'open' ? {} : { why: position.status }) })
}

/** T7, and for an order that the shop sent itself T8 or T9 immediately. */
async function approve(call: Call<'checkoutConfirm'>, sale: Sale): Promise<void> {
  const { db, scope, now, services } = call
  const after = nextState(sale, 'credit_accepted')
  if (!after) throw new Error(`operation ${sale.operationId} cannot be approved in its state`)
  const last = now.getTime() + confirmMs
  const confirmBy = new Date(Math.min(sale.expiresAt?.getTime() ?? last, last))
  const by = { actor: 'provider' as const, userId: null, amountCents: null }
  const change = { operationId: sale.operationId, event: 'credit_accepted', ...by, before: sale, after }
  changeOperation(db, scope, now, change, { set: sql`verified_at = ${now}, confirm_by = ${confirmBy}` })
  if (sale.channel === 'online') return
  const books = await readBooks(db, scope, sale.operationId, false)
  await confirmOperation(db, scope, { books, by: { actor: 'system', userId: null }, now })
  const captured = await readBooks(db, scope, sale.operationId, false)
  if (captured.facts.capturedCents > 0) await takeFirstPayment(db, scope, services.payments.cards, sale.operationId)
}

/**
 * Stores the card that the provider's hosted field tokenised, for the first payment and the instalments, so also when nothing is paid today; then asks its
 * bank whether it can be used. Refuses with CardDeclined, and keeps everything else.
 */
export const checkoutCard: Handler<'checkoutCard'> = withPreparation(readCard, async (call: Call<'checkoutCard'>, method) => {
  const { db, scope, now, services, audit } = call
  const { cards } = services.payments
  const { sale } = await lockForStep(call, 'card')
  // A hold left by a crash was on another card.
  await releaseFirstPayment(db, scope, cards, sale.operationId)
  db.send(sql`insert into payment_methods as p (merchant_id, mode, operation_id, provider, token, brand, last4, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${sale.operationId}, ${cards.name}, ${method.token}, ${method.brand}, ${method.last4}, ${now})
    on conflict (merchant_id, mode, operation_id) do update set provider = excluded.provider, token = excluded.token, brand = excluded.brand,
      last4 = excluded.last4, created_at = excluded.created_at`)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { card: method.brand } })
  return show(call)
})

async function readCard(call: CallBeforeTransaction<'checkoutCard'>): Promise<CardMethod> {
  const { body, scope, now, services } = call
  const { cards } = services.payments
  const { sale } = await checkStep(call, 'card')
  const read = await cards.readToken(body.token)
  if (read === null) throw fieldProblem('token', 'invalid')
  const method = { token: body.token, ...read }
  if (firstPaymentCents(chosenPlan(sale, now)) > 0) return method
  const answer = await cards.verify({ id: randomUUID(), method, mode: scope.mode })
  if (answer === 'declined') throw new Refusal('CardDeclined')
  return method
}
