import { paths } from './paths.ts'
import { router } from './routes.tsx'
import { setPreload } from './shell/anchorNavigation.ts'
import { setNavigate } from './shell/go.ts'
import { placeOf } from './shell/guards.ts'
import { placeShown, setAskAgain, shownPlace } from './shell/guardNavigation.ts'
import { keepListPlace, restoreListPlace } from './shell/listPlace.ts'
import { readHref } from './shell/settle.ts'

/** Puts the reader at the top of a new page, unless it is a dialog, a filter, or a list that gets its own place back. */
function afterNavigation(): void {
  const { pathname, search } = router.state.location
  const before = shownPlace()
  placeShown(pathname, search as Record<string, string>) // our own parser writes text only
  const now = shownPlace()
  const samePage = !before || before.path === now?.path || before.row?.over === now?.row?.name || now?.row?.over === before.row?.name
  if (now?.row?.name === 'operations' && before && before.row?.name !== 'operations') return restoreListPlace(pathname)
  if (samePage) return
  if (now?.row?.scrollsToTop) scrollTo(0, 0)
  document.getElementById('contenido')?.focus({ preventScroll: true })
}

/** Connects the router with the shell. */
export function startRouter(): void {
  const target = (href: string) => {
    const { path, search } = readHref(href)
    return { to: path as '/', search: search as never } // an address built by `paths`
  }
  setNavigate((href, { replace = false, keepScroll = false }) => void router.navigate({ ...target(href), replace, resetScroll: !keepScroll }))
  setPreload((href) => {
    const { path, search } = readHref(href)
    if (placeOf(path, search).row?.needsLogin && path !== paths.root()) void router.preloadRoute(target(href)).catch(() => {}) // only a head start is lost
  })
  setAskAgain(() => void router.invalidate())
  router.subscribe('onBeforeNavigate', () => {
    const shown = shownPlace()
    if (shown?.row?.name === 'operations') keepListPlace(shown.path)
  })
  router.subscribe('onResolved', afterNavigation)
}
