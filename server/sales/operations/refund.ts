import { cents } from '#domain/platform/money'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { giverOf, holdRefund } from './holdRefund.ts'
import { operationIdOf, operationAnswer } from './operationText.ts'

/** Gives captured money back, held first so that it can be undone. Amounts in cents. */
export const operationRefund: Handler<'operationRefund'> = async ({ params, body, db, scope, caller, now, audit }) => {
  const operationId = operationIdOf(params.operationId)
  const refundId = await holdRefund(db, scope, {
    operationId,
    kind: 'refund',
    amountCents: cents(body.amount),
    expectedRemainingCents: body.expectedRemaining,
    reason: body.reason ?? null,
    comment: body.comment || null,
    merchantReference: body.merchantReference || null,
    captureId: body.captureId && uuidOf(body.captureId),
    ...giverOf(caller),
    now,
  })
  const { json, operation } = await operationAnswer(db, scope, params.operationId)
  const made = operation.refunds.find(({ id }) => id === hexOf(refundId))
  if (!made) throw new Error('the refund just written is missing')
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { refundedCents: operation.refunded_amount - made.amount },
    after: { refundedCents: operation.refunded_amount, refund: made.id, state: made.state, substatus: operation.substatus },
  })
  return rawJson(`{"remaining_amount":${operation.remaining_amount},"refund":${JSON.stringify(made)},"operation":${json}}`)
}
