import { paths } from '../web/platform/routes/paths.ts'
import { openBigShop } from './bigShop.ts'
import { marksOf, openBrowser, openTab, signedIn } from './browser.ts'
import { end, figure, quantile } from './figure.ts'
import { openFloorPage } from './floorPage.ts'

// The till's first load on an old phone over 4G, empty cache, until its keys work; `npm run bench -- till`.
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
/** The CPU factor of a four-year-old low-end phone relative to this machine, and its network. */
const slowdown = 6
const network = { offline: false, latency: 60, downloadThroughput: 1_125_000, uploadThroughput: 375_000 }

const browser = await openBrowser()
const shop = await openBigShop(20_000)
const firstPage = await shop.call('GET', `/v2/merchants/${shop.merchantId}/orders?ordering=-created&page=1`)
const floor = await openFloorPage(firstPage.text)
const state = await signedIn(browser, shop.address)
const address = shop.address + paths.checkoutOffline(shop.merchantId, { view: 'counter' })

type Seen = { usableMs: number; scriptKB: number; shift: number; shifted: string[]; floorMs: number }

/** A phone with an empty cache. */
async function openPhone(signed: boolean) {
  const tab = await openTab(browser, { slow: false, ...(signed && { state }) })
  await tab.page.setViewportSize({ width: 375, height: 812 })
  await tab.devtools.send('Network.enable')
  await tab.devtools.send('Network.emulateNetworkConditions', network)
  await tab.devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return tab
}

/** Milliseconds until a minimal page has rendered its rows, on the same phone: the baseline of the machine today. */
async function seeFloor(): Promise<number> {
  const { page, close } = await openPhone(false)
  await page.goto(floor.address, { waitUntil: 'commit' })
  await page.getByRole('row').nth(1).waitFor()
  const ms = await page.evaluate(() => performance.now())
  await close()
  return ms
}

/** Milliseconds from the navigation to an amount typed by pressing a key. */
async function see(): Promise<Seen> {
  const floorMs = await seeFloor()
  const { page, close } = await openPhone(true)
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('button', { name: '7', exact: true }).click()
  await page.locator('[data-amount="700"]').waitFor()
  const usableMs = await page.evaluate(() => performance.now())
  const scriptBytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
  const { shift, shifted } = await marksOf(page)
  await close()
  return { usableMs, scriptKB: scriptBytes / 1000, shift, shifted, floorMs }
}

await see() // the first request warms up the server
const seen: Seen[] = []
for (let round = 0; round < rounds; round += 1) seen.push(await see())
const median = (name: 'usableMs' | 'scriptKB' | 'floorMs') =>
  quantile(
    seen.map((one) => one[name]),
    0.5,
  )
figure({
  name: 'till: usable on an old phone over 4G',
  value: median('usableMs'),
  unit: 'ms',
  budget: 3_000,
  reference: { name: 'floor page on the same phone', value: median('floorMs') },
  facts: { rounds, slowdown },
})
figure({ name: 'till: script before it is usable', value: median('scriptKB'), unit: 'KB brotli', budget: 200 })
const [worst] = seen.toSorted((a, b) => b.shift - a.shift)
figure({
  name: 'till: layout shift',
  value: worst?.shift ?? 1,
  unit: 'score',
  budget: 0.01,
  facts: worst && worst.shift > 0.001 ? { moved: worst.shifted.join(' | ') } : {},
})

await browser.close()
floor.stop()
await shop.stop()
end()
