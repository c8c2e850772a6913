import { canCapture, canExtendCapture, captureDeadline, remainingCaptureCents } from '#domain/sales/operations/lifecycle'
import { cents, formatEuros } from '#domain/platform/money'
import { FirstPaymentDeclined, takeFirstPayment } from '../../money/payments/firstPayment.ts'
import { type Handler, type Services, rawJson } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { lockBooks } from '../lifecycle/books.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { writeCapture } from '../lifecycle/writeCapture.ts'
import { refusalFor } from './refusalFor.ts'
import { capturesJson } from './operationJson.ts'
import { operationAnswer, operationText } from './view.ts'

/** Captures everything remaining, or `amount` cents of it, for products with deferred capture (docs/domain.md#cancel-capture-void). */
export const operationCapture: Handler<'operationCapture'> = async ({ params, body, db, scope, caller, services, now, audit }) => {
  const operationId = idFrom(params.operationId)
  const books = await lockBooks(db, scope, operationId)
  const permission = canCapture(books.facts, now)
  if (!permission.allowed) throw refusalFor('CaptureNotAllowed', permission)
  // A held cancellation refunds everything that was captured when it was requested: nothing may be captured meanwhile.
  if (books.held.some(({ kind }) => kind === 'cancel')) throw new Refusal('CaptureNotAllowed')
  const remaining = remainingCaptureCents(books.facts)
  const amountCents = body.amount === undefined ? remaining : cents(body.amount)
  if (amountCents > remaining) throw new Refusal('CaptureNotAllowed', { why: 'amount', values: { remaining: formatEuros(remaining) } })
  const captureId = await writeCapture(db, scope, {
    books,
    amountCents,
    event: 'captured',
    by: { actor: 'merchant', userId: caller.userId },
    now,
  })
  await collectFirst(db, scope, services, operationId)
  const { json, operation } = await operationAnswer(db, scope, params.operationId, now)
  const capture = operation.captures.find(({ id }) => id === hexOf(captureId))
  if (!capture) throw new Error(`capture ${captureId} was written but is not in the answer`)
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { capturedCents: books.facts.capturedCents, substatus: books.facts.substatus },
    after: { capturedCents: operation.captured_amount, substatus: operation.substatus },
  })
  return rawJson(`{"capture":${JSON.stringify(capture)},"operation":${json}}`)
}

/** The first payment is collected with the capture; when it fails, the capture is not made. */
async function collectFirst(db: Connection, scope: Scope, services: Services, operationId: string): Promise<void> {
  try {
    await takeFirstPayment(db, scope, services.payments.cards, operationId)
  } catch (error) {
    throw error instanceof FirstPaymentDeclined ? new Refusal('CaptureNotAllowed', { why: 'card' }) : error
  }
}

/** Puts off the deadline for capture, once (docs/domain.md#cancel-capture-void). */
export const operationCaptureExtend: Handler<'operationCaptureExtend'> = async ({ params, db, scope, caller, now, audit }) => {
  const operationId = idFrom(params.operationId)
  const { facts } = await lockBooks(db, scope, operationId)
  const permission = canExtendCapture(facts, now)
  if (!permission.allowed || !facts.confirmedAt) throw refusalFor('CaptureNotAllowed', permission)
  const captureBy = captureDeadline(facts.confirmedAt, true)
  const by = { actor: 'merchant' as const, userId: caller.userId }
  const change = { operationId, event: 'capture_extended', ...by, before: facts, after: facts, amountCents: null }
  changeOperation(db, scope, now, change, { set: sql`capture_by = ${captureBy}` })
  audit({ entity: 'operation', entityId: operationId, before: { captureBy: facts.captureBy }, after: { captureBy } })
  return rawJson(await operationText(db, scope, params.operationId, now))
}

/** Captures, oldest first, and the amount left to capture: total − voided − captured, in cents. */
export const operationCaptureList: Handler<'operationCaptureList'> = async ({ db, scope, params }) => {
  const row = await db.first<{ json: string }>(sql`
    select json_build_object('remaining_capture_amount', o.total_cents - o.voided_cents - o.captured_cents, 'results', ${capturesJson})::text as json
    from operations o where ${inScope(scope, 'o')} and o.id = ${idFrom(params.operationId)}`)
  if (!row) throw notFound(params.operationId)
  return rawJson(row.json)
}
