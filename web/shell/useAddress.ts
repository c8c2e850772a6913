import { useMatches } from '@tanstack/react-router'
import { matchRoute } from './matchRoute.ts'
import type { RouteRow } from './routeTable.ts'

/** Where the screen is: route, path parameters, and the query as raw text. */
export type Address = { route: RouteRow | null; pathname: string; params: Record<string, string>; search: Record<string, string> }

const noSearch: Record<string, string> = {}

/**
 * The address of the page on the screen, not of the one that is still being fetched. The query is raw: each screen
 * parses its own values and ignores what it does not know.
 */
export function useAddress(): Address {
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const search = useMatches({ select: (matches) => (matches.at(-1)?.search ?? noSearch) as Record<string, string> }) // our own parser writes text only
  const match = matchRoute(pathname)
  return { route: match?.row ?? null, pathname, params: match?.params ?? {}, search }
}
