import { canConfirm, isCaptureDeferred } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import { confirmOperation, stopOperation } from '../lifecycle/stopOperation.ts'
import { lockNumber, renumberOperation } from '../lifecycle/renumberOperation.ts'
import { lockBooks } from '../lifecycle/books.ts'
import { releaseFirstPayment, takeFirstPayment } from '../../money/payments/firstPayment.ts'

type Answering = { operationId: string; now: Date; services: Services }
const byShop = { actor: 'merchant', userId: null } as const

/**
 * The shop's server confirmed: the order is confirmed as by the button in the panel (T8, T9), exactly once however often it answers. The order number that it
 * returns replaces the old one, unless another open order has it. Returns false when the order no longer awaits confirmation.
 */
export async function confirmByShop(db: Connection, scope: Scope, answering: Answering & { orderId: string | null }): Promise<boolean> {
  const { operationId, orderId, now, services } = answering
  // Advisory lock before any row lock, in the common order.
  if (orderId !== null) lockNumber(db, scope, orderId)
  const books = await lockBooks(db, scope, operationId)
  if (!canConfirm(books.facts, now).allowed) return false
  if (orderId !== null) await renumberOperation(db, scope, { operationId, mid: orderId, now })
  await confirmOperation(db, scope, { books, by: byShop, now })
  if (!isCaptureDeferred(books.facts)) await takeFirstPayment(db, scope, services.payments.cards, operationId)
  return true
}

/**
 * The shop's server declined: the order is rejected as by the button in the panel (T10), with its reason in the history. Returns false when the order no
 * longer awaits confirmation.
 */
export async function rejectByShop(db: Connection, scope: Scope, answering: Answering & { reason: string | null }): Promise<boolean> {
  const { operationId, reason, now, services } = answering
  const books = await lockBooks(db, scope, operationId)
  if (!canConfirm(books.facts, now).allowed) return false
  await releaseFirstPayment(db, scope, services.payments.cards, operationId)
  const by = { ...byShop, explanation: { reason: null, comment: reason } }
  return stopOperation(db, scope, { books, event: 'merchant_rejected', by, now })
}
