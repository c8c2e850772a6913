import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { decide, lockRequest, readRequest, tellAsker } from './lockRequest.ts'

/** Says no to a request; nothing is given back. */
export const refundRequestDecline: Handler<'refundRequestDecline'> = async ({ params, db, scope, caller, now, audit }) => {
  const request = await lockRequest(db, scope, params, now)
  if (request.asked_by === caller.userId) throw new Refusal('RequestNotAllowed', { why: 'own' })
  await decide(db, scope, request, { state: 'declined', by: caller.userId, refundId: null, now })
  audit({ entity: 'operation', entityId: request.operation_id, after: { refundRequest: hexOf(request.id), state: 'declined' } })
  tellAsker(db, scope, request, 'refund_declined', now)
  return readRequest(db, scope, { operationId: request.operation_id, id: request.id, caller, now })
}
