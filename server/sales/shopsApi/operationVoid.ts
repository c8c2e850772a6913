import { askedCents } from '#contract/platform/shopCall'
import { canVoid, remainingCaptureCents } from '#domain/sales/operations/lifecycle'
import { cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { readStanding } from '../operation/standing.ts'
import { findOperation } from '../operation/findOperation.ts'
import { lockOrder } from './lockOrder.ts'
import { readMoney } from './readMoney.ts'
import { takeBack } from './takeBack.ts'

/** What was taken back before it was captured, and how much still can be. */
export const operationVoids: ShopHandler<'operationVoids'> = async ({ params, db, scope, now }) =>
  show(db, scope, await findOperation(db, scope, params.ref), now)

/** Takes part of it back before it is captured; all that is left is a cancellation. */
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
