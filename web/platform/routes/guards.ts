import type { Account } from '#contract/access/account'
import type { Merchant } from '#contract/merchants/merchants'
import { widgetViews } from '#domain/sales/widget/widgetViews'
import { paths } from './paths.ts'
import { matchRoute } from './matchRoute.ts'
import { isOffTill, isTrialPage, type RouteRow } from './routeTable.ts'
import { mayStartAt, type StartPage } from './startPage.ts'

/** An address with its route. `row` is null for unknown addresses and for routes without a screen. */
export type Place = { path: string; row: RouteRow | null; params: Record<string, string>; search: Record<string, string> }

/** Everything the rules depend on, as plain values. */
export type Navigation = {
  to: Place
  /** The previous page; null on the first load. */
  from: Place | null
  logged: boolean
  /** Null until the session has loaded; before that only rule 1 and routes without login are evaluated. */
  account:
    | (Pick<Account, 'type' | 'userType' | 'disabled' | 'requiresOnboarding' | 'preferedMerchantUuid'> &
        Partial<Pick<Account, 'mustAddFactor' | 'permissions' | 'till'>>)
    | null
  merchants: readonly Pick<Merchant, 'id' | 'status'>[]
  merchantId: string | null
  /** Whether the merchant of the address is in sandbox mode. */
  sandbox: boolean
  /** Whether the merchant has already been refreshed for this navigation. */
  merchantRefreshed: boolean
  /** Start page of this device; absent: the operations. */
  start?: StartPage
  /** The query of this merchant’s operations list when it was last left. */
  earlierList: Record<string, string> | null
}

/** What a rule decides. After `select` and `refresh` the rules run again; the other decisions change the address. */
export type Decision =
  | { kind: 'go'; href: string; notice?: 'merchantReplaced' | 'disabled' }
  | { kind: 'search'; search: Record<string, string> }
  | { kind: 'select'; merchantId: string }
  | { kind: 'refresh'; merchantId: string }
  | { kind: 'external'; where: 'onboarding' }
  | { kind: 'denied'; href: string }

export type Rule = (navigation: Navigation) => Decision | undefined

/** Parses an address for the rules. */
export function placeOf(path: string, search: Record<string, string>): Place {
  const match = matchRoute(path)
  return match ? { path, row: match.row, params: match.params, search } : { path, row: null, params: {}, search }
}

const isProtected = ({ row }: Place): boolean => row?.needsLogin === true
const isSettings = ({ path }: Place): boolean => path === '/settings' || path.startsWith('/settings/')
const hrefOf = (path: string, search: Record<string, string>): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The preferred merchant, else the first; null without merchants. */
function fallbackMerchant({ account, merchants }: Pick<Navigation, 'account' | 'merchants'>): string | null {
  return merchants.find(({ id }) => id === account?.preferedMerchantUuid)?.id ?? merchants[0]?.id ?? null
}

/** Rule 1: a route that needs login redirects an unauthenticated user to the login page. */
export const loginFirst: Rule = ({ to, logged }) =>
  isProtected(to) && !logged ? { kind: 'go', href: paths.login(hrefOf(to.path, to.search)) } : undefined

/**
 * Rule 2: the sandbox flag follows the mode. In sandbox mode a missing flag is added. In live mode a present flag is set to false, except when the
 * previous path is the root (the first load counts as such): then the page asks which mode is meant.
 */
export const sandboxFlag: Rule = ({ to, from, sandbox }) => {
  const flag = to.search['sandbox']
  if (sandbox) return flag === 'true' ? undefined : { kind: 'search', search: { ...to.search, sandbox: 'true' } }
  const fromRoot = from === null || from.path === '/'
  return flag === undefined || flag === 'false' || fromRoot ? undefined : { kind: 'search', search: { ...to.search, sandbox: 'false' } }
}

/** Rule 3: selects the merchant of the address, and redirects to onboarding whoever must complete it. */
export const merchantSelection: Rule = (navigation) => {
  const { to, account, merchants, merchantId } = navigation
  if (!isProtected(to) || !account) return undefined
  const requestedId = to.params['merchantId']
  const required = account.requiresOnboarding || (account.userType === 'owner' && account.type === 'unknown')
  const fallback = fallbackMerchant(navigation)
  if (requestedId !== undefined && fallback === null)
    return required ? { kind: 'external', where: 'onboarding' } : { kind: 'go', href: paths.settings() }
  if (to.row?.onboarding && !required) return { kind: 'go', href: paths.root() }
  if (!to.row?.onboarding && required) return { kind: 'external', where: 'onboarding' }
  if (requestedId !== undefined && !merchants.some(({ id }) => id === requestedId)) return replaced(to, requestedId, fallback ?? '')
  if (requestedId !== undefined && requestedId !== merchantId) return { kind: 'select', merchantId: requestedId }
  if (requestedId === undefined && merchantId === null && fallback !== null) return { kind: 'select', merchantId: fallback }
  return undefined
}

/** The same object is never looked up under another merchant: a deep link redirects to the list. */
function replaced(to: Place, requestedId: string, merchantId: string): Decision {
  const section = Object.keys(to.params).length === 1 && to.row?.over === undefined
  const href = section ? hrefOf(to.path.replace(encodeURIComponent(requestedId), merchantId), to.search) : paths.operations(merchantId)
  return requestedId === 'undefined' ? { kind: 'go', href } : { kind: 'go', href, notice: 'merchantReplaced' }
}

/** Rule 4: the merchant’s data are refreshed before each protected route. */
export const merchantRefresh: Rule = ({ to, merchantId, merchantRefreshed }) =>
  isProtected(to) && merchantId !== null && !merchantRefreshed ? { kind: 'refresh', merchantId } : undefined

