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
  /** A lifecycle transition, or `refund_held`, `refund_undone`, `cancellation_held`, `cancellation_undone`. */
  event: string
  actor: Actor
  userId: string | null
  /** The channel it came through. Default: the panel for a user of the shop, the API for an API key, none for all others. */
  channel?: string
  /** Null before the operation exists. */
  before: OperationState | null
  after: OperationState
  amountCents: number | null
  /** The reason that a person gave. */
  given?: GivenReason
}

export type GivenReason = { reason: string | null; comment: string | null }

/**
 * Appends an event to an operation's history, without waiting; the operation's row must be locked so that sequence numbers are consecutive. Listeners on its
 * checkout are notified.
 */
export async function addEvent(
  db: Connection,
  scope: Scope,
  { operationId, at, event, actor, userId, channel, before, after, amountCents, given }: HistoryEvent,
): Promise<void> {
  db.send(sql`insert into operation_events (merchant_id, mode, operation_id, seq, at, event, actor, user_id, channel, from_substatus, to_substatus, reason, amount_cents, given_reason, comment)
    select ${scope.merchantId}, ${scope.mode}, ${operationId}, coalesce(max(e.seq), 0) + 1, ${at}, ${event}, ${actor}, ${userId}, ${channel ?? wayOf(actor, userId)},
      ${before?.substatus ?? null}, ${after.substatus}, ${after.suspensionReason ?? after.statusReason}, ${amountCents},
      ${given?.reason ?? null}, ${given?.comment ?? null}
    from operation_events e where e.merchant_id = ${scope.merchantId} and e.mode = ${scope.mode} and e.operation_id = ${operationId}`)
  if (before?.substatus === 'pending_customer' || before?.substatus === 'pending_merchant') touchCheckout(db, scope, operationId)
}

const wayOf = (actor: Actor, userId: string | null) => (userId !== null ? 'panel' : actor === 'merchant' ? 'api' : null)

/** What the team is notified of when an order is stopped as a duplicate. */
type Repetition = { operationId: string; mid: string | null; totalCents: Cents; customer: CustomerNamed; now: Date }

/** Notifies every member of the account of a duplicate order (docs/domain.md#duplicate-orders, rule 2); not in sandbox, where nobody ordered. */
export function notifyDuplicate(db: Connection, scope: Scope, { operationId, mid, totalCents, customer, now }: Repetition): void {
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
 * Increments the checkout's version after a change that a till displays; long-polling clients are notified at commit. Without waiting; does nothing for an
 * operation without a checkout. The operation's row must be locked before.
 */
export function touchCheckout(db: Connection, scope: Scope, operationId: string): void {
  db.send(sql`with notified as (update checkouts c set version = c.version + 1
      where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${operationId} returning c.id)
    select pg_notify('checkout', notified.id::text) from notified`)
}
