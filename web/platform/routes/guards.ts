import type { Account } from '#contract/access/account'
import type { CallName } from '#contract/index'
import type { Merchant } from '#contract/merchants/merchants'
import { widgetViews } from '#domain/sales/widget/widgetViews'
import { paths } from './paths.ts'
import { matchRoute } from './matchRoute.ts'
import { isOffTill, type RouteRow } from './routeTable.ts'
import type { StartPage } from './startPage.ts'

/** An address with its route. A route without a screen yet counts as unknown, like an address that nobody knows. */
export type Place = { path: string; row: RouteRow | null; params: Record<string, string>; search: Record<string, string> }

/** Everything that the rules look at, as plain values. */
export type Navigation = {
  to: Place
  /** The page that is left; null on the first load. */
  from: Place | null
  logged: boolean
  /** Null until the session has loaded; only rule 1 and routes without login are asked before. */
  account:
    | (Pick<Account, 'type' | 'userType' | 'disabled' | 'requiresOnboarding' | 'preferedMerchantUuid'> &
        Partial<Pick<Account, 'mustAddFactor' | 'permissions' | 'till'>>)
    | null
  merchants: readonly Pick<Merchant, 'id' | 'status'>[]
  merchantId: string | null
  /** Sandbox is on for the shop that the address leads to. */
  sandbox: boolean
  /** The shop's data were asked for on behalf of this very navigation. */
  merchantRefreshed: boolean
  /** What this device begins with, for whoever may sell; absent: the operations. */
  start?: StartPage
  /** The query that the operations list had when it was last left, of this shop. */
  earlierList: Record<string, string> | null
}

/** What a rule decides. `select` and `refresh` are done and the rules asked again; the others change the address. */
export type Decision =
  | { kind: 'go'; href: string; notice?: 'merchantReplaced' | 'disabled' }
  | { kind: 'search'; search: Record<string, string> }
  | { kind: 'select'; merchantId: string }
  | { kind: 'refresh'; merchantId: string }
  | { kind: 'external'; where: 'onboarding' }
  | { kind: 'denied'; href: string }

export type Rule = (navigation: Navigation) => Decision | undefined

/** Reads an address for the rules. */
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

/** The preferred shop, else the first; null without shops. */
function fallbackMerchant({ account, merchants }: Pick<Navigation, 'account' | 'merchants'>): string | null {
  return merchants.find(({ id }) => id === account?.preferedMerchantUuid)?.id ?? merchants[0]?.id ?? null
}

/** Rule 1: a route needing login sends an unauthenticated user to the login page. */
export const loginFirst: Rule = ({ to, logged }) =>
  isProtected(to) && !logged ? { kind: 'go', href: paths.login(hrefOf(to.path, to.search)) } : undefined

/**
 * Rule 2: the sandbox flag follows the mode. On and missing: added. Off and present: set to false, but not when the
 * previous path is the root, which the first load counts as: there the page asks instead of deciding.
 */
export const sandboxFlag: Rule = ({ to, from, sandbox }) => {
  const flag = to.search['sandbox']
  if (sandbox) return flag === 'true' ? undefined : { kind: 'search', search: { ...to.search, sandbox: 'true' } }
  const fromRoot = from === null || from.path === '/'
  return flag === undefined || flag === 'false' || fromRoot ? undefined : { kind: 'search', search: { ...to.search, sandbox: 'false' } }
}

/** Rule 3: the shop of the address, and who belongs into onboarding. */
export const merchantSelection: Rule = (navigation) => {
  const { to, account, merchants, merchantId } = navigation
  if (!isProtected(to) || !account) return undefined
  const asked = to.params['merchantId']
  const required = account.requiresOnboarding || (account.userType === 'owner' && account.type === 'unknown')
  const fallback = fallbackMerchant(navigation)
  if (asked !== undefined && fallback === null)
    return required ? { kind: 'external', where: 'onboarding' } : { kind: 'go', href: paths.settings() }
  if (to.row?.onboarding && !required) return { kind: 'go', href: paths.root() }
  if (!to.row?.onboarding && required) return { kind: 'external', where: 'onboarding' }
  if (asked !== undefined && !merchants.some(({ id }) => id === asked)) return replaced(to, asked, fallback ?? '')
  if (asked !== undefined && asked !== merchantId) return { kind: 'select', merchantId: asked }
  if (asked === undefined && merchantId === null && fallback !== null) return { kind: 'select', merchantId: fallback }
  return undefined
}

/** Another shop's object is never looked for under ours: a deep link leads to the list. */
function replaced(to: Place, asked: string, merchantId: string): Decision {
  const section = Object.keys(to.params).length === 1 && to.row?.over === undefined
  const href = section ? hrefOf(to.path.replace(encodeURIComponent(asked), merchantId), to.search) : paths.operations(merchantId)
  return asked === 'undefined' ? { kind: 'go', href } : { kind: 'go', href, notice: 'merchantReplaced' }
}

/** Rule 4: the shop's data are refreshed before each protected route. */
export const merchantRefresh: Rule = ({ to, merchantId, merchantRefreshed }) =>
  isProtected(to) && merchantId !== null && !merchantRefreshed ? { kind: 'refresh', merchantId } : undefined

