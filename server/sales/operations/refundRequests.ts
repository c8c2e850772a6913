import { may } from '#contract/permissions'
import type { RefundRequest } from '#contract/sales/refundRequests'
import { canRefund, remainingCents } from '#domain/sales/operations/lifecycle'
import { cents, formatEuros } from '#domain/platform/money'
import { notify } from '../../merchants/notices/notify.ts'
import { type Caller, type Handler, rawJson } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, toSnake, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { lockBooks, readBooks } from '../lifecycle/books.ts'
import { captureParts } from './captureParts.ts'
import { holdRefund } from './holdRefund.ts'
import { refusalFor } from './refusalFor.ts'
import { readLimits, type RefundLimits } from './refundLimits.ts'
import { operationAnswer } from './view.ts'

/** A request for approval as stored. */
type StoredRequest = {
  id: string
  operation_id: string
  amount_cents: bigint
  reason: RefundRequest['reason']
  comment: string | null
  merchant_reference: string | null
  capture_id: string | null
  state: Exclude<RefundRequest['state'], 'lapsed'>
  asked_by: string
  asker: string
  asked_at: Date
  expires_at: Date
  decider: string | null
  decided_at: Date | null
}

const nameOf = (id: Sql): Sql => sql`(select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = ${id})`

/** The requests of an operation, newest first. */
function readRequests(db: Connection, scope: Scope, operationId: string): Promise<StoredRequest[]> {
  return db.rows<StoredRequest>(sql`select r.id, r.operation_id, r.amount_cents, r.reason, r.comment, r.merchant_reference, r.capture_id, r.state, r.asked_by,
      ${nameOf(sql`r.asked_by`)} as asker, r.asked_at, r.expires_at, ${nameOf(sql`r.decided_by`)} as decider, r.decided_at
    from refund_requests r where ${inScope(scope, 'r')} and r.operation_id = ${operationId} order by r.asked_at desc, r.id limit 50`)
}

/** The state by the clock: a pending request past its expiry has lapsed. */
const stateOf = ({ state, expires_at: expiresAt }: Pick<StoredRequest, 'state' | 'expires_at'>, now: Date): RefundRequest['state'] =>
  state === 'pending' && expiresAt <= now ? 'lapsed' : state

/** A request as shown to a caller, given the caller's own limits. */
function requestOf(row: StoredRequest, caller: Caller, { perRefund, dayLeft }: RefundLimits, now: Date): RefundRequest {
  const amount = Number(row.amount_cents)
  const state = stateOf(row, now)
  const within = (perRefund === null || amount <= perRefund) && (dayLeft === null || amount <= dayLeft)
  return {
    id: hexOf(row.id),
    operationId: hexOf(row.operation_id),
    amount,
    reason: row.reason,
    comment: row.comment,
    merchantReference: row.merchant_reference,
    captureId: row.capture_id && hexOf(row.capture_id),
    state,
    askedBy: { id: hexOf(row.asked_by), name: row.asker },
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    approvable:
      state === 'pending' &&
      row.asked_by !== caller.userId &&
      within &&
      may(caller.role, 'refundRequestApprove') &&
      !caller.withheld.has('operationRefund'),
  }
}

/** The panel address of a request. */
const requestAddress = ({ merchantId }: Scope, operationId: string, requestId: string) =>
  `/merchants/${hexOf(merchantId)}/operations/${hexOf(operationId)}/approval/${hexOf(requestId)}`

/** Locks the operation first, then the request: the order of every verb that changes an operation. Returns only a pending request. */
async function lockRequest(
  db: Connection,
  scope: Scope,
  params: { operationId: string; requestId: string },
  now: Date,
): Promise<StoredRequest> {
  const operationId = idFrom(params.operationId)
  await lockBooks(db, scope, operationId)
  const request = (await readRequests(db, scope, operationId)).find(({ id }) => hexOf(id) === params.requestId)
  if (!request) throw notFound(params.requestId)
  const state = stateOf(request, now)
  if (state !== 'pending') throw new Refusal('RequestNotAllowed', state === 'lapsed' ? { why: 'lapsed' } : {})
  return request
}

type Decision = { state: 'approved' | 'declined' | 'withdrawn'; by: string; refundId: string | null; now: Date }

/** The operation's lock excludes others; the update itself still checks that the request is pending. */
async function decide(db: Connection, scope: Scope, { id }: StoredRequest, { state, by, refundId, now }: Decision): Promise<void> {
  const done =
    await db.run(sql`update refund_requests r set state = ${state}, decided_by = ${by}, decided_at = ${now}, refund_id = ${refundId}
    where ${inScope(scope, 'r')} and r.id = ${id} and r.state = 'pending'`)
  if (done === 0) throw new Refusal('RequestNotAllowed')
}

