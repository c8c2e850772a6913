import type { RouteRow } from './routeTable.ts'
import { shownPage } from './shownPage.ts'
import { useStore } from '../shared/store.ts'

/** Where the screen is: route, path parameters, and the query as raw text. */
export type Address = { route: RouteRow | null; pathname: string; params: Record<string, string>; search: Record<string, string> }

/**
 * The address of the page on the screen, not of the one that is still being fetched. The query is raw: each screen
 * parses its own values and ignores what it does not know.
 */
export function useAddress(): Address {
  const page = useStore(shownPage)
  if (!page) return { route: null, pathname: '/', params: {}, search: {} }
  const { row, path, params, search } = page.place
  return { route: row, pathname: path, params, search }
}
