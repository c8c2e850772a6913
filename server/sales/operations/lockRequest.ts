import type { RefundRequest } from '#contract/sales/refundRequests'
import { cents, formatEuros } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { readStanding } from '../operation/standing.ts'
import { operationIdOf } from './operationText.ts'
import { readLimits } from './refundLimits.ts'
import { readRequests, requestOf, stateOf, type StoredRequest } from './refundRequestRow.ts'

/** Where a request is looked at. */
export const requestAddress = ({ merchantId }: Scope, operationId: string, requestId: string) =>
  `/merchants/${hexOf(merchantId)}/operations/${hexOf(operationId)}/approval/${hexOf(requestId)}`

/** Operation first, then the request: in the order of every verb that changes an operation. Only one that still waits is handed over. */
export async function lockRequest(
  db: Connection,
  scope: Scope,
  params: { operationId: string; requestId: string },
  now: Date,
): Promise<StoredRequest> {
  const operationId = operationIdOf(params.operationId)
  await readStanding(db, scope, operationId, true)
  const found = (await readRequests(db, scope, operationId)).find(({ id }) => hexOf(id) === params.requestId)
  if (!found) throw notFound(params.requestId)
  const state = stateOf(found, now)
  if (state !== 'pending') throw new Refusal('RequestNotAllowed', state === 'lapsed' ? { why: 'lapsed' } : {})
  return found
}

type Decision = { state: 'approved' | 'declined' | 'withdrawn'; by: string; refundId: string | null; now: Date }

/** The operation's lock keeps others out; that it is still pending is asked all the same, by the write itself. */
export async function decide(db: Connection, scope: Scope, { id }: StoredRequest, { state, by, refundId, now }: Decision): Promise<void> {
  const done =
    await db.run(sql`update refund_requests r set state = ${state}, decided_by = ${by}, decided_at = ${now}, refund_id = ${refundId}
    where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.id = ${id} and r.state = 'pending'`)
  if (done === 0) throw new Refusal('RequestNotAllowed')
}

/** Tells whoever asked what became of it. */
export function tellAsker(
  db: Connection,
  scope: Scope,
  request: StoredRequest,
  type: 'refund_approved' | 'refund_declined',
  now: Date,
): void {
  notify(db, {
    about: { merchantId: scope.merchantId },
    type,
    level: type === 'refund_approved' ? 'success' : 'warning',
    values: [{ key: 'amount', value: formatEuros(cents(request.amount_cents)) }],
    actionUrl: requestAddress(scope, request.operation_id, request.id),
    roles: ['owner', 'admin', 'editor'],
    userId: request.asked_by,
    now,
  })
}

type Wanted = { operationId: string; id: string; caller: Caller; now: Date }

/** The request as it stands now, for the answer. */
export async function readRequest(db: Connection, scope: Scope, { operationId, id, caller, now }: Wanted): Promise<RefundRequest> {
  const [rows, limits] = await Promise.all([readRequests(db, scope, operationId), readLimits(db, scope.mode, caller.userId, now)])
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Error('a request without a row')
  return requestOf(row, caller, limits, now)
}