/**
 * Rule 5: a pending merchant may open only its own page and the settings, onboarding while changes are requested, and in sandbox mode what a sale
 * needs; a merchant that is no longer pending is redirected from that page to the list. Rejected merchants are handled by {@link rejectedMerchant}.
 */
export const pendingMerchant: Rule = ({ to, from, account, merchants, merchantId, sandbox }) => {
  const merchant = merchants.find(({ id }) => id === merchantId)
  if (!merchant || !isProtected(to) || merchant.status === 'rejected') return undefined
  const waits = to.row?.name === 'pendingMerchant'
  const mends = to.row?.onboarding === true && account?.requiresOnboarding === true
  const tries = sandbox && to.row !== null && isTrialPage(to.row)
  if (merchant.status === 'pending')
    return waits || mends || tries || isSettings(to) ? undefined : { kind: 'go', href: paths.pendingMerchant(merchant.id) }
  const leaves = from?.row?.name === 'pendingMerchant' && to.row?.name !== 'operations'
  return waits || leaves ? { kind: 'go', href: paths.operations(merchant.id) } : undefined
}

/** Rule 6: going back to the list from download or detail, with no query or only the flag, restores the earlier filters. */
export const earlierFilters: Rule = ({ to, from, earlierList }) => {
  const fromBelow = from?.row?.name === 'operationsDownload' || from?.row?.name === 'operation' || from?.row?.over === 'operation'
  if (to.row?.name !== 'operations' || !fromBelow || from.params['merchantId'] !== to.params['merchantId']) return undefined
  const bare = Object.keys(to.search).every((name) => name === 'sandbox')
  const { sandbox: _, ...filters } = earlierList ?? {}
  return bare && Object.keys(filters).length > 0 ? { kind: 'search', search: { ...filters, ...to.search } } : undefined
}

/** Rule 7: routes denied when disabled redirect a disabled account to the operations list. */
export const deniedWhenDisabled: Rule = ({ to, account, merchantId }) =>
  to.row?.deniedWhenDisabled && account?.disabled && merchantId !== null
    ? { kind: 'go', href: paths.operations(merchantId), notice: 'disabled' }
    : undefined

/** The seven navigation rules in their order (docs/product.md#navigation-rules); the first decision wins. */
export const rules: readonly Rule[] = [
  loginFirst,
  sandboxFlag,
  merchantSelection,
  merchantRefresh,
  pendingMerchant,
  earlierFilters,
  deniedWhenDisabled,
]

/** A member who must have a second factor and has none sets it up first: the server would refuse every other call. */
const factorFirst: Rule = ({ to, account }) =>
  isProtected(to) && account?.mustAddFactor && to.row?.name !== 'security' && to.row?.name !== 'changePassword'
    ? { kind: 'go', href: paths.security() }
    : undefined

/** A rejected merchant may open only its own page and the settings; no other merchant may open that page. */
export const rejectedMerchant: Rule = ({ to, merchants, merchantId }) => {
  const merchant = merchants.find(({ id }) => id === merchantId)
  if (!merchant || !isProtected(to)) return undefined
  const isRejectedPage = to.row?.name === 'rejectedMerchant'
  if (merchant.status !== 'rejected') return isRejectedPage ? { kind: 'go', href: paths.operations(merchant.id) } : undefined
  return isRejectedPage || isSettings(to) || to.row?.onboarding ? undefined : { kind: 'go', href: paths.rejectedMerchant(merchant.id) }
}

/** A role that is denied a route goes back to the previous page, or to the root when there is none. */
export const deniedRole: Rule = ({ to, from, account }) =>
  account && to.row && (to.row.deniedTo?.includes(account.userType) || isOffTill(to.row, account) || lacksRight(to, account.permissions))
    ? { kind: 'denied', href: from ? hrefOf(from.path, from.search) : paths.root() }
    : undefined

/** A permission that this member does not have (`contract/permissions.ts`). */
const lacksRight = ({ row }: Place, permissions?: readonly string[]): boolean =>
  row?.needs !== undefined && permissions !== undefined && !permissions.includes(row.needs)

/** Redirects of routes without a screen; unknown addresses go to the root. */
export const redirection: Rule = (navigation) => {
  const { to, merchantId, merchants } = navigation
  if (!to.row) return { kind: 'go', href: paths.root() }
  const { merchantId: shop = '', view } = to.params
  if (view !== undefined && !(widgetViews as readonly string[]).includes(view))
    return { kind: 'go', href: paths.preferencesWidgets(shop, 'product', keptFlag(to.search)) }
  if (!to.row.redirects) return undefined
  if (to.row.name === 'settings') return { kind: 'go', href: hrefOf(paths.settingsSections(), to.search) }
  const id = to.params['merchantId'] ?? merchantId
  return id === null || merchants.length === 0 ? { kind: 'go', href: paths.settings() } : { kind: 'go', href: beginning(navigation, id) }
}

/** The device’s start page when the member may open it, else the operations. A merchant’s own address always redirects to its operations. */
function beginning({ to, start, account }: Navigation, merchantId: string): string {
  const flag = keptFlag(to.search)
  const page = to.row?.name === 'root' && start && account && mayStartAt(start, account) ? start : 'operations'
  return page === 'till' ? paths.checkoutOffline(merchantId, { view: 'counter', ...flag }) : paths[page](merchantId, flag)
}

const keptFlag = ({ sandbox }: Record<string, string>): Record<string, string> => (sandbox === undefined ? {} : { sandbox })

/** The first decision on a navigation: missing second factor, the seven rules, rejected merchant, then role, then redirects. */
export function decide(navigation: Navigation): Decision | undefined {
  for (const rule of [factorFirst, ...rules, rejectedMerchant, deniedRole, redirection]) {
    const decision = rule(navigation)
    if (decision) return decision
  }
  return undefined
}
