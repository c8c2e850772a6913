import { seenUntil } from '#domain/sales/operations/visit'
import type { Handler } from '../../platform/calls/call.ts'
import { writeVisit } from './visit.ts'

/** What changed until then is no news to the caller any more; what came meanwhile stays. */
export const operationChangesSeen: Handler<'operationChangesSeen'> = async ({ db, scope, caller: { userId }, body, now, audit }) => {
  await writeVisit(db, scope, { userId, now }, (visit) => seenUntil(visit, new Date(body.until)))
  audit({ entity: 'merchant', entityId: scope.merchantId })
  return undefined
}
