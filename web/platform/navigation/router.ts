import { queryClient } from '../api/queryClient.ts'
import { requestMode } from '../api/requestMode.ts'
import { deviceMs } from '../api/serverClock.ts'
import { afterNavigation, keepScrollOf } from './afterNavigation.ts'
import { afterPaint } from '../routes/afterPaint.ts'
import type { GoOptions } from '../routes/go.ts'
import { guardNavigation } from './guardNavigation.ts'
import { type Place, placeOf } from '../routes/guards.ts'
import { modeOf } from './modeOf.ts'
import { type RouteRow, routeTable } from '../routes/routeTable.ts'
import type { Screen } from '../routes/screen.ts'
import { clientState } from '../session/session.ts'
import { readHref } from '../routes/settle.ts'
import { shownPage } from '../routes/shownPage.ts'

type HistoryAction = 'push' | 'replace' | 'pop'
type OpenScreen = (name: string) => Promise<Screen>

const rows: readonly RouteRow[] = routeTable
const modules = new Map<string, Promise<Screen>>()
let openScreen: OpenScreen = (name) => Promise.reject(new Error(`no screen for ${name}`))
let latest = 0
/** Milliseconds that the first render waits for the page's data before skeletons are shown instead. */
const firstReadsTimeoutMs = 150

const hrefOf = ({ path, search }: Place): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Loads a screen's module once; a failed load can be retried. */
function screenOf(name: string): Promise<Screen> {
  const known = modules.get(name)
  if (known) return known
  const loading = openScreen(name)
  modules.set(name, loading)
  loading.catch(() => modules.delete(name))
  return loading
}

/** The page of a place and its overlays, the page first. */
function chainOf(row: RouteRow | null): RouteRow[] {
  if (!row) return []
  return [...chainOf(rows.find(({ name }) => name === row.over) ?? null), row]
}

/** Loads the screens of a place and starts their data loaders. */
async function prepare(place: Place) {
  const context = { params: place.params, search: place.search, mode: requestMode(), queryClient }
  const layers = await Promise.all(
    chainOf(place.row).map(async ({ name, path }) => {
      const screen = await screenOf(name)
      screen.loader?.(context)
      return { name, key: path.replace(/\{(\w+)\}/g, (_, part: string) => place.params[part] ?? ''), screen }
    }),
  )
  return layers
}

/** Waits briefly for the first page's reads, which are mostly answered by now, so that it is rendered once, with its rows, without layout shift. */
function awaitFirstReads(): Promise<void> {
  return new Promise((resolve) => {
    if (queryClient.isFetching() === 0) return resolve()
    const done = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(() => queryClient.isFetching() === 0 && done())
    const timer = setTimeout(done, firstReadsTimeoutMs)
  })
}

/** Navigates: runs the guards, loads the screens, and then changes address and page together. */
async function navigate(href: string, action: HistoryAction, keepScroll = false, from?: Place | null): Promise<void> {
  latest += 1
  const mine = latest
  const target = readHref(href)
  let place = placeOf(target.path, target.search)
  try {
    const instead = await guardNavigation(target.path, target.search, from)
    if (instead !== null) {
      const { path, search } = readHref(instead)
      place = placeOf(path, search)
    }
    const layers = await prepare(place)
    // Yields, so that the pressed state is painted before the next page is rendered.
    if (!shownPage.get()) await awaitFirstReads()
    else if (action !== 'pop') await new Promise<void>((resolve) => void afterPaint(resolve))
    if (mine === latest) show({ place, layers, failure: null }, instead !== null && action === 'pop' ? 'replace' : action, keepScroll)
  } catch (failure) {
    if (mine === latest) show({ place, layers: [], failure }, action, keepScroll)
  }
}

function show(page: NonNullable<ReturnType<typeof shownPage.get>>, action: HistoryAction, keepScroll: boolean): void {
  keepScrollOf(shownPage.get()?.place ?? null)
  const href = hrefOf(page.place)
  if (action === 'push' && href !== location.pathname + location.search) history.pushState({ at: deviceMs() }, '', href)
  else if (action !== 'pop') history.replaceState(history.state ?? { at: deviceMs() }, '', href)
  shownPage.set(page)
  afterNavigation(page.place, action === 'pop', keepScroll)
}

/** Navigates to an address of the application. */
export const goTo = (href: string, { replace = false, keepScroll = false }: GoOptions): void =>
  void navigate(href, replace ? 'replace' : 'push', keepScroll)

/** Runs the guards again for the current address; `from`: the page that counts as the previous one, by default the current page. */
export const showAgain = (from?: Place | null): void => void navigate(location.pathname + location.search, 'replace', true, from)

/** Preloads a page's code and data. Failures are ignored: the navigation loads them again. */
export function preload(href: string): void {
  const { path, search } = readHref(href)
  const place = placeOf(path, search)
  // Another merchant may be in the other mode, so its lists are loaded only after the mode has been switched.
  const elsewhere = modeOf(place.params['merchantId'] ?? clientState.get().merchantId) !== requestMode()
  if (place.row && !place.row.redirects && place.row.needsLogin && !elsewhere) void prepare(place).catch(() => {})
}

/** Takes over the browser's history and shows the first page. */
export function startRouter(open: OpenScreen): void {
  openScreen = open
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => void navigate(location.pathname + location.search, 'pop'))
  void navigate(location.pathname + location.search, 'replace', true)
}
