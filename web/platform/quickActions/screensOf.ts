import { mayEnter, menuOf } from '../navigation/menuOf.ts'
import { routeTable, type RouteRow } from '../routes/routeTable.ts'
import type { Session } from '../session/session.ts'

/** A screen that is reached by its name alone. */
export type NamedScreen = { name: string; title: (typeof routeTable)[number]['title']; href: string }

/** Pages of shops that do not sell: nobody goes there by themselves. The menu begins a sale with a button of its own. */
const apart = new Set(['pendingMerchant', 'rejectedMerchant', 'checkoutOffline'])

/** The screens that this person may open from anywhere, the menu's first: one of each name, none that is about a single thing or lies over another. */
export function screensOf(session: Session): NamedScreen[] {
  if (session.account.requiresOnboarding) return []
  const first = new Set<string>(menuOf(session).map(({ section }) => section))
  const may = (row: RouteRow & { title: NamedScreen['title'] }) =>
    first.has(row.name) ||
    (row.needsLogin && !row.over && !row.redirects && !row.onboarding && !/\{(?!merchantId\})/.test(row.path) && mayEnter(row, session))
  const named = new Map<string, NamedScreen>()
  for (const row of routeTable.toSorted((a, b) => Number(first.has(b.name)) - Number(first.has(a.name)))) {
    if (named.has(row.title) || apart.has(row.name) || (row.name === 'scenarios' && !session.sandbox) || !may(row)) continue
    named.set(row.title, { name: row.name, title: row.title, href: row.path.replace('{merchantId}', session.merchant?.id ?? '') })
  }
  return [...named.values()]
}
