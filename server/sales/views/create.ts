import { normaliseText } from '#domain/sales/operations/search'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { assertAllowed, lockView, lockViews, takeDefaults } from './viewRow.ts'

/** Keeps the list's filters under a name. */
export const viewCreate: Handler<'viewCreate'> = async ({ db, scope, caller, body, now, audit }) => {
  const { name, filters, shared, watched } = body
  const defaultFor = [...new Set(body.defaultFor)]
  await lockViews(db, scope)
  await assertAllowed(db, scope, { role: caller.role, userId: caller.userId, before: null, after: { name, shared, defaultFor, watched } })
  takeDefaults(db, scope, defaultFor, caller.userId)
  const id = newId(now)
  await db.run(sql`insert into operation_views (merchant_id, mode, id, user_id, name, name_key, filters, default_for, watched_since, created_at, created_by)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${shared ? null : caller.userId}, ${name}, ${normaliseText(name)}, ${JSON.stringify(filters)}::jsonb,
      ${defaultFor}::text[], ${watched ? now : null}, ${now}, ${caller.userId})`)
  // Its search may be a customer's name: not for the trail.
  audit({ entity: 'view', entityId: id, after: { name, shared, defaultFor, watched, filters: filters.map(({ key }) => key) } })
  return lockView(db, scope, { userId: caller.userId, viewId: hexOf(id) })
}
