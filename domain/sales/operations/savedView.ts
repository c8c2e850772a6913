import type { Role } from '../../access/roles.ts'

/** The list's query parameters that a view saves: its filters and its ordering. */
export const viewFilterKeys = [
  'status',
  'substatus',
  'q',
  'search_as',
  'from',
  'to',
  'min_amount',
  'max_amount',
  'channel',
  'product',
  'fact',
  'campaign',
  'ordering',
] as const
export type ViewFilterKey = (typeof viewFilterKeys)[number]

/** Maximum watched views of a shop: each is counted whenever somebody opens the inbox. */
export const MAX_WATCHED_VIEWS = 10
/** Maximum length of a view's name. */
export const MAX_VIEW_NAME_LENGTH = 60

/** A view's settings besides its filters. A personal view has no default roles and is not watched. */
export type ViewReach = { shared: boolean; defaultFor: readonly Role[]; watched: boolean }

/** Why a role may not create a view with these settings, or change it to them; null when it may. */
export function viewProblem(role: Role, before: ViewReach | null, after: ViewReach): 'share' | 'defaults' | 'personal' | null {
  if (!after.shared && (after.defaultFor.length > 0 || after.watched)) return 'personal'
  if (role === 'guest' && (after.shared || before?.shared)) return 'share'
  const defaults = [...(before?.defaultFor ?? []), ...after.defaultFor]
  const same = before !== null && [...before.defaultFor].toSorted().join() === [...after.defaultFor].toSorted().join()
  const decides = role === 'owner' || role === 'admin'
  return defaults.length > 0 && !same && !decides ? 'defaults' : null
}
