import { askedCents } from '#contract/platform/shopCall'
import { canRefund, canVoid } from '#domain/sales/operations/lifecycle'
import { madridDay } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { readStanding, type Standing } from '../operation/standing.ts'
import { findOperation } from '../operation/findOperation.ts'
import { awaitsCapture, lockOrder, refundableCents } from './lockOrder.ts'
import { readMoney } from './readMoney.ts'
import { takeBack } from './takeBack.ts'

/** What can be given back of an operation; 0 where nothing can be. */
export const operationRefundable: ShopHandler<'operationRefundable'> = async ({ params, db, scope, now }) => {
  const standing = await readStanding(db, scope, await findOperation(db, scope, params.ref), false)
  const allowed = awaitsCapture(standing) ? canVoid(standing.facts, now) : canRefund(standing.facts, now)
  return { remainingAmount: allowed.allowed ? refundableCents(standing) : 0 }
}

/**
 * Gives money back, at once. While nothing is captured yet the amount is taken back before it is: plugins have no other call for that, and a shop's
 * button must not fail until its deadline.
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
  if (!made) throw new Error('the refund just written is missing')
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
