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

type Way = 'push' | 'replace' | 'pop'
type OpenScreen = (name: string) => Promise<Screen>

const rows: readonly RouteRow[] = routeTable
const fetched = new Map<string, Promise<Screen>>()
let openScreen: OpenScreen = (name) => Promise.reject(new Error(`no screen for ${name}`))
let latest = 0
/** How long the frame that is painted already may wait for the first page's rows, before bars stand in for them. */
const firstAnswersMs = 150

const hrefOf = ({ path, search }: Place): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Fetches a screen once; a failed fetch may be tried again. */
function screenOf(name: string): Promise<Screen> {
  const known = fetched.get(name)
  if (known) return known
  const made = openScreen(name)
  fetched.set(name, made)
  made.catch(() => fetched.delete(name))
  return made
}

/** The page of a place and what lies over it, the page first. */
function chainOf(row: RouteRow | null): RouteRow[] {
  if (!row) return []
  return [...chainOf(rows.find(({ name }) => name === row.over) ?? null), row]
}

/** Fetches the screens of a place and starts their reads. */
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

/** The first page's reads are mostly answered by now: given a moment, it is drawn once, with its rows, and nothing in it moves. */
function answersUnderWay(): Promise<void> {
  return new Promise((resolve) => {
    if (queryClient.isFetching() === 0) return resolve()
    const done = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(() => queryClient.isFetching() === 0 && done())
    const timer = setTimeout(done, firstAnswersMs)
  })
}

/** Goes somewhere: the rules first, then the screens, and only then the address and the page change together. */
async function navigate(href: string, way: Way, keepScroll = false, from?: Place | null): Promise<void> {
  latest += 1
  const mine = latest
  const asked = readHref(href)
  let place = placeOf(asked.path, asked.search)
  try {
    const instead = await guardNavigation(asked.path, asked.search, from)
    if (instead !== null) {
      const { path, search } = readHref(instead)
      place = placeOf(path, search)
    }
    const layers = await prepare(place)
    // What was pressed is seen to be pressed before the next page takes the processor.
    if (!shownPage.get()) await answersUnderWay()
    else if (way !== 'pop') await new Promise<void>((resolve) => void afterPaint(resolve))
    if (mine === latest) show({ place, layers, failure: null }, instead !== null && way === 'pop' ? 'replace' : way, keepScroll)
  } catch (failure) {
    if (mine === latest) show({ place, layers: [], failure }, way, keepScroll)
  }
}

function show(page: NonNullable<ReturnType<typeof shownPage.get>>, way: Way, keepScroll: boolean): void {
  keepScrollOf(shownPage.get()?.place ?? null)
  const href = hrefOf(page.place)
  if (way === 'push' && href !== location.pathname + location.search) history.pushState({ at: deviceMs() }, '', href)
  else if (way !== 'pop') history.replaceState(history.state ?? { at: deviceMs() }, '', href)
  shownPage.set(page)
  afterNavigation(page.place, way === 'pop', keepScroll)
}

/** Goes to an address of our own. */
export const goTo = (href: string, { replace = false, keepScroll = false }: GoOptions): void =>
  void navigate(href, replace ? 'replace' : 'push', keepScroll)

/** Shows the page of the present address again, through the rules; `from`: the page that counts as the previous one, without it the present. */
export const showAgain = (from?: Place | null): void => void navigate(location.pathname + location.search, 'replace', true, from)

/** Fetches a page ahead: its code and its reads. Only a head start is lost when it fails. */
export function preload(href: string): void {
  const { path, search } = readHref(href)
  const place = placeOf(path, search)
  // Another shop may be in the other mode: its lists are asked for once the page has changed to it.
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
