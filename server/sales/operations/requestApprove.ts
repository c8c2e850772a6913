import { cents } from '#domain/platform/money'
import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { hexOf, toSnake } from '../../platform/calls/wire.ts'
import { holdRefund } from './holdRefund.ts'
import { decide, lockRequest, readRequest, tellAsker } from './lockRequest.ts'
import { operationAnswer } from './operationText.ts'

/**
 * Approves a request: the refund is made in the same transaction, in the name of whoever asked, within the limits and in the day of whoever approves.
 * However many press, once. Refuses with StepUpRequired, RequestNotAllowed, PermissionDenied beyond their own limits, or what a refund refuses.
 */
export const refundRequestApprove: Handler<'refundRequestApprove'> = async ({ params, db, scope, caller, services, now, audit }) => {
  const request = await lockRequest(db, scope, params, now)
  await requireStepUp(db, caller, services.wallClock())
  if (request.asked_by === caller.userId) throw new Refusal('RequestNotAllowed', { why: 'own' })
  const refundId = await holdRefund(db, scope, {
    operationId: request.operation_id,
    kind: 'refund',
    amountCents: cents(request.amount_cents),
    expectedRemainingCents: undefined,
    reason: request.reason,
    comment: request.comment,
    merchantReference: request.merchant_reference,
    captureId: request.capture_id ?? undefined,
    userId: request.asked_by,
    keyId: null,
    chargedTo: caller.userId,
    undoSeconds: caller.undoSeconds,
    now,
  })
  await decide(db, scope, request, { state: 'approved', by: caller.userId, refundId, now })
  const after = { refundRequest: hexOf(request.id), state: 'approved', refund: hexOf(refundId), askedBy: request.asked_by }
  audit({ entity: 'operation', entityId: request.operation_id, before: { state: 'pending' }, after })
  tellAsker(db, scope, request, 'refund_approved', now)
  const { json } = await operationAnswer(db, scope, params.operationId)
  const answer = await readRequest(db, scope, { operationId: request.operation_id, id: request.id, caller, now })
  return rawJson(`{"request":${JSON.stringify(toSnake(answer))},"operation":${json}}`)
}
