import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { operationsLike } from './customerOperations.ts'
import { eraseCustomer } from './eraseCustomer.ts'
import { showErasure } from './erasureView.ts'

/**
 * Erases a customer at their wish from all their operations in this shop and mode (GDPR, art. 17): the owner answers for it, with their password. What ends
 * later waits; asked again, nothing more happens. Refuses with StepUpRequired, and with ObjectNotFoundException what is not of this shop and mode.
 */
export const customerErase: Handler<'customerErase'> = async ({ db, scope, params, body, caller, now, services, audit }) => {
  // Looked at first: an operation of another shop is not there, whoever has given a password.
  await showErasure(db, scope, params.operationId)
  await requireStepUp(db, caller, now)
  const operationId = uuidOf(params.operationId)
  if (operationId === undefined) throw notFound(params.operationId)
  const operations = await operationsLike(db, scope, operationId)
  const { done, waiting } = await eraseCustomer(
    db,
    scope,
    operations.map(({ id }) => id),
    { ground: body.ground, userId: caller.userId, now, secret: services.config.sessionSecret },
  )
  audit({ entity: 'operation', entityId: operationId, after: { ground: body.ground, erased: done, waiting } })
  return showErasure(db, scope, params.operationId)
}
