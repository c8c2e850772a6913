import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { assertAllowed, lockView } from './viewRow.ts'

/** Deletes a view; one that a role begins with only by who decides that. */
export const viewDelete: Handler<'viewDelete'> = async ({ db, scope, caller, params, audit }) => {
  const { userId, role } = caller
  const before = await lockView(db, scope, { userId, viewId: params.viewId })
  await assertAllowed(db, scope, { role, userId, before, after: { ...before, defaultFor: [], watched: false } })
  const id = uuidOf(params.viewId) ?? ''
  await db.run(sql`delete from operation_views v where v.merchant_id = ${scope.merchantId} and v.mode = ${scope.mode} and v.id = ${id}`)
  audit({ entity: 'view', entityId: id, before: { name: before.name, shared: before.shared } })
  return undefined
}
