import type { ComponentType } from 'react'
import type { ConsoleCallName } from '#contract/consoleApi'
import type { PathParams } from '#contract/platform/endpoint'
import type { StaffRole } from '#domain/provider/staff'
import type { MessageKey } from '../../platform/i18n/messageKeys.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'
import { callRoles } from '../api/callRoles.ts'

/** The entries of the menu, in its order. An entry is shown when a page is registered for it that the person may open. */
export const sections = ['work', 'merchants', 'operations', 'money', 'prices', 'figures', 'system', 'people'] as const
export type Section = (typeof sections)[number]

/** What a page gets: the parameters of its path, and the values of its query. */
export type ConsolePageProps<Path extends string = string> = {
  params: PathParams<{ path: Path }>
  search: Readonly<Record<string, string>>
}

type AnyPageProps = { params: Record<string, string>; search: Readonly<Record<string, string>> }

export type ConsoleRoute = {
  /** Below /console, with `{params}`. */
  path: string
  /** The entry of the menu that it belongs to; null for pages outside the menu. */
  section: Section | null
  title: MessageKey
  /** The tab that it shares with others of its section; null: it has one of its own. */
  group: MessageKey | null
  /** The call that fills the page: who may make it may open the page. Null: every member of staff. */
  call: ConsoleCallName | null
  page: ReturnType<typeof lazyWithRetry<AnyPageProps>>
  /** The number in its entry of the menu, loaded after the first page. */
  badge: ReturnType<typeof lazyWithRetry<object>> | null
}

type Declared<Path extends string> = Pick<ConsoleRoute, 'section' | 'title' | 'call'> & {
  path: Path
  group?: MessageKey
  load: () => Promise<ComponentType<ConsolePageProps<Path>>>
  loadBadge?: () => Promise<ComponentType<object>>
}

/** Declares a page; the parameters of its path are typed. */
export function consoleRoute<const Path extends `/console/${string}`>(declared: Declared<Path>): ConsoleRoute {
  const { path, section, title, group = null, call, load, loadBadge } = declared
  const page = lazyWithRetry(load as () => Promise<ComponentType<AnyPageProps>>) // its parameters are those of its path
  return { path, section, title, group, call, page, badge: loadBadge ? lazyWithRetry(loadBadge) : null }
}

/** Whether one of the roles may open a page. */
export function mayOpen({ call }: ConsoleRoute, roles: readonly StaffRole[]): boolean {
  return call === null || (callRoles[call] ?? []).some((role) => roles.includes(role))
}

/** The route of a path, with its parameters; the first one that matches. */
export function findRoute(routes: readonly ConsoleRoute[], path: string): { route: ConsoleRoute; params: Record<string, string> } | null {
  const pathParts = path.split('/')
  for (const route of routes) {
    const parts = route.path.split('/')
    if (parts.length !== pathParts.length) continue
    const params: Record<string, string> = {}
    const matches = parts.every((part, index) => {
      const value = pathParts[index] ?? ''
      if (!part.startsWith('{')) return part === value
      params[part.slice(1, -1)] = decoded(value)
      return value !== ''
    })
    if (matches) return { route, params }
  }
  return null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

type SectionTab = { title: MessageKey; pages: [ConsoleRoute, ...ConsoleRoute[]] }

/** The pages of a section by their tabs, in their order. */
export function tabsOf(pages: readonly ConsoleRoute[]): SectionTab[] {
  const tabs = new Map<string, SectionTab>()
  for (const page of pages) {
    const shared = page.group === null ? undefined : tabs.get(page.group)
    if (shared) shared.pages.push(page)
    else tabs.set(page.group ?? page.path, { title: page.title, pages: [page] })
  }
  return [...tabs.values()].map((tab) => (tab.pages.length > 1 ? { ...tab, title: tab.pages[0].group ?? tab.title } : tab))
}

export type MenuEntry = { section: Section; href: string; badge: ConsoleRoute['badge'] }

/** The entries of the menu for some roles: of each section the first page without parameters, and the first number of its pages. */
export function menuFor(routes: readonly ConsoleRoute[], roles: readonly StaffRole[]): MenuEntry[] {
  return sections.flatMap((section) => {
    const own = routes.filter((route) => route.section === section && mayOpen(route, roles))
    const first = own.find(({ path }) => !path.includes('{'))
    return first ? [{ section, href: first.path, badge: own.find(({ badge }) => badge !== null)?.badge ?? null }] : []
  })
}
