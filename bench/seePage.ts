import type { Browser } from '@playwright/test'
import { marksOf, openTab, settled, workOf, type Marks, type OpenTab } from './browser.ts'

type PageRequest = { at: number; until: number; url: string; bytes: number }
type Work = { taskMs: number; scriptMs: number }
export type Seen = Marks & {
  /** Until the rows were painted, and until the page was idle. */
  work: { rows: Work; all: Work }
  /** Requests and bytes before the rows were painted, including the page itself. */
  before: { requests: number; bytes: number }
  /** Calls sent before the script had loaded, and after it but before the rows. */
  early: string[]
  late: string[]
}

const rowsPainted = () => (globalThis as unknown as { marks: Marks }).marks.rowsMs > 0 // set by the page's observer

/** Opens an address in a fresh browser and records paints, costs and requests. `rows`: whether it shows a list. */
export async function seePage(browser: Browser, address: string, options: OpenTab, rows = true): Promise<Seen> {
  const tab = await openTab(browser, options)
  const { page } = tab
  await page.goto(address, { waitUntil: 'commit' })
  if (rows) await page.waitForFunction(rowsPainted)
  const untilRows = await workOf(tab)
  await settled(page)
  const work = { rows: untilRows, all: await workOf(tab) }
  const marks = await marksOf(page)
  if (new URL(page.url()).pathname !== new URL(address).pathname) throw new Error(`${address} led to ${page.url()}`)
  // By the page's own clock: milliseconds since its start.
  const requests: PageRequest[] = await page.evaluate(() =>
    (performance.getEntries() as PerformanceResourceTiming[])
      .filter(({ entryType }) => entryType === 'navigation' || entryType === 'resource')
      .map(({ startTime, responseEnd, name, encodedBodySize }) => ({
        at: startTime,
        until: responseEnd,
        url: name,
        bytes: encodedBodySize,
      })),
  )
  const named = await page.evaluate(() => [
    document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src,
    ...Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'), ({ href }) => href),
  ])
  await tab.close()
  // The entry, and its preloads from the page's head: requested before the first of them could have run.
  const entryReady = requests.find(({ url }) => url === named[0])?.until ?? 0
  const scriptReady = Math.max(...requests.filter(({ url, at }) => named.includes(url) && at <= entryReady).map(({ until }) => until), 0)
  const before = requests.filter(({ at }) => at < marks.rowsMs)
  const calls = requests.filter(({ url }) => new URL(url).pathname.startsWith('/v2/'))
  const nameOf = ({ url }: PageRequest) => new URL(url).pathname.replace(/[0-9a-f]{32}/, '{id}')
  return {
    ...marks,
    work,
    before: { requests: before.length, bytes: before.reduce((sum, { bytes }) => sum + bytes, 0) },
    early: calls.filter(({ at }) => at < scriptReady).map(nameOf),
    late: calls.filter(({ at }) => at >= scriptReady && at < marks.rowsMs).map(nameOf),
  }
}

/** A list polls for changes every ten seconds: until then it has sent all its other requests. */
const beforeFirstPollMs = 9_000

/** The addresses that a cold list requests, also those that stay open, until no more come. */
export async function callsOfList(
  browser: Browser,
  address: string,
  options: OpenTab,
  width: number,
  storage: Record<string, string> = {},
): Promise<string[]> {
  const tab = await openTab(browser, options)
  const { page } = tab
  const urls: string[] = []
  page.context().on('request', (request) => urls.push(request.url()))
  await page.context().addInitScript((items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)), storage)
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(rowsPainted)
  await page.waitForTimeout(beforeFirstPollMs)
  await tab.close()
  return urls
}
