import { canConfirm, isCaptureDeferred } from '#domain/sales/operations/lifecycle'
import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { confirmOperation } from '../operation/confirmOperation.ts'
import { readStanding } from '../operation/standing.ts'
import { takeFirstPayment } from '../../money/payments/firstPayment.ts'
import { refusedBy } from './holdRefund.ts'
import { operationIdOf, operationText } from './operationText.ts'

/** Accepts an approved order (T8, T9). Refuses with ConfirmNotAllowed. */
export const operationConfirm: Handler<'operationConfirm'> = async ({ params, db, scope, caller, services, now, audit }) => {
  const operationId = operationIdOf(params.operationId)
  const standing = await readStanding(db, scope, operationId, true)
  const permission = canConfirm(standing.facts, now)
  if (!permission.allowed) throw refusedBy('ConfirmNotAllowed', permission)
  const { facts } = standing
  await confirmOperation(db, scope, { standing, by: { actor: 'merchant', userId: caller.userId }, now })
  if (!isCaptureDeferred(facts)) await takeFirstPayment(db, scope, services.payments.cards, operationId)
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { substatus: facts.substatus, reason: facts.statusReason },
    after: { confirmedAt: now.toISOString(), deferred: isCaptureDeferred(facts) },
  })
  return rawJson(await operationText(db, scope, params.operationId))
}
