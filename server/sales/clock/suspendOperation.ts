import { randomUUID } from 'node:crypto'
import { nextState, type OperationEvent, type Permission, remainingCents } from '#domain/sales/operations/lifecycle'
import { canWithdraw } from '#domain/sales/operations/withdrawal'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { completeRefund } from '../lifecycle/completeRefund.ts'
import { instalmentUnderCollection } from '../lifecycle/collection.ts'
import { lockBooks, type OperationBooks, readBooks } from '../lifecycle/books.ts'

export type Hold = 'fraud_hold' | 'dispute' | 'default'

const events: Readonly<Record<Hold, OperationEvent>> = { fraud_hold: 'fraud_held', dispute: 'dispute_opened', default: 'defaulted' }

/** Suspends collection while the provider investigates (T19). Returns false when the operation is not being repaid. */
export const holdOperation = (db: Connection, scope: Scope, { operationId, hold, now }: { operationId: string; hold: Hold; now: Date }) =>
  raise(db, scope, operationId, events[hold], now)

/** Resumes collection, immediately for what fell due meanwhile (T20). Returns false when the operation is not on hold. */
export const liftHold = (db: Connection, scope: Scope, { operationId, now }: { operationId: string; now: Date }) =>
  raise(db, scope, operationId, 'hold_lifted', now)

async function raise(db: Connection, scope: Scope, operationId: string, event: OperationEvent, now: Date): Promise<boolean> {
  const { facts } = await lockBooks(db, scope, operationId)
  const after = nextState(facts, event)
  if (!after) return false
  changeOperation(db, scope, now, { operationId, event, actor: 'provider', userId: null, before: facts, after, amountCents: null })
  return true
}

/**
 * Charges the card for an overdue instalment with the next run of the collections instead of on the next day of the retry schedule, which goes on from there.
 * Returns false when nothing is overdue in repayment; may throw `CardChargeInFlight`.
 */
export async function collectNow(db: Connection, scope: Scope, { operationId, now }: { operationId: string; now: Date }): Promise<boolean> {
  const { facts, instalments, askedInstalment } = await lockBooks(db, scope, operationId)
  if (facts.substatus !== 'payment_process' || !instalments.some(({ state }) => state === 'overdue')) return false
  if (askedInstalment !== null) throw inFlight()
  const change = { operationId, event: 'collection_retried', actor: 'provider' as const, userId: null, before: facts, after: facts }
  changeOperation(db, scope, now, { ...change, amountCents: null }, { set: sql`collect_at = ${now}` })
  return true
}

type Withdrawal = {
  operationId: string
  /** Whether the purchase is withdrawn too: everything is refunded, as when the shop cancels. Otherwise the shop keeps its money. */
  withPurchase: boolean
  now: Date
}

/** A card is being charged for an instalment: the plan may change again once it has answered, seconds later. */
export class CardChargeInFlight extends Error {}
const inFlight = () => new CardChargeInFlight('the card is being asked for an instalment: try again in a minute')

/**
 * The customer withdraws from the credit (T18; Ley 16/2011, art. 28). Returns the domain's permission; when it is allowed, it has been done. May throw
 * `CardChargeInFlight`.
 */
export async function withdraw(db: Connection, scope: Scope, { operationId, withPurchase, now }: Withdrawal): Promise<Permission> {
  const books = await lockBooks(db, scope, operationId)
  const { facts } = books
  const permission = canWithdraw(facts, now)
  if (!permission.allowed) return permission
  if (instalmentUnderCollection(books, now) !== undefined) throw inFlight()
  const event = { operationId, actor: 'customer' as const, userId: null, before: facts, amountCents: null }
  if (withPurchase) {
    changeOperation(db, scope, now, { ...event, event: 'purchase_withdrawn', after: facts })
    await refundEverything(db, scope, books, now)
    return permission
  }
  const after = nextState(facts, 'customer_withdrew')
  if (!after) throw new Error(`operation ${operationId} cannot be withdrawn from in its state`)
  changeOperation(db, scope, now, { ...event, event: 'customer_withdrew', after })
  return permission
}

/** Held refunds go out first, in order, and can no longer be undone; then everything remaining, as one cancellation (T17). */
async function refundEverything(db: Connection, scope: Scope, books: OperationBooks, now: Date): Promise<void> {
  for (const { id } of books.held) {
    const current = await readBooks(db, scope, books.id)
    await completeRefund(db, scope, { books: current, refundId: id, immediate: false, now })
  }
  const current = await readBooks(db, scope, books.id)
  const amountCents = remainingCents(current.facts)
  if (amountCents === 0) return
  const refundId = randomUUID()
  await db.run(sql`with refund as (
      insert into refunds (merchant_id, mode, id, operation_id, kind, amount_cents, state, release_at, created_at)
      values (${scope.merchantId}, ${scope.mode}, ${refundId}, ${books.id}, 'cancel', ${amountCents}, 'held', ${now}, ${now})
    ), part as (
      select c.id, c.amount_cents - c.refunded_cents as cents from captures c where ${inScope(scope, 'c')}
        and c.operation_id = ${books.id} and c.refunded_cents < c.amount_cents
    ), taken as (
      update captures c set refunded_cents = c.amount_cents from part p where ${inScope(scope, 'c')} and c.id = p.id
    ), kept as (
      insert into refund_captures (merchant_id, mode, refund_id, capture_id, amount_cents) select ${scope.merchantId}, ${scope.mode}, ${refundId}, p.id, p.cents from part p
    )
    update operations o set refunded_cents = o.refunded_cents + ${amountCents}::bigint, held_cents = o.held_cents + ${amountCents}::bigint
    where ${inScope(scope, 'o')} and o.id = ${books.id}`)
  const taken = await readBooks(db, scope, books.id)
  await completeRefund(db, scope, { books: taken, refundId, immediate: true, now })
}
