import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { findOperation } from '../operation/findOperation.ts'

/** Ends an operation: what was captured goes back, what was not is never paid. */
export const operationCancel: ShopHandler<'operationCancel'> = async ({ params, db, scope, verb }) => {
  const operationId = await findOperation(db, scope, params.ref)
  await verb('operationCancel', { params: { operationId: hexOf(operationId) }, body: {} })
  return undefined
}
