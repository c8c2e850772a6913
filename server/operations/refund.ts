import { cents } from '#domain/money'
import { hexOf } from '../http/wire.ts'
import type { Handler } from '../http/call.ts'
import { assertWithinLimit, holdRefund } from './holdRefund.ts'
import { operationIdOf, operationShape } from './operationText.ts'

/** Gives captured money back, held first so that it can be undone (specification §7). Amounts in cents. */
export const refund: Handler<'operationRefund'> = async ({ params, body, db, scope, caller, house, now, audit }) => {
  assertWithinLimit(caller.role, body.amount)
  const operationId = operationIdOf(params.operationId)
  const refundId = await holdRefund(db, scope, {
    operationId,
    kind: 'refund',
    amountCents: cents(body.amount),
    expectedRemainingCents: body.expectedRemaining,
    reason: body.reason ?? null,
    comment: body.comment || null,
    merchantReference: body.merchantReference || null,
    userId: caller.userId,
    house,
    now,
  })
  const operation = await operationShape(db, scope, params.operationId, caller.role)
  const made = operation.refunds.find(({ id }) => id === hexOf(refundId))
  if (!made) throw new Error('the refund just written is missing')
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { refundedCents: operation.refundedAmount - made.amount },
    after: { refundedCents: operation.refundedAmount, refund: made.id, state: made.state, substatus: operation.substatus },
  })
  return { remainingAmount: operation.remainingAmount, refund: made, operation }
}
