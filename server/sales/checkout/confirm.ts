import { randomUUID } from 'node:crypto'
import { cents, formatEuros } from '#domain/platform/money'
import { askCard } from '../../money/payments/askCard.ts'
import type { CardAnswer, CardRequest } from '../../money/payments/cardProvider.ts'
import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import { type CallBeforeTransaction, withPreparation, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { approveSale } from '../cards/approveSale.ts'
import { scheduleCardCheck } from '../cards/cardDeadline.ts'
import { declineHold } from '../cards/resolveCards.ts'
import { checkoutReturnUrl } from '../messages/customerLinks.ts'
import { firstPaymentCents } from '../lifecycle/offers.ts'
import { storeLanguage, loadSale, stepRefusal } from './step.ts'
import { chosenPlan } from './plans.ts'
import { lockSale, type Sale } from './sale.ts'
import { show } from './show.ts'
import { isStepAllowed, type CheckoutPosition } from './position.ts'

/** The hold requested from the provider; `id` stays the same until it has answered. `again`: it may have been requested before. */
type FirstPayment = CardRequest & { again: boolean; reference: string | null }

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
async function askFirstPayment(call: CallBeforeTransaction<'checkoutConfirm'> & { db: Connection }): Promise<FirstPayment | null> {
  const { db, scope, customer, body, now } = call
  lockSale(db, scope, customer.checkoutId)
  const { sale, position } = await loadSale(call)
  if (position.status === 'approved' && position.device === 'this') return null
  if (!isStepAllowed('confirm', position) || sale.card === null) throw stepRefusal(position, 'confirm')
  const stale = staleAmounts(sale, body, now)
  if (stale) throw stale
  const amountCents = firstPaymentCents(chosenPlan(sale, now))
  if (amountCents === 0) return null
  const place = { ...scope, operationId: sale.operationId }
  const earlier = await db.first<{
    id: string
    amount_cents: bigint
    return_url: string | null
    provider_reference: string | null
  }>(sql`select c.id, c.amount_cents, c.return_url, c.provider_reference from charges c where ${inScope(scope, 'c')}
    and c.operation_id = ${sale.operationId} and c.instalment is null and c.state = 'authorised' order by c.attempt desc limit 1`)
  if (earlier) {
    const { id, amount_cents: heldCents, return_url: returnUrl, provider_reference: reference } = earlier
    return { id, place, method: sale.card, amountCents: cents(heldCents), returnUrl, again: true, reference }
  }
  const id = randomUUID()
  const returnUrl = checkoutReturnUrl(call.services, sale.checkoutId)
  // Authorised without a reference: requested, outcome not known yet.
  await db.run(sql`insert into charges (merchant_id, mode, id, operation_id, attempt, amount_cents, state, return_url, created_at)
    select ${scope.merchantId}, ${scope.mode}, ${id}, ${sale.operationId}, coalesce(max(c.attempt), 0) + 1, ${amountCents}, 'authorised', ${returnUrl}, ${now}
    from charges c where ${inScope(scope, 'c')} and c.operation_id = ${sale.operationId} and c.instalment is null`)
  return { id, place, method: sale.card, amountCents, returnUrl, again: false, reference: null }
}

type HoldAttempt = { payment: FirstPayment; answer: CardAnswer }

/**
 * Signs. The first payment is held on the card (T7), and an order that the shop sent itself is confirmed immediately (T8, T9). The hold is recorded before it
 * is requested: a second press, or a retry after a crash, is the same hold. While the customer's bank or the provider has not answered, the sale stays as
 * it is and says so. Refuses with CardDeclined, StaleAmount.
 */
export const checkoutConfirm: Handler<'checkoutConfirm'> = withPreparation(
  holdFirstPayment,
  async (call: Call<'checkoutConfirm'>, holdAttempt) => {
    const { db, scope, customer, services, audit } = call
    lockSale(db, scope, customer.checkoutId)
    storeLanguage(call)
    const { sale, position } = await loadSale(call)
    // Another tab was quicker: the same signature.
    if (position.status === 'approved') return show(call)
    if (holdAttempt?.answer.state === 'declined') throw declined(call, sale, holdAttempt)
    const stillHeld = holdAttempt === null || (await recordHold(call, holdAttempt))
    if (!stillHeld || !isStepAllowed('confirm', position) || staleAmounts(sale, call.body, call.now))
      throw await tooLate(call, sale, position)
    if (holdAttempt && holdAttempt.answer.state !== 'succeeded') return show(call)
    await approveSale(services, db, scope, { ...sale, email: sale.customer.email }, call.now)
    audit({
      entity: 'operation',
      entityId: sale.operationId,
      after: { signed: true, firstPaymentCents: holdAttempt?.payment.amountCents ?? 0 },
    })
    return show(call)
  },
)

/** Null when nothing is paid today or the sale is already signed. */
async function holdFirstPayment(call: CallBeforeTransaction<'checkoutConfirm'>): Promise<HoldAttempt | null> {
  const { services, scope } = call
  const payment = await services.database.write(scope, (db) => askFirstPayment({ ...call, db }))
  if (payment === null) return null
  return { payment, answer: await askCard(services.payments.cards, { kind: 'authorise', ...payment }) }
}

/** Returns false when the hold was released meanwhile: the plan or the card changed in another tab. */
async function recordHold({ db, scope, now }: Call<'checkoutConfirm'>, { payment, answer }: HoldAttempt): Promise<boolean> {
  const { operationId } = payment.place
  const waitsFor = answer.state === 'needs_action' ? 'customer' : answer.state === 'pending' ? 'provider' : null
  const actionUrl = answer.state === 'needs_action' ? answer.redirectUrl : null
  const noted =
    await db.run(sql`update charges c set provider_reference = ${answer.reference}, waits_for = ${waitsFor}, action_url = ${actionUrl}
    where ${inScope(scope, 'c')} and c.id = ${payment.id} and c.state = 'authorised'`)
  if (waitsFor !== null) scheduleCardCheck(db, scope, { operationId, waitsFor, askedAt: now, now })
  return noted === 1
}

function declined({ db, scope, audit }: Call<'checkoutConfirm'>, sale: Sale, { payment, answer }: HoldAttempt): Refusal {
  if (answer.state === 'declined') declineHold(db, scope, { operationId: sale.operationId, holdId: payment.id, answer })
  audit({ entity: 'operation', entityId: sale.operationId, after: { card: 'declined' } })
  return new Refusal('CardDeclined', { keepsEffects: true })
}

/** The order ended, or its plan changed, while the bank was asked: the hold is released. */
async function tooLate({ db, scope, services }: Call<'checkoutConfirm'>, sale: Sale, position: CheckoutPosition): Promise<Refusal> {
  await releaseFirstPayment(db, scope, services.payments.cards, sale.operationId)
  return new Refusal('StepNotAllowed', { keepsEffects: true, ...(position.status === 'open' ? {} : { why: position.status }) })
}
