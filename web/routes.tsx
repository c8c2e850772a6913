import { lazy } from 'react'
import type { FirstScreens, Screen } from './platform/routes/screen.ts'

const TodayBar = lazy(() => import('./merchants/inbox/TodayBar.tsx').then((room) => ({ default: room.TodayBar })))

const till = () => import('./sales/offlineCheckout/OfflineCheckoutPage.tsx')
// The till is opened on phones: its code comes while the session is still being asked for.
if (location.pathname.endsWith('/operations/new')) void till().catch(() => {}) // asked for again when it is drawn

/** The screens that most people open first; where all the others are stands in a file that the first page does without. */
const firstScreens: FirstScreens = {
  operations: () => import('./sales/operations/OperationsPage.tsx').then((room) => ({ ...room.OperationsPage, top: TodayBar })),
  checkoutOffline: () => till().then((room) => room.OfflineCheckoutPage),
}

const isFirst = (name: string): name is keyof FirstScreens => name in firstScreens

/** Fetches the screen of a drawn route. */
export async function openScreen(name: string): Promise<Screen> {
  if (isFirst(name)) return firstScreens[name]()
  const { laterScreens } = await import('./laterRoutes.ts')
  const screens: Partial<Record<string, () => Promise<Screen>>> = laterScreens
  const open = screens[name]
  if (!open) throw new Error(`no screen for ${name}`)
  return open()
}
