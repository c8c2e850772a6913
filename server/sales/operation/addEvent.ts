import type { Actor, OperationState } from '#domain/sales/operations/lifecycle'
import { type Cents, formatEuros } from '#domain/platform/money'
import { roles } from '#domain/access/roles'
import { notify } from '../../merchants/notices/notify.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CustomerNamed } from './customerName.ts'

type HistoryEvent = {
  operationId: string
  at: Date
  /** A transition of the lifecycle, or `refund_held`, `refund_undone`, `cancellation_held`, `cancellation_undone`. */
  event: string
  actor: Actor
  userId: string | null
  /** By what way it came; when absent, the panel for what a shop's user did, the API for what its key did, nothing for all others. */
  channel?: string
  /** Null before it exists. */
  before: OperationState | null
  after: OperationState
  amountCents: number | null
  /** Why, as a person said it. */
  said?: Said
}

export type Said = { reason: string | null; comment: string | null }

/**
 * Appends to an operation's history, without waiting; the operation's row must be locked, so that numbers follow each other. Whoever watches
 * its checkout is told.
 */
export async function addEvent(
  db: Connection,
  scope: Scope,
  { operationId, at, event, actor, userId, channel, before, after, amountCents, said }: HistoryEvent,
): Promise<void> {
  db.send(sql`insert into operation_events (merchant_id, mode, operation_id, seq, at, event, actor, user_id, channel, from_substatus, to_substatus, reason, amount_cents, given_reason, comment)
    select ${scope.merchantId}, ${scope.mode}, ${operationId}, coalesce(max(e.seq), 0) + 1, ${at}, ${event}, ${actor}, ${userId}, ${channel ?? wayOf(actor, userId)},
      ${before?.substatus ?? null}, ${after.substatus}, ${after.suspensionReason ?? after.statusReason}, ${amountCents},
      ${said?.reason ?? null}, ${said?.comment ?? null}
    from operation_events e where e.merchant_id = ${scope.merchantId} and e.mode = ${scope.mode} and e.operation_id = ${operationId}`)
  if (before?.substatus === 'pending_customer' || before?.substatus === 'pending_merchant') touchCheckout(db, scope, operationId)
}

const wayOf = (actor: Actor, userId: string | null) => (userId !== null ? 'panel' : actor === 'merchant' ? 'api' : null)

/** What the team is told of an order that was stopped as a repetition. */
type Repetition = { operationId: string; mid: string | null; totalCents: Cents; customer: CustomerNamed; now: Date }

/** Leaves a notice of a repeated order for everybody in the account (docs/domain.md#duplicate-orders, rule 2); none in sandbox, where nobody ordered. */
export function tellDuplicate(db: Connection, scope: Scope, { operationId, mid, totalCents, customer, now }: Repetition): void {
  if (scope.mode === 'sandbox') return
  const name = `${customer.firstName} ${customer.lastName}`.trim() || customer.email
  const values = [
    { key: 'order', value: mid ?? operationId.slice(0, 8) },
    { key: 'customer', value: name || (mid ?? operationId.slice(0, 8)) },
    { key: 'amount', value: formatEuros(totalCents) },
  ]
  notify(db, {
    about: { merchantId: scope.merchantId },
    type: 'duplicated_operation',
    level: 'info',
    values,
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/operations/${hexOf(operationId)}`,
    roles,
    now,
  })
}

/**
 * Says that something has changed which a till shows: its version grows, and whoever waits for it hears so at commit. Without waiting; nothing
 * happens to an operation that has no checkout. The operation's row must be locked before.
 */
export function touchCheckout(db: Connection, scope: Scope, operationId: string): void {
  db.send(sql`with told as (update checkouts c set version = c.version + 1
      where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${operationId} returning c.id)
    select pg_notify('checkout', told.id::text) from told`)
}
