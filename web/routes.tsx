import { lazy } from 'react'
import type { FirstScreens, Screen } from './platform/routes/screen.ts'

const TodayBar = lazy(() => import('./merchants/inbox/TodayBar.tsx').then((room) => ({ default: room.TodayBar })))

const till = () => import('./sales/offlineCheckout/OfflineCheckoutPage.tsx')
// The till is opened on phones: its chunk is loaded in parallel with the session.
if (location.pathname.endsWith('/operations/new')) void till().catch(() => {}) // loaded again when it is rendered

/** The screens most often opened first; the loaders of all others are in a separate chunk. */
const firstScreens: FirstScreens = {
  operations: () => import('./sales/operations/OperationsPage.tsx').then((room) => ({ ...room.OperationsPage, top: TodayBar })),
  checkoutOffline: () => till().then((room) => room.OfflineCheckoutPage),
}

const isFirst = (name: string): name is keyof FirstScreens => name in firstScreens

/** Loads the screen of a route. */
export async function openScreen(name: string): Promise<Screen> {
  if (isFirst(name)) return firstScreens[name]()
  const { lazyScreens } = await import('./lazyRoutes.ts')
  const screens: Partial<Record<string, () => Promise<Screen>>> = lazyScreens
  const open = screens[name]
  if (!open) throw new Error(`no screen for ${name}`)
  return open()
}
