import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readSettlement } from './readSettlement.ts'
import { rowOf } from './settlementRow.ts'

/** Takes back that a payment was found at the shop's bank; where nobody had said so, nothing changes. */
export const settlementCollectUndo: Handler<'settlementCollectUndo'> = async ({ db, scope, params, audit }) => {
  const stored = await readSettlement(db, scope, params.settlementId)
  await db.run(sql`update settlements s set collected_on = null, collected_by = null
    where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and s.id = ${stored.id}`)
  audit({ entity: 'settlement', entityId: stored.id, before: { collectedOn: stored.collected_on }, after: { collectedOn: null } })
  return rowOf({ ...stored, collected_on: null })
}
