import type { Page } from '@playwright/test'
import { expect, test } from './persona.ts'
import { screenGroups } from './screenGroups.ts'

// A page that loads pushes nothing away from under the pointer: what comes late finds its room kept (`docs/measured.md`). `npm test` looks at what
// everybody with a shop sees; FULL_SHIFT=1 at every screen of the product.
const most = 0.01
const windows = [
  { width: 375, height: 720 },
  { width: 1_000, height: 800 },
  { width: 1_440, height: 900 },
]
const groups = process.env.FULL_SHIFT ? screenGroups : screenGroups.filter(({ name }) => name === 'what a guest sees')

/** One jump, as Chromium scores it, and what moved with it. */
type Jump = { score: number; moved: string[] }
declare global {
  interface Window {
    jumps: Jump[]
  }
}

/** Notes whatever moves without having been asked to, from a page's very beginning. */
function watchJumps(): void {
  window.jumps = []
  new PerformanceObserver((list) => {
    // The lines of layout shift have no type of their own yet.
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[])
      if (!entry.hadRecentInput)
        window.jumps.push({ score: entry.value, moved: entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)) })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A shop's line: 10 Mbit/s, 40 ms. Script and letters are those of the page before, as after any sign-in. */
async function slowLine(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const line = { latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
}

test.describe.configure({ timeout: 400_000, mode: 'parallel' })

for (const { name, persona, own = false, screens } of groups)
  test(`${name}: nothing jumps while it loads`, async ({ enter, page: door }) => {
    const page = persona ? await enter(persona, { own }) : door
    const seen = await screens(page)
    await page.addInitScript(watchJumps)
    await slowLine(page)
    const wrong: string[] = []
    for (const size of windows) {
      await page.setViewportSize(size)
      for (const path of new Set(seen.map((screen) => screen.path))) {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        // What is fetched once a page stands comes after.
        await page.waitForTimeout(1_000)
        const jumps = await page.evaluate(() => window.jumps)
        const score = jumps.reduce((sum, jump) => sum + jump.score, 0)
        const named = seen.find((screen) => screen.path === path)?.name
        const largest = jumps.toSorted((one, other) => other.score - one.score)[0]
        if (score > most) wrong.push(`${named} at ${size.width}: ${score.toFixed(3)}, ${largest?.moved.join(' | ')}`)
      }
    }
    expect(wrong).toEqual([])
  })
