import type { Actor, OperationState } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { touchCheckout } from './touchCheckout.ts'

export type HistoryEvent = {
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
