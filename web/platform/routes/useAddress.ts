import type { RouteRow } from './routeTable.ts'
import { shownPage } from './shownPage.ts'
import { useStore } from '../state/store.ts'

/** The current address: route, path parameters, and the raw query. */
export type Address = { route: RouteRow | null; pathname: string; params: Record<string, string>; search: Record<string, string> }

/** The address of the page on the screen, not of one that is still loading. The query is raw: each screen parses its own values and ignores the others. */
export function useAddress(): Address {
  const page = useStore(shownPage)
  if (!page) return { route: null, pathname: '/', params: {}, search: {} }
  const { row, path, params, search } = page.place
  return { route: row, pathname: path, params, search }
}
