import type { Widget, WidgetVersion } from '#contract/merchants/preferences'
import { widgetDefaults, type WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { widgetViews, type WidgetView } from '#domain/sales/widget/widgetViews'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'

type DraftRow = { preferences: Partial<WidgetPreferences> | null; revision: number; changed_at: Date; changer: string | null }
type VersionRow = {
  number: number
  preferences: Partial<WidgetPreferences>
  restored_from: number | null
  published_at: Date
  publisher: string | null
}

const nameOf = (id: Sql): Sql => sql`(select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = ${id})`
const mostVersions = 20

/** The view that a path names. Refuses with ObjectNotFoundException. */
export function viewOf(param: string): WidgetView {
  const view = widgetViews.find((one) => one === param)
  if (!view) throw notFound(param)
  return view
}

/** A view of the shop's widget: now, waiting and before. A preference that is newer than what was saved has its usual value. */
export async function readWidget(db: Connection, { merchantId, mode }: Scope, view: WidgetView): Promise<Widget> {
  const whole = (saved: Partial<WidgetPreferences>): WidgetPreferences => ({ ...widgetDefaults[view], ...saved })
  const [draft, versions] = await Promise.all([
    db.first<DraftRow>(sql`select d.preferences, d.revision, d.changed_at, ${nameOf(sql`d.changed_by`)} as changer from widget_drafts d
      where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.view = ${view}`),
    db.rows<VersionRow>(sql`select v.number, v.preferences, v.restored_from, v.published_at, ${nameOf(sql`v.published_by`)} as publisher from widget_versions v
      where v.merchant_id = ${merchantId} and v.mode = ${mode} and v.view = ${view} order by v.number desc limit ${mostVersions}`),
  ])
  const history = versions.map((row): WidgetVersion => ({
    number: row.number,
    preferences: whole(row.preferences),
    restoredFrom: row.restored_from,
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.publisher,
  }))
  return {
    view,
    published: history[0]?.preferences ?? widgetDefaults[view],
    draft: draft?.preferences
      ? { preferences: whole(draft.preferences), changedAt: draft.changed_at.toISOString(), changedBy: draft.changer }
      : null,
    revision: draft?.revision ?? 0,
    versions: history,
  }
}

/** As {@link readWidget}, kept from others until the transaction ends; refuses with WidgetStale, naming who, what was decided on an older one. */
export async function lockWidget(db: Connection, scope: Scope, view: WidgetView, seen: number): Promise<Widget> {
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`widgets/${scope.merchantId}/${scope.mode}/${view}`}, 0))`)
  const [widget, last] = await Promise.all([
    readWidget(db, scope, view),
    db.first<{ who: string | null }>(sql`select ${nameOf(sql`d.changed_by`)} as who from widget_drafts d
      where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.view = ${view}`),
  ])
  if (widget.revision !== seen) throw new Refusal('WidgetStale', { values: { who: last?.who ?? text('errors.somebody') } })
  return widget
}
