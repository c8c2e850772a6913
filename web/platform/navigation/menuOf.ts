import { paths } from '../routes/paths.ts'
import type { RouteRow } from '../routes/routeTable.ts'
import { isOffTill, isTrialPage, routeTable } from '../routes/routeTable.ts'
import type { Session } from '../session/session.ts'

/** Sections of the menu, in display order. */
export const sections = [
  'operations',
  'insights',
  'settlements',
  'campaigns',
  'audiences',
  'invoices',
  'reports',
  'preferences',
  'settings',
] as const
export type Section = (typeof sections)[number]

/** One entry of menu, bottom bar and command palette. */
export type MenuEntry = { section: Section; href: string }

const rows = new Map<string, RouteRow>(routeTable.map((row) => [row.name, row]))

/** The member asked about; with `account`, their permissions count too. */
type Person = Pick<Session, 'role' | 'disabled' | 'merchant'> & { account?: Session['account']; sandbox?: boolean }

/** Whether this member may open a route now: its screen exists, and role, permissions and account state allow it. */
export function mayEnter(row: RouteRow, { role, disabled, merchant, account, sandbox = false }: Person): boolean {
  if (row.deniedTo?.includes(role) || (row.deniedWhenDisabled && disabled)) return false
  if (isOffTill(row, account)) return false
  if (row.needs !== undefined && account && !account.permissions.includes(row.needs)) return false
  const inShop = row.path.includes('{merchantId}')
  if (inShop && merchant === null) return false
  if (!inShop) return true
  if (merchant?.status === 'pending') return row.name === 'pendingMerchant' || (sandbox && isTrialPage(row))
  return merchant?.status !== 'rejected' || row.name === 'rejectedMerchant'
}

/** The menu entries this member may open; entries without a screen are left out. */
export function menuOf(session: Person): MenuEntry[] {
  // Until onboarding is done, every section would redirect to it.
  if (session.account?.requiresOnboarding) return []
  return sections.flatMap((section) => {
    const row = rows.get(section)
    if (!row || !mayEnter(row, session)) return []
    const href = section === 'settings' ? paths.settings() : row.path.replace('{merchantId}', session.merchant?.id ?? '')
    return [{ section, href }]
  })
}

/** Where this member starts a sale ("Cobrar"); null when they may not, or not now. */
export function chargeHref(session: Person): string | null {
  const row = rows.get('checkoutOffline')
  const { merchant } = session
  if (!row || !merchant || !session.account?.permissions.includes('checkoutOfflineCreate') || !mayEnter(row, session)) return null
  return paths.checkoutOffline(merchant.id)
}

/** Where this member finds a page of the shop; null when they may not open it, or not now. */
export function shopHref(name: 'operations' | 'inbox', session: Person): string | null {
  const row = rows.get(name)
  return row && session.merchant && mayEnter(row, session) ? paths[name](session.merchant.id) : null
}

/** The menu section that a route belongs to. */
export function sectionOf(row: RouteRow | null): Section | null {
  if (!row) return null
  if (row.path.startsWith('/settings')) return 'settings'
  return sections.find((section) => row.path.startsWith(`/merchants/{merchantId}/${section}`)) ?? null
}
