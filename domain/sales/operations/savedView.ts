import type { Role } from '../../access/roles.ts'

/** The names of a list's address that a view keeps: its filters and its order. */
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
  'ordering',
] as const
export type ViewFilterKey = (typeof viewFilterKeys)[number]

/** So many shared views of a shop may watch themselves: each is asked whenever somebody looks at what waits. */
export const WATCHED_MOST = 10
/** A view's own characters. */
export const VIEW_NAME_MOST = 60

/** What a view is besides its filters. A personal one has no default and does not watch itself. */
export type ViewReach = { shared: boolean; defaultFor: readonly Role[]; watched: boolean }

/** Why somebody may not make a view so, or change it to be so; null when they may. */
export function viewProblem(role: Role, before: ViewReach | null, after: ViewReach): 'share' | 'defaults' | 'personal' | null {
  if (!after.shared && (after.defaultFor.length > 0 || after.watched)) return 'personal'
  if (role === 'guest' && (after.shared || before?.shared)) return 'share'
  const defaults = [...(before?.defaultFor ?? []), ...after.defaultFor]
  const same = before !== null && [...before.defaultFor].toSorted().join() === [...after.defaultFor].toSorted().join()
  const decides = role === 'owner' || role === 'admin'
  return defaults.length > 0 && !same && !decides ? 'defaults' : null
}
