import { isDeepStrictEqual } from 'node:util'
import type { SavedView } from '#contract/sales/views'
import type { Role } from '#domain/access/roles'
import { viewProblem, type ViewReach, MAX_WATCHED_VIEWS } from '#domain/sales/operations/savedView'
import { normaliseText } from '#domain/sales/operations/search'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { assertRevision, nextRevision } from '../../platform/calls/revision.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

type Row = {
  id: string
  name: string
  filters: SavedView['filters']
  shared: boolean
  default_for: Role[]
  watched: boolean
  revision: number
  made_by: string | null
}

/** Views of this shop and mode that a user may see: their own and the shared ones. */
const visible = (scope: Scope, userId: string): Sql => sql`${inScope(scope, 'v')} and (v.user_id is null or v.user_id = ${userId})`

/** Views that match a condition on `v`, by name. */
async function readViews(db: Connection, condition: Sql): Promise<SavedView[]> {
  const rows =
    await db.rows<Row>(sql`select v.id, v.name, v.filters, v.user_id is null as shared, v.default_for, v.watched_since is not null as watched, v.revision,
      concat_ws(' ', u.first_name, u.last_name) as made_by
    from operation_views v left join users u on u.id = v.created_by where ${condition} order by v.name_key, v.user_id nulls first, v.id`)
  return rows.map(({ default_for: defaultFor, made_by: madeBy, ...row }) => ({
    ...row,
    id: hexOf(row.id),
    defaultFor,
    madeBy: madeBy || null,
  }))
}

type Mine = { userId: string; viewId: string }

/** A view that the user may see, under the lock of the shop's views; refuses with ObjectNotFoundException another person's view. */
async function lockView(db: Connection, scope: Scope, { userId, viewId }: Mine): Promise<SavedView> {
  await lockViews(db, scope)
  const [found] = await readViews(db, sql`${visible(scope, userId)} and v.id = ${idFrom(viewId)}`)
  if (!found) throw notFound(viewId)
  return found
}

/** Serialises changes to the views of a shop and mode, so that names and defaults stay unique. */
const lockViews = (db: Connection, { merchantId, mode }: Scope): Promise<unknown> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`views/${merchantId}/${mode}`}, 0))`)

type ViewChange = { role: Role; userId: string; before: SavedView | null; after: ViewReach & { name: string } }

/**
 * Checks a change to a view: refuses with PermissionDenied what only others may decide, with ViewNotAllowed one watched view too many, and a taken name as a
 * field problem. Call it under {@link lockViews}.
 */
async function assertAllowed(db: Connection, scope: Scope, { role, userId, before, after }: ViewChange): Promise<void> {
  const problem = viewProblem(role, before, after)
  if (problem === 'personal') throw new Refusal('ViewNotAllowed', { why: 'personal' })
  if (problem !== null) throw new Refusal('PermissionDenied', { why: problem === 'share' ? 'view' : 'viewDefault' })
  const others = sql`${inScope(scope, 'v')} and v.id is distinct from ${before ? (uuidOf(before.id) ?? null) : null}::uuid`
  const [named, watching] = await Promise.all([
    db.first(sql`select from operation_views v where ${others} and v.name_key = ${normaliseText(after.name)}
      and v.user_id is not distinct from ${after.shared ? null : userId}::uuid`),
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from operation_views v where ${others} and v.watched_since is not null`,
    ),
  ])
  if (named) throw new Refusal('ApiValidationException', { fields: [{ name: 'name', code: 'taken', message: text('views.nameTaken') }] })
  if (after.watched && (watching?.many ?? 0) >= MAX_WATCHED_VIEWS)
    throw new Refusal('ViewNotAllowed', { why: 'watched', values: { count: String(MAX_WATCHED_VIEWS) } })
}

/** A role has one default view: removes the roles from the views that had them. */
const clearDefaults = (db: Connection, scope: Scope, roles: readonly Role[], by: string): void =>
  db.send(sql`update operation_views v set default_for = array(select unnest(v.default_for) except select unnest(${[...roles]}::text[])), ${nextRevision(by)}
    where ${inScope(scope, 'v')} and v.default_for && ${[...roles]}::text[]`)

