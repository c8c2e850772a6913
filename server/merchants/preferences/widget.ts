import type { Widget, WidgetVersion } from '#contract/merchants/preferences'
import { readPage, type WidgetFinding, widgetFindingsOf } from '#domain/sales/widget/widgetCheck'
import { changedPreferences, widgetDefaults, type WidgetPreferences, widgetProblems } from '#domain/sales/widget/widgetPreferences'
import { type WidgetView, widgetViews } from '#domain/sales/widget/widgetViews'
import { withPreparation, type CallBeforeTransaction, type Call, type Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { personName } from '../../platform/calls/userConditions.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

type DraftRow = { preferences: Partial<WidgetPreferences> | null; revision: number; changed_at: Date; changer: string | null }
type VersionRow = {
  number: number
  preferences: Partial<WidgetPreferences>
  restored_from: number | null
  published_at: Date
  publisher: string | null
}

const maxVersions = 20

/** The view in a path. Refuses with ObjectNotFoundException. */
function viewOf(param: string): WidgetView {
  const view = widgetViews.find((one) => one === param)
  if (!view) throw notFound(param)
  return view
}

/** A view of the shop's widget: published, draft and earlier versions. Preferences added later have their default. */
async function readWidget(db: Connection, scope: Scope, view: WidgetView): Promise<Widget> {
  const withDefaults = (saved: Partial<WidgetPreferences>): WidgetPreferences => ({ ...widgetDefaults[view], ...saved })
  const [draft, versions] = await Promise.all([
    db.first<DraftRow>(sql`select d.preferences, d.revision, d.changed_at, ${personName(sql`d.changed_by`)} as changer from widget_drafts d
      where ${inScope(scope, 'd')} and d.view = ${view}`),
    db.rows<VersionRow>(sql`select v.number, v.preferences, v.restored_from, v.published_at, ${personName(sql`v.published_by`)} as publisher from widget_versions v
      where ${inScope(scope, 'v')} and v.view = ${view} order by v.number desc limit ${maxVersions}`),
  ])
  const history = versions.map((row): WidgetVersion => ({
    number: row.number,
    preferences: withDefaults(row.preferences),
    restoredFrom: row.restored_from,
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.publisher,
  }))
  return {
    view,
    published: history[0]?.preferences ?? widgetDefaults[view],
    draft: draft?.preferences
      ? { preferences: withDefaults(draft.preferences), changedAt: draft.changed_at.toISOString(), changedBy: draft.changer }
      : null,
    revision: draft?.revision ?? 0,
    versions: history,
  }
}

/** As {@link readWidget}, locked until the transaction ends, with who changed it last. */
async function lockWidget(db: Connection, scope: Scope, view: WidgetView): Promise<{ widget: Widget; changedBy: string | null }> {
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`widgets/${scope.merchantId}/${scope.mode}/${view}`}, 0))`)
  const [widget, last] = await Promise.all([
    readWidget(db, scope, view),
    db.first<{ who: string | null }>(sql`select ${personName(sql`d.changed_by`)} as who from widget_drafts d
      where ${inScope(scope, 'd')} and d.view = ${view}`),
  ])
  return { widget, changedBy: last?.who ?? null }
}

/** Refuses with WidgetStale, naming who changed it, when the revision is outdated. */
function assertFresh({ widget, changedBy }: Awaited<ReturnType<typeof lockWidget>>, seen: number): void {
  if (widget.revision !== seen) throw new Refusal('WidgetStale', { values: { who: changedBy ?? text('errors.somebody') } })
}

/** A view of the widget: published, draft and earlier versions. */
export const widgetView: Handler<'widgetView'> = ({ db, scope, params }) => readWidget(db, scope, viewOf(params.view))

type By = { userId: string; now: Date }

/** Stores or deletes the draft and increments the revision. Without waiting. */
function writeDraft(
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

/** Adds a version. Without waiting. */
function writeVersion(
  db: Connection,
  { merchantId, mode }: Scope,
  { view, number, preferences, restoredFrom }: Version,
  { userId, now }: By,
): void {
  db.send(sql`insert into widget_versions (merchant_id, mode, view, number, preferences, restored_from, published_at, published_by)
    values (${merchantId}, ${mode}, ${view}, ${number}, ${JSON.stringify(preferences)}::jsonb, ${restoredFrom}, ${now}, ${userId})`)
}

/** Saves the draft; the shop's pages do not change. Refuses with WidgetStale, unless the draft is such already: the answer of an earlier save may have been lost. */
export const widgetSave: Handler<'widgetSave'> = async ({ db, scope, caller, params, body, now, audit }) => {
  const view = viewOf(params.view)
  const locked = await lockWidget(db, scope, view)
  const before = locked.widget
  const draft = changedPreferences(before.published, body.preferences).length > 0 ? body.preferences : null
  const changed = changedPreferences(before.draft?.preferences ?? before.published, draft ?? before.published)
  if (changed.length === 0) return before
  assertFresh(locked, body.revision)
  writeDraft(db, scope, view, draft, { userId: caller.userId, now })
  audit({ entity: 'widget', entityId: scope.merchantId, after: { view, draft: draft !== null, changed } })
  return readWidget(db, scope, view)
}

/**
 * Publishes the draft. Refuses with WidgetStale, with WidgetNotAllowed without a draft, and with ApiValidationException by field when
 * customers could not read it.
 */
export const widgetPublish: Handler<'widgetPublish'> = async ({ db, scope, caller, params, body, now, audit }) => {
  const view = viewOf(params.view)
  const locked = await lockWidget(db, scope, view)
  assertFresh(locked, body.revision)
  const { draft, published, versions } = locked.widget
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

/**
 * Publishes an earlier version as a new one; the draft stays. Refuses with WidgetStale, or with WidgetNotAllowed for a version that does
 * not exist or is published.
 */
export const widgetRestore: Handler<'widgetRestore'> = async ({ db, scope, caller, params, body, now, audit }) => {
  const view = viewOf(params.view)
  const locked = await lockWidget(db, scope, view)
  assertFresh(locked, body.revision)
  const { draft, versions } = locked.widget
  const [present, ...earlier] = versions
  const chosen = earlier.find(({ number }) => number === body.number)
  if (!present || !chosen) throw new Refusal('WidgetNotAllowed', { why: 'version' })
  const number = present.number + 1
  const by = { userId: caller.userId, now }
  writeVersion(db, scope, { view, number, preferences: chosen.preferences, restoredFrom: chosen.number }, by)
  writeDraft(db, scope, view, draft?.preferences ?? null, by)
  audit({ entity: 'widget', entityId: scope.merchantId, after: { view, number, restoredFrom: chosen.number } })
  return readWidget(db, scope, view)
}

/** The caller waits for the answer. */
const timeoutMs = 10_000
/** Pages that an account may check in a minute, so that this cannot be used against others. */
const maxPerMinute = 12

/** Reads a page as a customer's browser would, and reports the problems of its widget. Refuses with TooManyRequests. */
export const widgetCheck: Handler<'widgetCheck'> = withPreparation(
  checkPage,
  async ({ audit, scope, body }: Call<'widgetCheck'>, findings) => {
    audit({ entity: 'widget_check', entityId: scope.merchantId, after: { host: URL.parse(body.url)?.host ?? null } })
    return { findings }
  },
)

async function checkPage(call: CallBeforeTransaction<'widgetCheck'>): Promise<WidgetFinding[]> {
  const { services, scope, body } = call
  await assertNotTooMany(call)
  const answer = await services.outbound.send({
    url: body.url,
    mode: scope.mode,
    method: 'GET',
    headers: { accept: 'text/html', 'user-agent': `${services.config.brand.name} WidgetCheck/1` },
    timeoutMs,
  })
  if ('failure' in answer) return [{ code: 'unreachable', level: 'error', about: answer.failure }]
  if (answer.status !== 200) return [{ code: 'unreachable', level: 'error', about: String(answer.status) }]
  const { hosts, publicUrl, brand } = services.config
  const scriptUrl = (hosts.providerScriptUrl || `${hosts.vendorApiUrl || publicUrl}/widget.js`)
    .replace(/\?.*$/, '')
    .replace(/([^:])\/{2,}/g, '$1/')
  const reading = readPage(answer.body, brand.vendor, scriptUrl, new URL(body.url).origin)
  const key = reading.scripts[0]?.key
  const open = key ? await services.keys.byToken(key) : null
  const keyWorks = open !== null && open.merchantId === scope.merchantId && open.mode === scope.mode && open.kind === 'public'
  return widgetFindingsOf(reading, { mode: scope.mode, keyWorks, cut: answer.cut })
}

async function assertNotTooMany({ services, caller, now }: CallBeforeTransaction<'widgetCheck'>): Promise<void> {
  const row = await services.database.read(null, (db) =>
    db.first<{
      many: number
    }>(sql`select count(*)::integer as many from (select a.call, a.at from audit_entries a where a.account_id = ${caller.accountId}
      order by a.seq desc limit 200) l where l.call = 'widgetCheck' and l.at > ${new Date(now.getTime() - 60_000)}`),
  )
  if ((row?.many ?? 0) >= maxPerMinute) throw new Refusal('TooManyRequests', { retryAfterSeconds: 60 })
}
