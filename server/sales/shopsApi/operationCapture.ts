import { askedCents } from '#contract/platform/shopCall'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { readStanding } from '../operation/standing.ts'
import { findOperation } from '../operation/findOperation.ts'
import { lockOrder } from './lockOrder.ts'
import { capturableNow, readMoney, type ShopCapture } from './readMoney.ts'

/** What was captured, oldest first, and what may be captured now. */
export const operationCaptures: ShopHandler<'operationCaptures'> = async ({ params, db, scope, now }) => {
  const { facts, captures } = await look(db, scope, await findOperation(db, scope, params.ref))
  return { remainingCaptureAmount: capturableNow(facts, now), results: captures }
}

/** Captures an amount, or all that is left. */
export const operationCapture: ShopHandler<'operationCapture'> = async ({ params, body, db, scope, now, verb }) => {
  const operationId = await findOperation(db, scope, params.ref)
  const asked = body.amount === undefined ? {} : { amount: askedCents(body.amount) }
  const { capture } = await verb('operationCapture', { params: { operationId: hexOf(operationId) }, body: asked })
  const { facts, captures } = await look(db, scope, operationId)
  return { ...captureIn(captures, capture.id), remainingCaptureAmount: capturableNow(facts, now) }
}

/** One capture with what was given back of it. */
export const captureRefundable: ShopHandler<'captureRefundable'> = async ({ params, db, scope }) => {
  const { captures } = await look(db, scope, await findOperation(db, scope, params.ref))
  return captureIn(captures, params.captureId)
}

/** Gives money of one capture back. */
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
