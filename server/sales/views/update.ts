import { normaliseText } from '#domain/sales/operations/search'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { assertSeen, countedSave } from '../../platform/calls/revision.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { assertAllowed, lockView, takeDefaults } from './viewRow.ts'

/** Changes a view's name, filters, reach, default or watch; one that is no longer shared is the caller's own. Refuses with SettingsStale. */
export const viewUpdate: Handler<'viewUpdate'> = async ({ db, scope, caller, params, body, now, audit }) => {
  const { userId, role } = caller
  const before = await lockView(db, scope, { userId, viewId: params.viewId })
  const thisView = sql`v.merchant_id = ${scope.merchantId} and v.mode = ${scope.mode} and v.id = ${uuidOf(params.viewId) ?? ''}`
  await assertSeen(db, body.revision, sql`select v.revision, v.changed_by from operation_views v where ${thisView}`)
  const shared = body.shared ?? before.shared
  const after = {
    name: body.name ?? before.name,
    filters: body.filters ?? before.filters,
    shared,
    // What only a shared view has goes when it is shared no more, unless it is asked for.
    defaultFor: [...new Set(body.defaultFor ?? (shared ? before.defaultFor : []))],
    watched: body.watched ?? (shared && before.watched),
  }
  await assertAllowed(db, scope, { role, userId, before, after })
  takeDefaults(db, scope, after.defaultFor, userId)
  await db.run(sql`update operation_views v set name = ${after.name}, name_key = ${normaliseText(after.name)}, filters = ${JSON.stringify(after.filters)}::jsonb, ${countedSave(userId)},
      user_id = ${shared ? null : userId}, default_for = ${after.defaultFor}::text[],
      watched_since = case when ${after.watched}::boolean then coalesce(v.watched_since, ${now}) end
    where ${thisView}`)
  const told = ({ filters, name, shared: isShared, defaultFor, watched }: typeof after) => ({
    name,
    shared: isShared,
    defaultFor,
    watched,
    filters: filters.map(({ key }) => key),
  })
  audit({ entity: 'view', entityId: uuidOf(params.viewId) ?? params.viewId, before: told(before), after: told(after) })
  return lockView(db, scope, { userId, viewId: params.viewId })
}
