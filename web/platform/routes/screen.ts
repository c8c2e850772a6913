import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Mode } from '../api/requestMode.ts'
import type { routeTable } from './routeTable.ts'

/** What a screen's loader is told. It starts the reads of the screen and need not wait for them. */
export type LoaderContext = { params: Record<string, string>; search: Record<string, string>; mode: Mode; queryClient: QueryClient }

/** What lies over a page's sheet, on the counter: drawn after the page and fetched then. */
export type Top = LazyExoticComponent<ComponentType>

/** A screen as a room gives it to `routes.tsx` or `laterRoutes.ts`: its component, and the loader that starts its reads before it is drawn. */
export type Screen = { component: ComponentType; loader?: (context: LoaderContext) => unknown; top?: Top }

type Row = (typeof routeTable)[number]
/** Routes whose screens exist: exactly these must be given. Redirects and the sign-in entries have none. */
export type DrawnRoute = Exclude<Row, { redirects: true } | { entry: 'login' }>['name']
type FirstRoute = 'operations' | 'checkoutOffline'
/** Each drawn route's way to its screen: of those that the entry knows, and of all others. */
export type FirstScreens = Record<FirstRoute, () => Promise<Screen>>
export type Screens = Record<Exclude<DrawnRoute, FirstRoute>, () => Promise<Screen>>
