import { centsInput } from '#contract/platform/shopCall'
import { madridDay } from '#domain/platform/dates'
import { canRefund, canVoid, remainingCaptureCents, remainingCents } from '#domain/sales/operations/lifecycle'
import { type Cents, cents, formatEuros } from '#domain/platform/money'
import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { findOperation } from '../lifecycle/findOperation.ts'
import { lockBooks, type OperationBooks, readBooks } from '../lifecycle/books.ts'
import { voidOperation } from '../lifecycle/stopOperation.ts'
import { capturableNow, readMoney, type ShopCapture } from './readMoney.ts'

/** The operation referred to, locked until the transaction ends. Refuses with ObjectNotFoundException. */
async function lockOrder(db: Connection, scope: Scope, ref: string): Promise<OperationBooks> {
  return lockBooks(db, scope, await findOperation(db, scope, ref))
}

/** Whether nothing was captured yet of an operation that awaits capture: a refund of it is a void. */
const awaitsCapture = ({ facts }: OperationBooks): boolean => facts.statusReason === 'capture_required' && facts.capturedCents === 0

/** What can still be refunded, in cents: of what was captured, or of what is going to be. */
const refundableCents = (books: OperationBooks): number =>
  awaitsCapture(books) ? remainingCaptureCents(books.facts) : remainingCents(books.facts)

type Call = Pick<ShopVerbCall<'operationVoid'>, 'db' | 'scope' | 'now' | 'audit' | 'verb'>

/**
 * Voids an amount before its capture; voiding all of it ends the operation (docs/domain.md#cancel-capture-void). `books` is read under its lock. Refuses
 * with VoidNotAllowed. Returns the void's id.
 */
async function voidAmount({ db, scope, now, audit, verb }: Call, books: OperationBooks, amountCents: Cents): Promise<string> {
  const permission = canVoid(books.facts, now)
  if (!permission.allowed) throw new Refusal('VoidNotAllowed')
  const remaining = remainingCaptureCents(books.facts)
  if (amountCents > remaining) throw new Refusal('VoidNotAllowed', { why: 'amount', values: { remaining: formatEuros(remaining) } })
  const id = await voidOperation(db, scope, { books, amountCents, by: { actor: 'merchant', userId: null }, now })
  const { voidedCents } = books.facts
  audit({ entity: 'operation', entityId: books.id, before: { voidedCents }, after: { voidedCents: voidedCents + amountCents } })
  if (amountCents === remaining) await verb('operationCancel', { params: { operationId: hexOf(books.id) }, body: {} })
  return id
}

/** Cancels an operation: what was captured is refunded, the rest is never paid. */
export const operationCancel: ShopHandler<'operationCancel'> = async ({ params, db, scope, verb }) => {
  const operationId = await findOperation(db, scope, params.ref)
  await verb('operationCancel', { params: { operationId: hexOf(operationId) }, body: {} })
  return undefined
}

/** Captures, oldest first, and what may be captured now. */
export const operationCaptures: ShopHandler<'operationCaptures'> = async ({ params, db, scope, now }) => {
  const { facts, captures } = await readCaptures(db, scope, await findOperation(db, scope, params.ref))
  return { remainingCaptureAmount: capturableNow(facts, now), results: captures }
}

/** Captures an amount, or everything remaining. */
export const operationCapture: ShopHandler<'operationCapture'> = async ({ params, body, db, scope, now, verb }) => {
  const operationId = await findOperation(db, scope, params.ref)
  const request = body.amount === undefined ? {} : { amount: centsInput(body.amount) }
  const { capture } = await verb('operationCapture', { params: { operationId: hexOf(operationId) }, body: request })
  const { facts, captures } = await readCaptures(db, scope, operationId)
  return { ...captureIn(captures, capture.id), remainingCaptureAmount: capturableNow(facts, now) }
}

/** One capture with its refunds. */
export const captureRefundable: ShopHandler<'captureRefundable'> = async ({ params, db, scope }) => {
  const { captures } = await readCaptures(db, scope, await findOperation(db, scope, params.ref))
  return captureIn(captures, params.captureId)
}

