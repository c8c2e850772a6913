import { changedPreferences } from '#domain/sales/widget/widgetPreferences'
import type { Handler } from '../../platform/calls/call.ts'
import { lockWidget, readWidget, viewOf } from './readWidget.ts'
import { writeDraft } from './writeWidget.ts'

/** Keeps what waits to be published; the shop's pages do not change. Refuses with WidgetStale. */
export const widgetSave: Handler<'widgetSave'> = async ({ db, scope, caller, params, body, now, audit }) => {
  const view = viewOf(params.view)
  const before = await lockWidget(db, scope, view, body.revision)
  const waits = changedPreferences(before.published, body.preferences).length > 0 ? body.preferences : null
  const changed = changedPreferences(before.draft?.preferences ?? before.published, waits ?? before.published)
  if (changed.length === 0) return before
  writeDraft(db, scope, view, waits, { userId: caller.userId, now })
  audit({ entity: 'widget', entityId: scope.merchantId, after: { view, draft: waits !== null, changed } })
  return readWidget(db, scope, view)
}
