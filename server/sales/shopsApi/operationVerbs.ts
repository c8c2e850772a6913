import { askedCents } from '#contract/platform/shopCall'
import { madridDay } from '#domain/platform/dates'
import { canRefund, canVoid, remainingCaptureCents, remainingCents } from '#domain/sales/operations/lifecycle'
import { type Cents, cents, formatEuros } from '#domain/platform/money'
import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { findOperation } from '../operation/findOperation.ts'
import { readStanding, type Standing } from '../operation/standing.ts'
import { voidOperation } from '../operation/stopOperation.ts'
import { capturableNow, readMoney, type ShopCapture } from './readMoney.ts'

/** The operation referred to, locked until the transaction ends. Refuses with ObjectNotFoundException. */
async function lockOrder(db: Connection, scope: Scope, ref: string): Promise<Standing> {
  return readStanding(db, scope, await findOperation(db, scope, ref), true)
}

/** Whether nothing was captured yet of an operation that awaits capture: a refund of it is a void. */
const awaitsCapture = ({ facts }: Standing): boolean => facts.statusReason === 'capture_required' && facts.capturedCents === 0

/** What can still be refunded, in cents: of what was captured, or of what is going to be. */
const refundableCents = (standing: Standing): number =>
  awaitsCapture(standing) ? remainingCaptureCents(standing.facts) : remainingCents(standing.facts)

type Call = Pick<ShopVerbCall<'operationVoid'>, 'db' | 'scope' | 'now' | 'audit' | 'verb'>

/**
 * Voids an amount before its capture; voiding all of it ends the operation (docs/domain.md#cancel-capture-void). `standing` is read under its lock. Refuses
 * with VoidNotAllowed. Returns the void's id.
 */
async function takeBack({ db, scope, now, audit, verb }: Call, standing: Standing, amountCents: Cents): Promise<string> {
  const permission = canVoid(standing.facts, now)
  if (!permission.allowed) throw new Refusal('VoidNotAllowed')
  const remaining = remainingCaptureCents(standing.facts)
  if (amountCents > remaining) throw new Refusal('VoidNotAllowed', { why: 'amount', values: { remaining: formatEuros(remaining) } })
  const id = await voidOperation(db, scope, { standing, amountCents, by: { actor: 'merchant', userId: null }, now })
  const { voidedCents } = standing.facts
  audit({ entity: 'operation', entityId: standing.id, before: { voidedCents }, after: { voidedCents: voidedCents + amountCents } })
  if (amountCents === remaining) await verb('operationCancel', { params: { operationId: hexOf(standing.id) }, body: {} })
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
  const { facts, captures } = await look(db, scope, await findOperation(db, scope, params.ref))
  return { remainingCaptureAmount: capturableNow(facts, now), results: captures }
}

/** Captures an amount, or everything remaining. */
export const operationCapture: ShopHandler<'operationCapture'> = async ({ params, body, db, scope, now, verb }) => {
  const operationId = await findOperation(db, scope, params.ref)
  const asked = body.amount === undefined ? {} : { amount: askedCents(body.amount) }
  const { capture } = await verb('operationCapture', { params: { operationId: hexOf(operationId) }, body: asked })
  const { facts, captures } = await look(db, scope, operationId)
  return { ...captureIn(captures, capture.id), remainingCaptureAmount: capturableNow(facts, now) }
}

/** One capture with its refunds. */
export const captureRefundable: ShopHandler<'captureRefundable'> = async ({ params, db, scope }) => {
  const { captures } = await look(db, scope, await findOperation(db, scope, params.ref))
  return captureIn(captures, params.captureId)
}

/** Refunds one capture. */
export const captureRefund: ShopHandler<'captureRefund'> = async ({ params, body, db, scope, verb }) => {
  const { id } = await lockOrder(db, scope, params.ref)
  const { captureId } = params
  captureIn((await look(db, scope, id)).captures, captureId)
  const asked = { amount: askedCents(body.amount), merchantReference: body.merchantReference, captureId }
  await verb('operationRefund', { params: { operationId: hexOf(id) }, body: asked })
  return captureIn((await look(db, scope, id)).captures, captureId)
}

async function look(db: Connection, scope: Scope, operationId: string) {
  const { facts } = await readStanding(db, scope, operationId, false)
  return { facts, ...(await readMoney(db, scope, operationId, facts)) }
}

function captureIn(captures: readonly ShopCapture[], captureId: string): ShopCapture {
  const found = captures.find(({ id }) => id === captureId)
  if (!found) throw new Refusal('ObjectNotFoundException', { fields: { capture__id: captureId } })
  return found
}

/** What can be refunded of an operation; 0 where nothing can be. */
export const operationRefundable: ShopHandler<'operationRefundable'> = async ({ params, db, scope, now }) => {
  const standing = await readStanding(db, scope, await findOperation(db, scope, params.ref), false)
  const allowed = awaitsCapture(standing) ? canVoid(standing.facts, now) : canRefund(standing.facts, now)
  return { remainingAmount: allowed.allowed ? refundableCents(standing) : 0 }
}

/**
 * Refunds money, immediately. Before the first capture the amount is voided instead: plugins have no other call for that, and a shop's button must not fail
 * until its deadline.
 */
export const operationRefund: ShopHandler<'operationRefund'> = async (call) => {
  const { params, body, db, scope } = call
  const standing = await lockOrder(db, scope, params.ref)
  const amount = askedCents(body.amount)
  if (awaitsCapture(standing)) return taken(call, standing, amount)
  const { refund, remainingAmount } = await call.verb('operationRefund', {
    params: { operationId: hexOf(standing.id) },
    body: { amount, merchantReference: body.merchantReference },
  })
  const { facts } = await readStanding(db, scope, standing.id, false)
  const { refunds } = await readMoney(db, scope, standing.id, facts)
  const made = refunds.find(({ id }) => id === refund.id)
  if (!made) throw new Error(`refund ${refund.id} was written but is not in the answer`)
  return { remainingAmount, refund: made }
}

async function taken(call: ShopVerbCall<'operationRefund'>, standing: Standing, amount: number) {
  const remaining = refundableCents(standing)
  if (amount > remaining) throw new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(cents(remaining)) } })
  const id = await takeBack(call, standing, cents(amount))
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
  const standing = await lockOrder(db, scope, params.ref)
  await takeBack(call, standing, cents(askedCents(body.amount)))
  return show(db, scope, standing.id, now)
}

async function show(db: Connection, scope: Scope, operationId: string, now: Date) {
  const { facts } = await readStanding(db, scope, operationId, false)
  const { voids } = await readMoney(db, scope, operationId, facts)
  return { remainingAmount: canVoid(facts, now).allowed ? remainingCaptureCents(facts) : 0, results: voids }
}