/** Notifies the requester of the outcome. */
function notifyRequester(
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

type RequestKey = { operationId: string; id: string; caller: Caller; now: Date }

/** The request as it stands now, for the answer. */
async function readRequest(db: Connection, scope: Scope, { operationId, id, caller, now }: RequestKey): Promise<RefundRequest> {
  const [rows, limits] = await Promise.all([readRequests(db, scope, operationId), readLimits(db, scope, caller.userId, now)])
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Error(`refund request ${id} does not exist`)
  return requestOf(row, caller, limits, now)
}

/** How long a request waits for its answer. */
const lifeMs = 24 * 3_600_000

/** Requests a refund that somebody else must approve: amount, reason and capture are stored as requested. One pending request per person. */
export const refundRequestCreate: Handler<'refundRequestCreate'> = async ({ params, body, db, scope, caller, now, audit }) => {
  const operationId = idFrom(params.operationId)
  const books = await lockBooks(db, scope, operationId)
  const permission = canRefund(books.facts, now)
  if (!permission.allowed) throw refusalFor('RefundNotAllowed', permission)
  const remaining = remainingCents(books.facts)
  if (body.amount > remaining) throw new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(remaining) } })
  const captureId = body.captureId && uuidOf(body.captureId)
  captureParts(books.captures, cents(body.amount), captureId)
  const { merchantId, mode } = scope
  // A lapsed one makes room for another.
  await db.run(sql`update refund_requests r set state = 'withdrawn', decided_at = r.expires_at where ${inScope(scope, 'r')}
    and r.operation_id = ${operationId} and r.asked_by = ${caller.userId} and r.state = 'pending' and r.expires_at <= ${now}`)
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + lifeMs)
  const inserted =
    await db.run(sql`insert into refund_requests (merchant_id, mode, id, operation_id, amount_cents, reason, comment, merchant_reference, capture_id, asked_by,
        asked_at, expires_at)
      values (${merchantId}, ${mode}, ${id}, ${operationId}, ${body.amount}, ${body.reason ?? null}, ${body.comment || null}, ${body.merchantReference || null},
        ${captureId ?? null}, ${caller.userId}, ${now}, ${expiresAt}) on conflict do nothing`)
  if (inserted === 0) throw new Refusal('RequestNotAllowed', { why: 'again' })
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

/** The requests of an operation, newest first. */
export const refundRequestList: Handler<'refundRequestList'> = async ({ params, db, scope, caller, now }) => {
  const operationId = idFrom(params.operationId)
  await readBooks(db, scope, operationId)
  const [rows, limits] = await Promise.all([readRequests(db, scope, operationId), readLimits(db, scope, caller.userId, now)])
  return rows.map((row) => requestOf(row, caller, limits, now))
}

/**
 * Approves a request: the refund is made in the same transaction, in the requester's name, within the approver's limits and counted against the approver's
 * day. Concurrent approvals make it once. Refuses with StepUpRequired, RequestNotAllowed, PermissionDenied beyond the approver's own limits, or what a refund
 * refuses.
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
  notifyRequester(db, scope, request, 'refund_approved', now)
  const { json } = await operationAnswer(db, scope, params.operationId, now)
  const answer = await readRequest(db, scope, { operationId: request.operation_id, id: request.id, caller, now })
  return rawJson(`{"request":${JSON.stringify(toSnake(answer))},"operation":${json}}`)
}

/** Declines a request; nothing is refunded. */
export const refundRequestDecline: Handler<'refundRequestDecline'> = async ({ params, db, scope, caller, now, audit }) => {
  const request = await lockRequest(db, scope, params, now)
  if (request.asked_by === caller.userId) throw new Refusal('RequestNotAllowed', { why: 'own' })
  await decide(db, scope, request, { state: 'declined', by: caller.userId, refundId: null, now })
  audit({ entity: 'operation', entityId: request.operation_id, after: { refundRequest: hexOf(request.id), state: 'declined' } })
  notifyRequester(db, scope, request, 'refund_declined', now)
  return readRequest(db, scope, { operationId: request.operation_id, id: request.id, caller, now })
}

/** Withdraws one's own request. */
export const refundRequestWithdraw: Handler<'refundRequestWithdraw'> = async ({ params, db, scope, caller, now, audit }) => {
  const request = await lockRequest(db, scope, params, now)
  if (request.asked_by !== caller.userId) throw new Refusal('RequestNotAllowed', { why: 'notAsker' })
  await decide(db, scope, request, { state: 'withdrawn', by: caller.userId, refundId: null, now })
  audit({ entity: 'operation', entityId: request.operation_id, after: { refundRequest: hexOf(request.id), state: 'withdrawn' } })
  return readRequest(db, scope, { operationId: request.operation_id, id: request.id, caller, now })
}
