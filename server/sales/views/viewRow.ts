import type { SavedView } from '#contract/sales/views'
import type { Role } from '#domain/access/roles'
import { viewProblem, WATCHED_MOST, type ViewReach } from '#domain/sales/operations/savedView'
import { normaliseText } from '#domain/sales/operations/search'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { countedSave } from '../../platform/calls/revision.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'

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

/** A view of this shop and mode that somebody may see: their own or the shop's. */
export const visible = ({ merchantId, mode }: Scope, userId: string): Sql =>
  sql`v.merchant_id = ${merchantId} and v.mode = ${mode} and (v.user_id is null or v.user_id = ${userId})`

/** Views that pass a condition on `v`, by name. */
export async function readViews(db: Connection, condition: Sql): Promise<SavedView[]> {
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

/** One that somebody may see, behind the lock of the shop's views; refuses with ObjectNotFoundException what is another person's. */
export async function lockView(db: Connection, scope: Scope, { userId, viewId }: Mine): Promise<SavedView> {
  await lockViews(db, scope)
  const id = uuidOf(viewId)
  const [found] = id === undefined ? [] : await readViews(db, sql`${visible(scope, userId)} and v.id = ${id}`)
  if (!found) throw notFound(viewId)
  return found
}

/** One at a time changes the views of a shop and mode, so that names and defaults stay single. */
export const lockViews = (db: Connection, { merchantId, mode }: Scope): Promise<unknown> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`views/${merchantId}/${mode}`}, 0))`)

type Asked = { role: Role; userId: string; before: SavedView | null; after: ViewReach & { name: string } }

/**
 * Whether a view may become so: refuses with PermissionDenied what is others' to decide, with ViewNotAllowed one watch too many, and a name that
 * is taken as a field's problem. To be called under {@link lockViews}.
 */
export async function assertAllowed(db: Connection, { merchantId, mode }: Scope, { role, userId, before, after }: Asked): Promise<void> {
  const problem = viewProblem(role, before, after)
  if (problem === 'personal') throw new Refusal('ViewNotAllowed', { why: 'personal' })
  if (problem !== null) throw new Refusal('PermissionDenied', { why: problem === 'share' ? 'view' : 'viewDefault' })
  const others = sql`v.merchant_id = ${merchantId} and v.mode = ${mode} and v.id is distinct from ${before ? (uuidOf(before.id) ?? null) : null}::uuid`
  const [named, watching] = await Promise.all([
    db.first(sql`select from operation_views v where ${others} and v.name_key = ${normaliseText(after.name)}
      and v.user_id is not distinct from ${after.shared ? null : userId}::uuid`),
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from operation_views v where ${others} and v.watched_since is not null`,
    ),
  ])
  if (named) throw new Refusal('ApiValidationException', { fields: [{ name: 'name', code: 'taken', message: text('views.nameTaken') }] })
  if (after.watched && (watching?.many ?? 0) >= WATCHED_MOST)
    throw new Refusal('ViewNotAllowed', { why: 'watched', values: { count: String(WATCHED_MOST) } })
}

/** A role begins with one view: takes the roles from whichever had them. */
export const takeDefaults = (db: Connection, { merchantId, mode }: Scope, roles: readonly Role[], by: string): void =>
  db.send(sql`update operation_views v set default_for = array(select unnest(v.default_for) except select unnest(${[...roles]}::text[])), ${countedSave(by)}
    where v.merchant_id = ${merchantId} and v.mode = ${mode} and v.default_for && ${[...roles]}::text[]`)