/**
 * Rule 5: a pending shop may visit only its own page and the settings, and onboarding while changes are asked for; one that is so no more leaves that page
 * for the list. One that was not approved has no list: where it goes {@link rejectedMerchant} says.
 */
export const pendingMerchant: Rule = ({ to, from, account, merchants, merchantId }) => {
  const merchant = merchants.find(({ id }) => id === merchantId)
  if (!merchant || !isProtected(to) || merchant.status === 'rejected') return undefined
  const waits = to.row?.name === 'pendingMerchant'
  const mends = to.row?.onboarding === true && account?.requiresOnboarding === true
  if (merchant.status === 'pending')
    return waits || mends || isSettings(to) ? undefined : { kind: 'go', href: paths.pendingMerchant(merchant.id) }
  const leaves = from?.row?.name === 'pendingMerchant' && to.row?.name !== 'operations'
  return waits || leaves ? { kind: 'go', href: paths.operations(merchant.id) } : undefined
}

/** Rule 6: back on the list from download or detail, with no query or only the flag, the earlier filters return. */
export const earlierFilters: Rule = ({ to, from, earlierList }) => {
  const fromBelow = from?.row?.name === 'operationsDownload' || from?.row?.name === 'operation' || from?.row?.over === 'operation'
  if (to.row?.name !== 'operations' || !fromBelow || from.params['merchantId'] !== to.params['merchantId']) return undefined
  const bare = Object.keys(to.search).every((name) => name === 'sandbox')
  const { sandbox: _, ...filters } = earlierList ?? {}
  return bare && Object.keys(filters).length > 0 ? { kind: 'search', search: { ...filters, ...to.search } } : undefined
}

/** Rule 7: routes denied when disabled send a disabled account to the operations list. */
export const deniedWhenDisabled: Rule = ({ to, account, merchantId }) =>
  to.row?.deniedWhenDisabled && account?.disabled && merchantId !== null
    ? { kind: 'go', href: paths.operations(merchantId), notice: 'disabled' }
    : undefined

/** The seven navigation rules in their order (docs/product.md#navigation-rules); the first answer wins. */
export const rules: readonly Rule[] = [
  loginFirst,
  sandboxFlag,
  merchantSelection,
  merchantRefresh,
  pendingMerchant,
  earlierFilters,
  deniedWhenDisabled,
]

/** Who must have a second factor and has none sets it up first: the server would refuse everything else. */
const factorFirst: Rule = ({ to, account }) =>
  isProtected(to) && account?.mustAddFactor && to.row?.name !== 'security' && to.row?.name !== 'changePassword'
    ? { kind: 'go', href: paths.security() }
    : undefined

/** A shop that was not approved has a page of its own, and nothing but it and the settings; any other shop has none. */
export const rejectedMerchant: Rule = ({ to, merchants, merchantId }) => {
  const merchant = merchants.find(({ id }) => id === merchantId)
  if (!merchant || !isProtected(to)) return undefined
  const told = to.row?.name === 'rejectedMerchant'
  if (merchant.status !== 'rejected') return told ? { kind: 'go', href: paths.operations(merchant.id) } : undefined
  return told || isSettings(to) || to.row?.onboarding ? undefined : { kind: 'go', href: paths.rejectedMerchant(merchant.id) }
}

/** A role that is denied a route goes back to the previous page, or to the root when there is none. */
export const deniedRole: Rule = ({ to, from, account }) =>
  account && to.row && (to.row.deniedTo?.includes(account.userType) || isOffTill(to.row, account) || lacksRight(to, account.permissions))
    ? { kind: 'denied', href: from ? hrefOf(from.path, from.search) : paths.root() }
    : undefined

/** A right that this very person is left without (`contract/permissions.ts`). */
const lacksRight = ({ row }: Place, permissions?: readonly string[]): boolean =>
  row?.needs !== undefined && permissions !== undefined && !permissions.includes(row.needs)

/** Where routes without a screen of their own lead, and unknown addresses: to the root. */
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

/** The till or what waits, where this device was told so and the person may; else the operations. A shop's own address always leads to its operations. */
function beginning({ to, start, account }: Navigation, merchantId: string): string {
  const may = (call: CallName) => account?.permissions?.includes(call)
  const flag = keptFlag(to.search)
  if (to.row?.name === 'root' && start === 'till' && account?.disabled === null && may('checkoutOfflineCreate'))
    return paths.checkoutOffline(merchantId, { view: 'counter', ...flag })
  return to.row?.name === 'root' && start === 'inbox' && may('inboxList')
    ? paths.inbox(merchantId, flag)
    : paths.operations(merchantId, flag)
}

const keptFlag = ({ sandbox }: Record<string, string>): Record<string, string> => (sandbox === undefined ? {} : { sandbox })

/** The first answer to a navigation: who still needs a second factor, the seven rules, a shop that was not approved, then the role, then redirections. */
export function decide(navigation: Navigation): Decision | undefined {
  for (const rule of [factorFirst, ...rules, rejectedMerchant, deniedRole, redirection]) {
    const decision = rule(navigation)
    if (decision) return decision
  }
  return undefined
}
