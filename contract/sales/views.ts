import { roles } from '#domain/access/roles'
import { MAX_VIEW_NAME_LENGTH, viewFilterKeys } from '#domain/sales/operations/savedView'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { changesShop, everyone, readsShop } from '../platform/policy.ts'
import { hexId, revision, typedText } from '../platform/values.ts'

/** Saved views: named filters of the operations list, personal or shared in the shop. */
const path = '/v2/merchants/{merchantId}/views'

/** The list's own query parameters. A value may be outdated: the list then leaves it out and says so. */
export const viewFilter = z.strictObject({ key: z.enum(viewFilterKeys), value: typedText(120).check(z.minLength(1)) })
export const viewFilters = z.array(viewFilter).check(z.maxLength(viewFilterKeys.length))

const viewName = typedText(MAX_VIEW_NAME_LENGTH).check(z.minLength(1))
const role = z.enum(roles)
const viewRoles = z.array(role).check(z.maxLength(4))

export const view = z.strictObject({
  id: hexId,
  name: z.string(),
  filters: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  /** Shared with the whole shop; otherwise the caller's own. */
  shared: z.boolean(),
  /** Roles whose list opens with it; at most one view for each role of a shop and mode. */
  defaultFor: z.array(role),
  /** It appears in the inbox while it is not empty. */
  watched: z.boolean(),
  /** The author; null when they were deleted. */
  madeBy: z.nullable(z.string()),
  revision,
})
export type SavedView = z.output<typeof view>

/** The caller's own and the shared ones, by name. */
export const viewList = endpoint({
  name: 'viewList',
  method: 'GET',
  path,
  summary: 'Vistas guardadas',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'wall' },
  answers: { 200: z.array(view) },
  refusals: [],
})

export const viewCreate = endpoint({
  name: 'viewCreate',
  method: 'POST',
  path,
  summary: 'Guardar una vista',
  policy: { ...changesShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'wall' },
  body: z.strictObject({
    name: viewName,
    filters: viewFilters,
    shared: z.boolean(),
    defaultFor: z._default(viewRoles, []),
    watched: z._default(z.boolean(), false),
  }),
  answers: { 201: view },
  refusals: ['ViewNotAllowed'],
})

/** Changes the given fields. */
export const viewUpdate = endpoint({
  name: 'viewUpdate',
  method: 'PATCH',
  path: `${path}/{viewId}`,
  summary: 'Cambiar una vista',
  policy: { ...changesShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'wall' },
  body: z.strictObject({
    name: z.optional(viewName),
    filters: z.optional(viewFilters),
    shared: z.optional(z.boolean()),
    defaultFor: z.optional(viewRoles),
    watched: z.optional(z.boolean()),
    revision,
  }),
  answers: { 200: view },
  refusals: ['ViewNotAllowed', 'SettingsStale'],
})

export const viewDelete = endpoint({
  name: 'viewDelete',
  method: 'DELETE',
  path: `${path}/{viewId}`,
  summary: 'Borrar una vista',
  policy: { ...changesShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'wall' },
  answers: { 204: null },
  refusals: ['ViewNotAllowed'],
})
