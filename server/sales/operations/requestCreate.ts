import { canRefund, remainingCents } from '#domain/sales/operations/lifecycle'
import { cents, formatEuros } from '#domain/platform/money'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { readStanding } from '../operation/standing.ts'
import { captureParts } from './captureParts.ts'
import { refusedBy } from './holdRefund.ts'
import { operationIdOf } from './operationText.ts'
import { readRequest, requestAddress } from './lockRequest.ts'

/** How long a request waits for its answer. */
const lifeMs = 24 * 3_600_000

/** Asks for a refund that somebody else must approve: amount, reason and capture are kept as asked. One of each person at a time. */
export const refundRequestCreate: Handler<'refundRequestCreate'> = async ({ params, body, db, scope, caller, now, audit }) => {
  const operationId = operationIdOf(params.operationId)
  const standing = await readStanding(db, scope, operationId, true)
  const permission = canRefund(standing.facts, now)
  if (!permission.allowed) throw refusedBy('RefundNotAllowed', permission)
  const remaining = remainingCents(standing.facts)
  if (body.amount > remaining) throw new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(remaining) } })
  const captureId = body.captureId && uuidOf(body.captureId)
  captureParts(standing.captures, cents(body.amount), captureId)
  const { merchantId, mode } = scope
  // One that lapsed makes room for another.
  await db.run(sql`update refund_requests r set state = 'withdrawn', decided_at = r.expires_at where r.merchant_id = ${merchantId} and r.mode = ${mode}
    and r.operation_id = ${operationId} and r.asked_by = ${caller.userId} and r.state = 'pending' and r.expires_at <= ${now}`)
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + lifeMs)
  const made =
    await db.run(sql`insert into refund_requests (merchant_id, mode, id, operation_id, amount_cents, reason, comment, merchant_reference, capture_id, asked_by,
        asked_at, expires_at)
      values (${merchantId}, ${mode}, ${id}, ${operationId}, ${body.amount}, ${body.reason ?? null}, ${body.comment || null}, ${body.merchantReference || null},
        ${captureId ?? null}, ${caller.userId}, ${now}, ${expiresAt}) on conflict do nothing`)
  if (made === 0) throw new Refusal('RequestNotAllowed', { why: 'again' })
  db.send(
    sql`insert into deadlines (merchant_id, mode, object_id, kind, due_at) values (${merchantId}, ${mode}, ${id}, 'refund_request', ${expiresAt})`,
  )
  audit({ entity: 'operation', entityId: operationId, after: { refundRequest: hexOf(id), amountCents: body.amount, state: 'pending' } })
  const request = await readRequest(db, scope, { operationId, id, caller, now })
  notify(db, {
    about: { merchantId },
    type: 'refund_approval_asked',
    level: 'warning',
    values: [
      { key: 'name', value: request.askedBy.name },
      { key: 'amount', value: formatEuros(cents(body.amount)) },
    ],
    actionUrl: requestAddress(scope, operationId, id),
    roles: ['owner', 'admin'],
    now,
  })
  return request
}
