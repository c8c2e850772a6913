import {
  chromium as playwright,
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
  type Request,
} from '@playwright/test'
import { chromium } from '../tools/chromium.ts'
import { webBuild } from '../tools/webBuild.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

type Tokens = { access_token: string; refresh_token: string; expires_in: number }

/** A page with an empty cache, and the CDP session of its browser. */
export type Tab = { page: Page; devtools: CDPSession; close(): Promise<void> }

/** `slow` is the slow shop: CPU a quarter as fast, 10 Mbit/s, 40 ms; `line`: its network only. */
export type OpenTab = { state?: StorageState; baseURL?: string; slow: boolean | 'line' }

/** The browser's own performance entries of a page: times in milliseconds since its start, shift as Chromium scores it. */
export type Marks = {
  firstPaintMs: number
  largestPaintMs: number
  /** When the first row of a table had been painted; 0 if none was. */
  rowsMs: number
  shift: number
  shifted: string[]
  /** Time from input to the next paint, one entry per interaction. */
  interactions: { id: number; name: string; ms: number; waitMs: number; workMs: number }[]
}

/** Builds the pages if they changed, and opens the browser of the measurements. */
export async function openBrowser(further: readonly string[] = []): Promise<Browser> {
  const say = (line: string) => console.error(line)
  await webBuild(say, { small: true })
  return playwright.launch({
    executablePath: await chromium(say),
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--enable-precise-memory-info',
      ...further,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
}

/** A fresh context: nothing cached. */
export async function openTab(browser: Browser, { state, baseURL, slow }: OpenTab): Promise<Tab> {
  const context = await browser.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    ...(baseURL && { baseURL }),
    ...(state && { storageState: state }),
  })
  await context.addInitScript(observe)
  const page = await context.newPage()
  countRequests(page)
  page.setDefaultTimeout(60_000)
  page.setDefaultNavigationTimeout(60_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (slow) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: 1_250_000,
      uploadThroughput: 1_250_000,
    })
    if (slow !== 'line') await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  return { page, devtools, close: () => context.close() }
}

/** A demo persona as the sign-in page leaves them: session cookies and the time of the token's renewal. */
export async function signedIn(browser: Browser, address: string, email = 'owner.empresa@demo.test'): Promise<StorageState> {
  const context = await browser.newContext()
  const data = { email, password: process.env.DEMO_PASSWORD || 'Trastienda-demo-1' }
  const answer = await context.request.post(`${address}/v2/token`, { data, headers: { origin: address } })
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()}`)
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = (await answer.json()) as Tokens
  const value = encodeURIComponent(JSON.stringify({ accessToken, refreshToken }))
  await context.addCookies([{ name: 'session', value, url: address, sameSite: 'Lax' }])
  const { cookies } = await context.storageState()
  await context.close()
  const renewal = { refreshAt: Date.now() + seconds * 800, expiresAt: Date.now() + seconds * 1000 }
  return { cookies, origins: [{ origin: address, localStorage: [{ name: 'session-renewal', value: JSON.stringify(renewal) }] }] }
}

/** What has been recorded so far on the page. */
export const marksOf = (page: Page): Promise<Marks> => page.evaluate(() => (globalThis as unknown as { marks: Marks }).marks) // set by `observe`

/**
 * Milliseconds of CPU time of the page's main thread so far, in total and for scripts: unlike wall-clock time it does not depend on the load of the
 * machine. With CPU throttling it is counted throttled.
 */
export async function workOf({ devtools }: Tab): Promise<{ taskMs: number; scriptMs: number }> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const msOf = (wanted: string) => 1_000 * (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN)
  return { taskMs: msOf('TaskDuration'), scriptMs: msOf('ScriptDuration') }
}

/** Pending requests of each page, except the stream of changes, which stays open. */
const underWay = new WeakMap<Page, Set<Request>>()

function countRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    if (!request.url().includes('/notifications/stream')) requests.add(request)
  })
  page.on('requestfinished', (request) => void requests.delete(request))
  page.on('requestfailed', (request) => void requests.delete(request))
}

/** Waits until the page has sent no request for half a second and painted nothing new for one more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  for (let quiet = 0; quiet < 5; quiet = (underWay.get(page)?.size ?? 0) === 0 ? quiet + 1 : 0) await page.waitForTimeout(100)
  await page.waitForTimeout(1_000)
}

/** Runs in the page, before any of its scripts. */
function observe(): void {
  const marks: Marks = { firstPaintMs: 0, largestPaintMs: 0, rowsMs: 0, shift: 0, shifted: [], interactions: [] }
  Object.assign(globalThis, { marks })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  type Input = PerformanceEventTiming & { interactionId: number }
  const watch = (type: string, note: (entry: PerformanceEntry) => void, extra: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...extra })
  watch('paint', (entry) => {
    if (entry.name === 'first-paint') marks.firstPaintMs = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => void (marks.largestPaintMs = entry.startTime))
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as Shift
    if (hadRecentInput) return
    marks.shift += value
    // A few names are enough, and a long run must not measure our own records.
    if (marks.shifted.length > 20) return
    for (const { node } of sources) marks.shifted.push((node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 100))
  })
  watch(
    'event',
    (entry) => {
      const { interactionId: id, name, duration: ms, startTime, processingStart, processingEnd } = entry as Input
      if (id === 0) return
      const known = marks.interactions.find((one) => one.id === id)
      const found = { id, name, ms, waitMs: processingStart - startTime, workMs: processingEnd - processingStart }
      if (!known) marks.interactions.push(found)
      else if (ms > known.ms) Object.assign(known, found)
    },
    { durationThreshold: 16 },
  )
  const rows = new MutationObserver(() => {
    if (!document.querySelector('tbody [data-operation]')) return
    rows.disconnect()
    // The frame after the one that renders them: they have been painted.
    requestAnimationFrame(() => setTimeout(() => void (marks.rowsMs = performance.now())))
  })
  rows.observe(document, { childList: true, subtree: true })
}
