import { type AnyRoute, createRootRoute, createRoute, createRouter, type ErrorComponentProps, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { queryClient } from './api/queryClient.ts'
import { requestMode } from './api/requestMode.ts'
import { FailurePage } from './shell/FailurePage.tsx'
import { guardNavigation } from './shell/guardNavigation.ts'
import { Root } from './shell/Root.tsx'
import { type RouteRow, routeTable } from './shell/routeTable.ts'
import type { LoaderContext, Screen } from './shell/screen.ts'
import { readHref } from './shell/settle.ts'

type Row = (typeof routeTable)[number]
/** Routes whose screens exist: exactly these must be given below. Redirects and the sign-in entries have none. */
type Drawn = Exclude<Extract<Row, { built: true }>, { redirects: true } | { entry: 'login' }>['name']

/** A screen that is fetched when its route is first entered. */
type LazyScreen = () => Promise<Screen>
type Search = Record<string, string>

/** Specification §2 as code: each drawn route and its room's screen. */
const screens: Record<Drawn, LazyScreen> = {
  pendingMerchant: () => import('./shell/PendingMerchantPage.tsx').then((room) => room.PendingMerchantPage),
  operations: () => import('./operations/OperationsPage.tsx').then((room) => room.OperationsPage),
  operationsDownload: () => import('./operations/DownloadModal.tsx').then((room) => room.DownloadModal),
  operation: () => import('./operations/OperationPage.tsx').then((room) => room.OperationPage),
  operationCart: () => import('./operations/OperationCartPage.tsx').then((room) => room.OperationCartPage),
  operationRefund: () => import('./operations/RefundModal.tsx').then((room) => room.RefundModal),
  operationCancel: () => import('./operations/CancelModal.tsx').then((room) => room.CancelModal),
  operationCapture: () => import('./operations/CaptureModal.tsx').then((room) => room.CaptureModal),
  settingsSections: () => import('./settings/SectionsPage.tsx').then((room) => room.SectionsPage),
  changePassword: () => import('./settings/ChangePasswordPage.tsx').then((room) => room.ChangePasswordPage),
  maintenance: () => import('./shell/MaintenancePage.tsx').then((room) => room.MaintenancePage),
}

/** Pages that do not draw what lies over them themselves get it drawn after them. */
const drawsOver: ReadonlySet<Drawn> = new Set(['operation'])

const rootRoute = createRootRoute({
  component: Root,
  beforeLoad: async ({ location, preload }) => {
    if (preload) return
    const href = await guardNavigation(location.pathname, location.search as Search) // our own parser writes text only
    if (href === null) return
    const { path, search } = readHref(href)
    throw redirect({ to: path as '/', search: search as never, replace: true }) // an address already settled by the rules
  },
})

function withOver(Page: ComponentType): ComponentType {
  return function PageAndOver() {
    return (
      <>
        <Page />
        <Outlet />
      </>
    )
  }
}

/** `{name}` of the table as the router writes it. */
const routerPath = (path: string) => path.replace(/\{(\w+)\}/g, '$$$1')

function screenRoute(row: RouteRow, load: LazyScreen, parent: AnyRoute | null, path: string): AnyRoute {
  let found: Promise<Screen> | undefined
  const fetched = () => (found ??= load().catch((error: unknown) => {
    found = undefined
    throw error
  }))
  const component = lazy(async () => {
    const Page = (await fetched()).component
    return { default: row.over === undefined && !drawsOver.has(row.name as Drawn) ? withOver(Page) : Page }
  })
  return createRoute({
    getParentRoute: () => (parent ?? rootRoute) as typeof rootRoute, // parents differ in type only by their path
    path: routerPath(path) as '/',
    component,
    loader: async ({ params, location }) => {
      const { loader } = await fetched()
      const context: LoaderContext = { params: params as Search, search: location.search as Search, mode: requestMode(), queryClient }
      loader?.(context)
    },
  })
}

/** The table's drawn rows as routes; what lies over a page is its child, so the page stays beneath. */
function routesOfTable() {
  const rows = (routeTable as readonly RouteRow[]).filter((row) => row.name in screens)
  const made = new Map<string, AnyRoute>()
  const children = new Map<string, AnyRoute[]>()
  for (const row of rows) {
    const parent = row.over === undefined ? undefined : rows.find(({ name }) => name === row.over)
    const path = parent ? row.path.slice(parent.path.length) : row.path
    const route = screenRoute(row, screens[row.name as Drawn], (parent && made.get(parent.name)) ?? null, path)
    made.set(row.name, route)
    if (parent) children.set(parent.name, [...(children.get(parent.name) ?? []), route])
  }
  for (const [name, over] of children) made.get(name)?.addChildren(over)
  return rows.filter(({ over }) => over === undefined).map(({ name }) => made.get(name)).filter((route) => route !== undefined)
}

/** A page that failed where it should stand; the rest of the application goes on. */
function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <FailurePage error={error} onRetry={retry} bare={router.state.matches.length <= 1} />
}

const splat = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => null })

/** The router. The query stays raw text both ways; each screen parses its own. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...routesOfTable(), splat]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(Object.entries(search as Search).filter(([, value]) => value !== undefined)).toString()
    return text === '' ? '' : `?${text}`
  },
  scrollRestoration: true,
  defaultPreload: false,
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: () => null,
  defaultPendingMs: 300,
})
