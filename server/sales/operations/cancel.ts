import { canCancel, remainingCents } from '#domain/sales/operations/lifecycle'
import type { Handler } from '../../platform/calls/call.ts'
import { giverOf, holdRefund, refusedBy } from './holdRefund.ts'
import { operationIdOf } from './operationText.ts'
import { readStanding } from '../operation/standing.ts'
import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import { stopOperation } from '../operation/stopOperation.ts'

/**
 * Ends an operation. Before capture at once and without money; afterwards all that remains goes back, held first like a refund and within
 * the person's own limits (docs/domain.md#cancel-capture-void).
 */
export const operationCancel: Handler<'operationCancel'> = async ({ params, body, db, scope, caller, services, now, audit }) => {
  const operationId = operationIdOf(params.operationId)
  const standing = await readStanding(db, scope, operationId, true)
  const permission = canCancel(standing.facts, now)
  if (!permission.allowed) throw refusedBy('CancelNotAllowed', permission)
  const said = { reason: body.reason ?? null, comment: body.comment || null }
  const before = { substatus: standing.facts.substatus, refundedCents: standing.facts.refundedCents }
  if (standing.facts.capturedCents === 0) {
    await releaseFirstPayment(db, scope, services.payments.cards, operationId)
    const event = standing.facts.substatus === 'pending_customer' ? 'offline_cancelled' : 'merchant_rejected'
    const stopped = await stopOperation(db, scope, { standing, event, by: { actor: 'merchant', userId: caller.userId, said }, now })
    if (!stopped) throw refusedBy('CancelNotAllowed', { allowed: false, why: 'state' })
    audit({ entity: 'operation', entityId: operationId, before, after: { substatus: 'stopped_merchant' } })
    return
  }
  const amountCents = remainingCents(standing.facts)
  const refundId = await holdRefund(db, scope, {
    operationId,
    kind: 'cancel',
    amountCents,
    expectedRemainingCents: undefined,
    ...said,
    merchantReference: null,
    known: standing,
    ...giverOf(caller),
    now,
  })
  audit({
    entity: 'operation',
    entityId: operationId,
    before,
    after: { refundedCents: standing.facts.refundedCents + amountCents, refund: refundId },
  })
}
