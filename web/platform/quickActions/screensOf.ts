import { mayEnter, menuOf } from '../navigation/menuOf.ts'
import { routeTable, type RouteRow } from '../routes/routeTable.ts'
import { mayAddShop } from '../session/mayAddShop.ts'
import type { Session } from '../session/session.ts'

/** A screen that needs no parameter but the merchant. */
type NamedScreen = { name: string; title: (typeof routeTable)[number]['title']; href: string }

/** Pages of inactive merchants, which nobody opens by name, and the start of a sale, which the menu has as a button. */
const excluded = new Set(['pendingMerchant', 'rejectedMerchant', 'checkoutOffline'])

/** Sales of each kind are made in test mode only. */
const hasTestMode = ({ sandbox, merchant, account }: Session) => sandbox || (merchant?.sandboxEnabled === true && !account.sandboxOnly)

/** What a screen needs besides the right to open it. */
const isOfferedNow: Readonly<Record<string, (session: Session) => boolean>> = { scenarios: hasTestMode, addShop: mayAddShop }

/** The screens that this member may open from anywhere, the menu’s first: one per name, without pages of a single object and overlays. */
export function screensOf(session: Session): NamedScreen[] {
  if (session.account.requiresOnboarding) return []
  const first = new Set<string>(menuOf(session).map(({ section }) => section))
  const may = (row: RouteRow & { title: NamedScreen['title'] }) =>
    first.has(row.name) ||
    (row.needsLogin && !row.over && !row.redirects && !row.onboarding && !/\{(?!merchantId\})/.test(row.path) && mayEnter(row, session))
  const named = new Map<string, NamedScreen>()
  for (const row of routeTable.toSorted((a, b) => Number(first.has(b.name)) - Number(first.has(a.name)))) {
    if (named.has(row.title) || excluded.has(row.name) || isOfferedNow[row.name]?.(session) === false || !may(row)) continue
    named.set(row.title, { name: row.name, title: row.title, href: row.path.replace('{merchantId}', session.merchant?.id ?? '') })
  }
  return [...named.values()]
}
