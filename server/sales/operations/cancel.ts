import { madridDay } from '#domain/platform/dates'
import { canCancel, canConfirm, isCaptureDeferred, remainingCents } from '#domain/sales/operations/lifecycle'
import { nextState } from '#domain/sales/operations/transitions'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import { releaseFirstPayment, takeFirstPayment } from '../../money/payments/firstPayment.ts'
import { type Handler, rawJson } from '../../platform/calls/call.ts'
import { idFrom } from '../../platform/calls/refusal.ts'
import { lockBooks, readBooks } from '../lifecycle/books.ts'
import { confirmOperation, stopOperation } from '../lifecycle/stopOperation.ts'
import { effectOf, voidEffect } from './effectOf.ts'
import { initiatorOf, holdRefund } from './holdRefund.ts'
import { refusalFor } from './refusalFor.ts'
import { operationText } from './view.ts'

/**
 * Cancels an operation. Before capture immediately and without money; afterwards everything remaining is refunded, held first like a refund and within the
 * person's own limits (docs/domain.md#cancel-capture-void).
 */
export const operationCancel: Handler<'operationCancel'> = async ({ params, body, db, scope, caller, services, now, audit }) => {
  const operationId = idFrom(params.operationId)
  const books = await lockBooks(db, scope, operationId)
  const permission = canCancel(books.facts, now)
  if (!permission.allowed) throw refusalFor('CancelNotAllowed', permission)
  const explanation = { reason: body.reason ?? null, comment: body.comment || null }
  const before = { substatus: books.facts.substatus, refundedCents: books.facts.refundedCents }
  if (books.facts.capturedCents === 0) {
    await releaseFirstPayment(db, scope, services.payments.cards, operationId)
    const event = books.facts.substatus === 'pending_customer' ? 'offline_cancelled' : 'merchant_rejected'
    const stopped = await stopOperation(db, scope, {
      books,
      event,
      by: { actor: 'merchant', userId: caller.userId, explanation },
      now,
    })
    if (!stopped) throw refusalFor('CancelNotAllowed', { allowed: false, why: 'state' })
    audit({ entity: 'operation', entityId: operationId, before, after: { ...before, substatus: 'stopped_merchant' } })
    return
  }
  const amountCents = remainingCents(books.facts)
  const refundId = await holdRefund(db, scope, {
    operationId,
    kind: 'cancel',
    amountCents,
    expectedRemainingCents: undefined,
    ...explanation,
    merchantReference: null,
    known: books,
    ...initiatorOf(caller),
    now,
  })
  audit({
    entity: 'operation',
    entityId: operationId,
    before,
    after: { refundedCents: books.facts.refundedCents + amountCents, refund: refundId },
  })
}

/** Previews a cancellation: before capture it voids, afterwards it refunds everything that remains. */
export const operationCancelPreview: Handler<'operationCancelPreview'> = async ({ params, db, scope, caller, now }) => {
  const books = await readBooks(db, scope, idFrom(params.operationId))
  const permission = canCancel(books.facts, now)
  if (!permission.allowed) throw refusalFor('CancelNotAllowed', permission)
  if (books.facts.capturedCents === 0) return { preview: voidEffect(books, nextTargetBusinessDay(madridDay(now))) }
  const refund = { kind: 'cancel' as const, amountCents: remainingCents(books.facts) }
  return { preview: await effectOf(db, scope, { books, refund, now, undoSeconds: caller.undoSeconds }) }
}

/** Confirms an approved order (T8, T9). Refuses with ConfirmNotAllowed. */
export const operationConfirm: Handler<'operationConfirm'> = async ({ params, db, scope, caller, services, now, audit }) => {
  const operationId = idFrom(params.operationId)
  const books = await lockBooks(db, scope, operationId)
  const permission = canConfirm(books.facts, now)
  if (!permission.allowed) throw refusalFor('ConfirmNotAllowed', permission)
  const { facts } = books
  const deferred = isCaptureDeferred(facts)
  const confirmed = nextState(facts, deferred ? 'confirmed_for_capture' : 'confirmed')
  await confirmOperation(db, scope, { books, by: { actor: 'merchant', userId: caller.userId }, now })
  if (!deferred) await takeFirstPayment(db, scope, services.payments.cards, operationId)
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { substatus: facts.substatus, reason: facts.statusReason },
    after: { substatus: confirmed?.substatus, confirmedAt: now.toISOString(), deferred },
  })
  return rawJson(await operationText(db, scope, params.operationId, now))
}
