import { canCancel, nextState, remainingCents } from '#domain/lifecycle'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import type { Handler } from '../http/call.ts'
import { addEvent } from './addEvent.ts'
import { assertWithinLimit, holdRefund, refusedBy } from './holdRefund.ts'
import { operationIdOf } from './operationText.ts'
import { readStanding, type Standing } from './standing.ts'

/**
 * Ends an operation. Before capture at once and without money; afterwards all that remains goes back, held first like a refund and under
 * the same limit for editors (domain model §2.4).
 */
export const cancel: Handler<'operationCancel'> = async ({ params, db, scope, caller, house, now, audit }) => {
  const operationId = operationIdOf(params.operationId)
  const standing = await readStanding(db, scope, operationId, true)
  const permission = canCancel(standing.facts, now)
  if (!permission.allowed) throw refusedBy('CancelNotAllowed', permission)
  const before = { substatus: standing.facts.substatus, refundedCents: standing.facts.refundedCents }
  if (standing.facts.capturedCents === 0) {
    await stop(db, scope, standing, caller.userId, now)
    audit({ entity: 'operation', entityId: operationId, before, after: { substatus: 'stopped_merchant' } })
    return
  }
  const amountCents = remainingCents(standing.facts)
  assertWithinLimit(caller.role, amountCents)
  const refundId = await holdRefund(db, scope, {
    operationId,
    kind: 'cancel',
    amountCents,
    expectedRemainingCents: undefined,
    reason: null,
    comment: null,
    merchantReference: null,
    userId: caller.userId,
    house,
    now,
  })
  audit({
    entity: 'operation',
    entityId: operationId,
    before,
    after: { refundedCents: standing.facts.refundedCents + amountCents, refund: refundId },
  })
}

/** The request ends, its link dies, nothing is owed by anybody. The row is locked by the caller. */
async function stop(db: Connection, scope: Scope, standing: Standing, userId: string, now: Date): Promise<void> {
  const event = standing.facts.substatus === 'pending_customer' ? 'offline_cancelled' : 'merchant_rejected'
  const after = nextState(standing.facts, event)
  if (!after) throw refusedBy('CancelNotAllowed', { allowed: false, why: 'state' })
  await db.run(sql`with plan as (update instalments i set amount_cents = 0, principal_cents = 0, interest_cents = 0, state = 'cancelled'
      where i.merchant_id = ${scope.merchantId} and i.mode = ${scope.mode} and i.operation_id = ${standing.id})
    update operations o set substatus = ${after.substatus}, status_reason = ${after.statusReason}, suspension_reason = null, ended_at = ${now}, net_cents = null,
      settlement_status = 'none', next_due_on = null, next_due_cents = null
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${standing.id}`)
  await addEvent(db, scope, {
    operationId: standing.id,
    at: now,
    event,
    actor: 'merchant',
    userId,
    before: standing.facts,
    after,
    amountCents: null,
  })
}
