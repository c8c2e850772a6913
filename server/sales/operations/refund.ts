import { canRefund, refundWindowEndsOn, remainingCents } from '#domain/sales/operations/lifecycle'
import { cents, formatEuros } from '#domain/platform/money'
import { type Handler, rawJson } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { noteChange } from '../../platform/events/noteChange.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { lockBooks, readBooks } from '../lifecycle/books.ts'
import { effectOf } from './effectOf.ts'
import { captureParts } from './captureParts.ts'
import { initiatorOf, holdRefund } from './holdRefund.ts'
import { dischargeDay, readLimits } from './refundLimits.ts'
import { refusalFor } from './refusalFor.ts'
import { operationAnswer, operationText } from './view.ts'

/** Refunds captured money, held first so that it can be undone. Amounts in cents. */
export const operationRefund: Handler<'operationRefund'> = async ({ params, body, db, scope, caller, now, audit }) => {
  const operationId = idFrom(params.operationId)
  const refundId = await holdRefund(db, scope, {
    operationId,
    kind: 'refund',
    amountCents: cents(body.amount),
    expectedRemainingCents: body.expectedRemaining,
    reason: body.reason ?? null,
    comment: body.comment || null,
    merchantReference: body.merchantReference || null,
    captureId: body.captureId && uuidOf(body.captureId),
    ...initiatorOf(caller),
    now,
  })
  const { json, operation } = await operationAnswer(db, scope, params.operationId, now)
  const refund = operation.refunds.find(({ id }) => id === hexOf(refundId))
  if (!refund) throw new Error(`refund ${refundId} was written but is not in the answer`)
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { refundedCents: operation.refunded_amount - refund.amount },
    after: { refundedCents: operation.refunded_amount, refund: refund.id, state: refund.state, substatus: operation.substatus },
  })
  return rawJson(`{"remaining_amount":${operation.remaining_amount},"refund":${JSON.stringify(refund)},"operation":${json}}`)
}

/** What can still be refunded, in cents, until which Madrid day, and with an amount the effect of refunding it. */
export const operationRefundPreview: Handler<'operationRefundPreview'> = async ({ params, query, db, scope, caller, now }) => {
  const [books, limits] = await Promise.all([readBooks(db, scope, idFrom(params.operationId)), readLimits(db, scope, caller.userId, now)])
  const { facts } = books
  const remainingAmount = remainingCents(facts)
  const windowEndsOn = facts.lastCapturedAt && refundWindowEndsOn(facts.lastCapturedAt)
  if (query.amount === undefined) return { remainingAmount, windowEndsOn, limits, preview: null }
  const permission = canRefund(facts, now)
  if (!permission.allowed) throw refusalFor('RefundNotAllowed', permission)
  if (query.amount > remainingAmount) throw new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(remainingAmount) } })
  const amountCents = cents(query.amount)
  // The choice of capture changes nothing else: plan, fees and settlement depend on the whole operation.
  captureParts(books.captures, amountCents, query.captureId && uuidOf(query.captureId))
  const refund = { kind: 'refund' as const, amountCents }
  const preview = await effectOf(db, scope, { books, refund, now, undoSeconds: caller.undoSeconds })
  return { remainingAmount, windowEndsOn, limits, preview }
}

/**
 * Undoes a held refund while that is possible: its amount can be refunded again. The operation's row is locked first, as when refunds go out, so that exactly
 * one of the two happens. While a cancellation is held, the refunds before it cannot be undone: its amount depends on them.
 */
export const operationRefundUndo: Handler<'operationRefundUndo'> = async ({ params, db, scope, caller, now, audit }) => {
  const operationId = idFrom(params.operationId)
  const refundId = idFrom(params.refundId)
  const books = await lockBooks(db, scope, operationId)
  const known = await db.first<{ kind: 'refund' | 'cancel' }>(sql`select r.kind from refunds r
    where ${inScope(scope, 'r')} and r.id = ${refundId} and r.operation_id = ${operationId}`)
  if (!known) throw notFound(params.refundId)
  if (known.kind === 'refund' && books.held.some(({ kind }) => kind === 'cancel')) throw new Refusal('UndoNotAllowed')
  const undone = await db.first<{ amount_cents: bigint }>(sql`update refunds r set state = 'undone', completed_at = null
    where ${inScope(scope, 'r')} and r.id = ${refundId} and r.state = 'held' and r.release_at > ${now} returning r.amount_cents`)
  if (!undone) throw new Refusal('UndoNotAllowed')
  const amountCents = Number(undone.amount_cents)
  const change = {
    operationId,
    event: known.kind === 'cancel' ? 'cancellation_undone' : 'refund_undone',
    actor: 'merchant' as const,
    userId: caller.userId,
    before: books.facts,
    after: books.facts,
    amountCents,
  }
  changeOperation(db, scope, now, change, {
    with: sql`queued as (delete from deadlines d where ${inScope(scope, 'd')} and d.object_id = ${refundId} and d.kind = 'refund_release'),
    back as (update captures c set refunded_cents = c.refunded_cents - p.amount_cents from refund_captures p
      where ${inScope(scope, 'p')} and p.refund_id = ${refundId} and c.merchant_id = p.merchant_id and c.mode = p.mode and c.id = p.capture_id)`,
    add: { refundedCents: -amountCents, heldCents: -amountCents },
  })
  dischargeDay(db, scope, refundId)
  noteChange(db, 'refund', scope, refundId)
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { refundedCents: books.facts.refundedCents },
    after: { refundedCents: books.facts.refundedCents - amountCents, refund: params.refundId, state: 'undone' },
  })
  return rawJson(await operationText(db, scope, params.operationId, now))
}
