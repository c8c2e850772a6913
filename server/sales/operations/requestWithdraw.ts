import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { decide, lockRequest, readRequest } from './lockRequest.ts'

/** Takes a request of one's own back. */
export const refundRequestWithdraw: Handler<'refundRequestWithdraw'> = async ({ params, db, scope, caller, now, audit }) => {
  const request = await lockRequest(db, scope, params, now)
  if (request.asked_by !== caller.userId) throw new Refusal('RequestNotAllowed', { why: 'notAsker' })
  await decide(db, scope, request, { state: 'withdrawn', by: caller.userId, refundId: null, now })
  audit({ entity: 'operation', entityId: request.operation_id, after: { refundRequest: hexOf(request.id), state: 'withdrawn' } })
  return readRequest(db, scope, { operationId: request.operation_id, id: request.id, caller, now })
}