/** Refunds one capture. */
export const captureRefund: ShopHandler<'captureRefund'> = async ({ params, body, db, scope, verb }) => {
  const { id } = await lockOrder(db, scope, params.ref)
  const { captureId } = params
  captureIn((await readCaptures(db, scope, id)).captures, captureId)
  const request = { amount: centsInput(body.amount), merchantReference: body.merchantReference, captureId }
  await verb('operationRefund', { params: { operationId: hexOf(id) }, body: request })
  return captureIn((await readCaptures(db, scope, id)).captures, captureId)
}

async function readCaptures(db: Connection, scope: Scope, operationId: string) {
  const { facts } = await readBooks(db, scope, operationId)
  return { facts, ...(await readMoney(db, scope, operationId, facts)) }
}

function captureIn(captures: readonly ShopCapture[], captureId: string): ShopCapture {
  const found = captures.find(({ id }) => id === captureId)
  if (!found) throw new Refusal('ObjectNotFoundException', { fields: { capture__id: captureId } })
  return found
}

/** What can be refunded of an operation; 0 where nothing can be. */
export const operationRefundable: ShopHandler<'operationRefundable'> = async ({ params, db, scope, now }) => {
  const books = await readBooks(db, scope, await findOperation(db, scope, params.ref))
  const allowed = awaitsCapture(books) ? canVoid(books.facts, now) : canRefund(books.facts, now)
  return { remainingAmount: allowed.allowed ? refundableCents(books) : 0 }
}

/**
 * Refunds money, immediately. Before the first capture the amount is voided instead: plugins have no other call for that, and a shop's button must not fail
 * until its deadline.
 */
export const operationRefund: ShopHandler<'operationRefund'> = async (call) => {
  const { params, body, db, scope } = call
  const books = await lockOrder(db, scope, params.ref)
  const amount = centsInput(body.amount)
  if (awaitsCapture(books)) return taken(call, books, amount)
  const { refund, remainingAmount } = await call.verb('operationRefund', {
    params: { operationId: hexOf(books.id) },
    body: { amount, merchantReference: body.merchantReference },
  })
  const { facts } = await readBooks(db, scope, books.id)
  const { refunds } = await readMoney(db, scope, books.id, facts)
  const newRefund = refunds.find(({ id }) => id === refund.id)
  if (!newRefund) throw new Error(`refund ${refund.id} was written but is not in the answer`)
  return { remainingAmount, refund: newRefund }
}

async function taken(call: ShopVerbCall<'operationRefund'>, books: OperationBooks, amount: number) {
  const remaining = refundableCents(books)
  if (amount > remaining) throw new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(cents(remaining)) } })
  const id = await voidAmount(call, books, cents(amount))
  const left = remaining - amount
  const refund = {
    id: hexOf(id),
    amount,
    pendingAmount: left,
    accrualDate: madridDay(call.now) as string,
    creditToCustomer: 0,
    completed: left === 0,
    completedButDefaults: false,
    created: shopInstantOf(call.now),
  }
  return { remainingAmount: left, refund }
}

/** The voids, and how much can still be voided. */
export const operationVoids: ShopHandler<'operationVoids'> = async ({ params, db, scope, now }) =>
  show(db, scope, await findOperation(db, scope, params.ref), now)

/** Voids part of an operation before its capture; voiding everything remaining is a cancellation. */
export const operationVoid: ShopHandler<'operationVoid'> = async (call) => {
  const { params, body, db, scope, now } = call
  const books = await lockOrder(db, scope, params.ref)
  await voidAmount(call, books, cents(centsInput(body.amount)))
  return show(db, scope, books.id, now)
}

async function show(db: Connection, scope: Scope, operationId: string, now: Date) {
  const { facts } = await readBooks(db, scope, operationId)
  const { voids } = await readMoney(db, scope, operationId, facts)
  return { remainingAmount: canVoid(facts, now).allowed ? remainingCaptureCents(facts) : 0, results: voids }
}
