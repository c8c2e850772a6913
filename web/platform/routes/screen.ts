import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Mode } from '../api/requestMode.ts'
import type { routeTable } from './routeTable.ts'

/** The argument of a screen’s loader. The loader starts the screen’s reads and need not await them. */
export type LoaderContext = { params: Record<string, string>; search: Record<string, string>; mode: Mode; queryClient: QueryClient }

/** An overlay of the page, on the counter: loaded and rendered after the page. */
export type Top = LazyExoticComponent<ComponentType>

/** A screen as exported to `routes.tsx` or `lazyRoutes.ts`: its component, and the loader that starts its reads before it is rendered. */
export type Screen = { component: ComponentType; loader?: (context: LoaderContext) => unknown; top?: Top }

type Row = (typeof routeTable)[number]
/** Routes with a screen: exactly these must be given. Redirects and the sign-in entries have none. */
type DrawnRoute = Exclude<Row, { redirects: true } | { entry: 'login' }>['name']
type FirstRoute = 'operations' | 'checkoutOffline'
/** The loader of each route’s screen: of those in the entry chunk, and of all others. */
export type FirstScreens = Record<FirstRoute, () => Promise<Screen>>
export type Screens = Record<Exclude<DrawnRoute, FirstRoute>, () => Promise<Screen>>
