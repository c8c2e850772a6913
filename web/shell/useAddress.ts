import { useRouterState } from '@tanstack/react-router'
import { matchRoute } from './matchRoute.ts'
import type { RouteRow } from './routeTable.ts'

/** Where the screen is: route, path parameters, and the query as raw text. */
export type Address = { route: RouteRow | null; pathname: string; params: Record<string, string>; search: Record<string, string> }

/** The present address. The query is raw: each screen parses its own values and ignores what it does not know. */
export function useAddress(): Address {
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const match = matchRoute(pathname)
  return { route: match?.row ?? null, pathname, params: match?.params ?? {}, search: search as Record<string, string> } // our own parser writes text only
}