/** Saves the list's filters under a name. */
export const viewCreate: Handler<'viewCreate'> = async ({ db, scope, caller, body, now, audit }) => {
  const { name, filters, shared, watched } = body
  const defaultFor = [...new Set(body.defaultFor)]
  await lockViews(db, scope)
  await assertAllowed(db, scope, { role: caller.role, userId: caller.userId, before: null, after: { name, shared, defaultFor, watched } })
  clearDefaults(db, scope, defaultFor, caller.userId)
  const id = newId(now)
  await db.run(sql`insert into operation_views (merchant_id, mode, id, user_id, name, name_key, filters, default_for, watched_since, created_at, created_by)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${shared ? null : caller.userId}, ${name}, ${normaliseText(name)}, ${JSON.stringify(filters)}::jsonb,
      ${defaultFor}::text[], ${watched ? now : null}, ${now}, ${caller.userId})`)
  // Its search may be a customer's name: kept out of the audit trail.
  audit({ entity: 'view', entityId: id, after: { name, shared, defaultFor, watched, filters: filters.map(({ key }) => key) } })
  return lockView(db, scope, { userId: caller.userId, viewId: hexOf(id) })
}

/** The caller's own views and the shared ones. */
export const viewList: Handler<'viewList'> = ({ db, scope, caller }) => readViews(db, visible(scope, caller.userId))

/** Deletes a view; a role's default view only by somebody who may set defaults. */
export const viewDelete: Handler<'viewDelete'> = async ({ db, scope, caller, params, audit }) => {
  const { userId, role } = caller
  const before = await lockView(db, scope, { userId, viewId: params.viewId })
  await assertAllowed(db, scope, { role, userId, before, after: { ...before, defaultFor: [], watched: false } })
  const id = uuidOf(params.viewId) ?? ''
  await db.run(sql`delete from operation_views v where ${inScope(scope, 'v')} and v.id = ${id}`)
  audit({ entity: 'view', entityId: id, before: { name: before.name, shared: before.shared } })
  return undefined
}

/** Changes a view's name, filters, sharing, defaults or watching; a view that is no longer shared becomes the caller's own. Refuses with SettingsStale. */
export const viewUpdate: Handler<'viewUpdate'> = async ({ db, scope, caller, params, body, now, audit }) => {
  const { userId, role } = caller
  const before = await lockView(db, scope, { userId, viewId: params.viewId })
  const whereView = sql`${inScope(scope, 'v')} and v.id = ${uuidOf(params.viewId) ?? ''}`
  const shared = body.shared ?? before.shared
  const after = {
    name: body.name ?? before.name,
    filters: body.filters ?? before.filters,
    shared,
    // What only a shared view can have is cleared when it is no longer shared, unless it is requested.
    defaultFor: [...new Set(body.defaultFor ?? (shared ? before.defaultFor : []))],
    watched: body.watched ?? (shared && before.watched),
  }
  const changes = Object.entries(after).some(([field, value]) => !isDeepStrictEqual(value, before[field as keyof typeof after]))
  const present = sql`select v.revision, v.changed_by from operation_views v where ${whereView}`
  await assertRevision(db, { seen: body.revision, changes, present })
  if (!changes) return before
  await assertAllowed(db, scope, { role, userId, before, after })
  clearDefaults(db, scope, after.defaultFor, userId)
  await db.run(sql`update operation_views v set name = ${after.name}, name_key = ${normaliseText(after.name)}, filters = ${JSON.stringify(after.filters)}::jsonb, ${nextRevision(userId)},
      user_id = ${shared ? null : userId}, default_for = ${after.defaultFor}::text[],
      watched_since = case when ${after.watched}::boolean then coalesce(v.watched_since, ${now}) end
    where ${whereView}`)
  const audited = ({ filters, name, shared: isShared, defaultFor, watched }: typeof after) => ({
    name,
    shared: isShared,
    defaultFor,
    watched,
    filters: filters.map(({ key }) => key),
  })
  audit({ entity: 'view', entityId: uuidOf(params.viewId) ?? params.viewId, before: audited(before), after: audited(after) })
  return lockView(db, scope, { userId, viewId: params.viewId })
}
