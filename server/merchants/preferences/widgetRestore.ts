import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { lockWidget, readWidget, viewOf } from './readWidget.ts'
import { writeDraft, writeVersion } from './writeWidget.ts'

/**
 * Publishes an earlier version again, on top of the others; what waits goes on waiting. Refuses with WidgetStale, or with WidgetNotAllowed a version
 * that is not kept or that is shown already.
 */
export const widgetRestore: Handler<'widgetRestore'> = async ({ db, scope, caller, params, body, now, audit }) => {
  const view = viewOf(params.view)
  const { draft, versions } = await lockWidget(db, scope, view, body.revision)
  const [present, ...earlier] = versions
  const wanted = earlier.find(({ number }) => number === body.number)
  if (!present || !wanted) throw new Refusal('WidgetNotAllowed', { why: 'version' })
  const number = present.number + 1
  const by = { userId: caller.userId, now }
  writeVersion(db, scope, { view, number, preferences: wanted.preferences, restoredFrom: wanted.number }, by)
  writeDraft(db, scope, view, draft?.preferences ?? null, by)
  audit({ entity: 'widget', entityId: scope.merchantId, after: { view, number, restoredFrom: wanted.number } })
  return readWidget(db, scope, view)
}
