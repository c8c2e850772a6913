import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { stillness } from '../../e2e/screens.ts'
import { like } from '../../e2e/words.ts'
import { picturedAt } from './fixedClock.ts'

/** Parts that differ between two runs of the same state, with the reason: masked in screenshots. */
const masks: readonly { reason: string; of: (page: Page) => Locator }[] = [
  {
    reason: 'a one-time code is derived from the id of its order, which is drawn',
    of: (page) => page.getByText(like('consumerScreens.code.sandbox')),
  },
]

/** From wide to narrow: a screen is opened at desktop size, then made smaller. */
export const sizes = [
  { width: 1_440, height: 900 },
  { width: 820, height: 1_180 },
  { width: 375, height: 812 },
] as const
const colours = ['light', 'dark'] as const

/** Pending requests of a page, and whether it has subscribed to the stream of changes since it was loaded: work after the first paint starts before that. */
type Traffic = { underWay: Set<Request>; follows: boolean }
const traffic = new WeakMap<Page, Traffic>()

function watchTraffic(page: Page): void {
  const seen: Traffic = { underWay: new Set(), follows: false }
  traffic.set(page, seen)
  page.on('request', (request) => {
    const isStream = request.url().includes('/notifications/stream')
    if (isStream) seen.follows = true
    else seen.underWay.add(request)
  })
  // Not when it is requested: until then the previous page may subscribe again.
  page.on('domcontentloaded', () => void (seen.follows = false))
  page.on('requestfinished', (request) => void seen.underWay.delete(request))
  page.on('requestfailed', (request) => void seen.underWay.delete(request))
}

/** Waits for what a signed-in page starts half a second after it was rendered; pages without the stream get the same time at most. */
export async function untilStarted(page: Page): Promise<void> {
  const isSignedIn = (await page.context().cookies()).some(({ name }) => name === 'session')
  if (isSignedIn) for (let waitedMs = 0; !traffic.get(page)?.follows && waitedMs < 4_000; waitedMs += 50) await page.waitForTimeout(50)
  await quiet(page, newPartMs)
}

/** Stops the page's clock and counts its requests, before it is opened. */
export async function prepare(page: Page): Promise<void> {
  watchTraffic(page)
  await page.clock.setFixedTime(picturedAt)
  await page.addInitScript(() => {
    // The Date header of responses is the machine's: without it the page keeps its own clock.
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
  })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize(sizes[0])
}

export const fileName = (words: string): string => words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Resolves in the page when its DOM has not changed for the given time. */
const domStill = (stillMs: number): Promise<void> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => requestAnimationFrame(() => resolve()), stillMs)
    }
    new MutationObserver(wait).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    wait()
  })

/** Updates that React delays after a lazy part was loaded: at most 300 ms. */
const newPartMs = 400

/** Waits until no request is pending and nothing loads, changes or moves. */
async function quiet(page: Page, stillMs: number): Promise<void> {
  do await page.evaluate(domStill, stillMs)
  while ((traffic.get(page)?.underWay.size ?? 0) > 0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await stillness(page)
}

/** The height that shows a whole page. The page under a dialog has its own screenshot. */
const wholeHeight = (page: Page, least: number): Promise<number> =>
  page.evaluate((least) => (document.querySelector('dialog[open]') ? least : Math.max(least, document.documentElement.scrollHeight)), least)

/** Takes screenshots of the open page, in each size and colour scheme: `<file>-<width>-<colour>.png`. */
export async function shoot(page: Page, file: string): Promise<void> {
  const path = join(process.env.SCREENS_OUT ?? 'screens', file)
  mkdirSync(dirname(path), { recursive: true })
  await untilStarted(page)
  for (const size of sizes) {
    if (size !== sizes[0]) {
      await page.setViewportSize(size)
      await quiet(page, newPartMs)
    }
    // A viewport as high as the page: in a full-page screenshot the position of sticky bars varies.
    const { width } = size
    await page.setViewportSize({ width, height: await wholeHeight(page, size.height) })
    for (const colorScheme of colours) {
      await page.emulateMedia({ colorScheme })
      await quiet(page, 50)
      await page.screenshot({
        path: `${path}-${width}-${colorScheme}.png`,
        animations: 'disabled',
        caret: 'hide',
        mask: masks.map(({ of }) => of(page)),
      })
    }
  }
  await page.setViewportSize(sizes[0])
  await page.emulateMedia({ colorScheme: colours[0] })
}
