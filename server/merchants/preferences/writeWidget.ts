import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import type { WidgetView } from '#domain/sales/widget/widgetViews'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

type By = { userId: string; now: Date }

/** Writes what waits to be published, or that nothing does; the revision grows. Without waiting. */
export function writeDraft(
  db: Connection,
  { merchantId, mode }: Scope,
  view: WidgetView,
  preferences: WidgetPreferences | null,
  { userId, now }: By,
): void {
  const json = preferences && JSON.stringify(preferences)
  db.send(sql`insert into widget_drafts as d (merchant_id, mode, view, preferences, changed_at, changed_by)
    values (${merchantId}, ${mode}, ${view}, ${json}::jsonb, ${now}, ${userId})
    on conflict (merchant_id, mode, view) do update set preferences = excluded.preferences, revision = d.revision + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by`)
}

type Version = { view: WidgetView; number: number; preferences: WidgetPreferences; restoredFrom: number | null }

/** Puts a version on top of those before. Without waiting. */
export function writeVersion(
  db: Connection,
  { merchantId, mode }: Scope,
  { view, number, preferences, restoredFrom }: Version,
  { userId, now }: By,
): void {
  db.send(sql`insert into widget_versions (merchant_id, mode, view, number, preferences, restored_from, published_at, published_by)
    values (${merchantId}, ${mode}, ${view}, ${number}, ${JSON.stringify(preferences)}::jsonb, ${restoredFrom}, ${now}, ${userId})`)
}
