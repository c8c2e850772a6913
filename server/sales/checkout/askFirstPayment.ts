import { randomUUID } from 'node:crypto'
import { cents, formatEuros, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Asking } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { firstPaymentCents } from '../operation/planAsOffered.ts'
import type { CardMethod } from '../../money/payments/paymentProvider.ts'
import { look, notNow } from './enter.ts'
import { chosenPlan } from './planOffers.ts'
import { lockSale, type Sale } from './sale.ts'
import { mayTake } from './whereabouts.ts'

/** What the provider is asked to hold; `id` stays the same until it has answered. */
export type AskedPayment = { id: string; method: CardMethod; amountCents: Cents }

type Expected = { expectedFirstPayment: number; expectedTotalPrice: number }

/** Whether what the customer saw differs from what the plan says; then what it says. */
export function staleAmounts(sale: Sale, expected: Expected, now: Date): Refusal | null {
  const plan = chosenPlan(sale, now)
  const first = firstPaymentCents(plan)
  if (expected.expectedFirstPayment === first && expected.expectedTotalPrice === plan.totalPriceCents) return null
  return new Refusal('StaleAmount', { why: 'plan', values: { first: formatEuros(first), total: formatEuros(plan.totalPriceCents) } })
}

/**
 * Writes down what the provider is going to be asked, in a transaction of its own; when it was written down before and not answered, that.
 * Null when nothing is paid today, or when the sale is signed already. Refuses with StepNotAllowed and StaleAmount.
 */
export async function askFirstPayment(call: Asking<'checkoutConfirm'> & { db: Connection }): Promise<AskedPayment | null> {
  const { db, scope, customer, body, now } = call
  lockSale(db, scope, customer.checkoutId)
  const { sale, place } = await look(call)
  if (place.status === 'approved' && place.device === 'this') return null
  if (!mayTake('confirm', place) || sale.card === null) throw notNow(place, 'confirm')
  const stale = staleAmounts(sale, body, now)
  if (stale) throw stale
  const amountCents = firstPaymentCents(chosenPlan(sale, now))
  if (amountCents === 0) return null
  const earlier = await db.first<{
    id: string
    amount_cents: bigint
  }>(sql`select c.id, c.amount_cents from charges c where c.merchant_id = ${scope.merchantId}
    and c.mode = ${scope.mode} and c.operation_id = ${sale.operationId} and c.instalment is null and c.state = 'authorised' order by c.attempt desc limit 1`)
  if (earlier) return { id: earlier.id, method: sale.card, amountCents: cents(earlier.amount_cents) }
  const id = randomUUID()
  // Authorised without a reference: asked for, answer not known yet.
  await db.run(sql`insert into charges (merchant_id, mode, id, operation_id, attempt, amount_cents, state, created_at)
    select ${scope.merchantId}, ${scope.mode}, ${id}, ${sale.operationId}, coalesce(max(c.attempt), 0) + 1, ${amountCents}, 'authorised', ${now}
    from charges c where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${sale.operationId} and c.instalment is null`)
  return { id, method: sale.card, amountCents }
}
