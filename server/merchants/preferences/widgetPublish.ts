import { changedPreferences, widgetProblems } from '#domain/sales/widget/widgetPreferences'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { lockWidget, readWidget, viewOf } from './readWidget.ts'
import { writeDraft, writeVersion } from './writeWidget.ts'

/**
 * Lets the shop's pages show what waits. Refuses with WidgetStale, with WidgetNotAllowed when nothing waits, and with ApiValidationException by
 * field what customers could not read.
 */
export const widgetPublish: Handler<'widgetPublish'> = async ({ db, scope, caller, params, body, now, audit }) => {
  const view = viewOf(params.view)
  const { draft, published, versions } = await lockWidget(db, scope, view, body.revision)
  if (draft === null) throw new Refusal('WidgetNotAllowed')
  const problems = widgetProblems(draft.preferences)
  if (problems.length > 0) {
    const fields = problems.map(({ field, code, found }) => ({
      name: field,
      code,
      message: text(`preferences.server.widget.${code}`, { found }),
    }))
    throw new Refusal('ApiValidationException', { fields })
  }
  const number = (versions[0]?.number ?? 0) + 1
  const by = { userId: caller.userId, now }
  writeVersion(db, scope, { view, number, preferences: draft.preferences, restoredFrom: null }, by)
  writeDraft(db, scope, view, null, by)
  audit({
    entity: 'widget',
    entityId: scope.merchantId,
    after: { view, number, changed: changedPreferences(published, draft.preferences) },
  })
  return readWidget(db, scope, view)
}
