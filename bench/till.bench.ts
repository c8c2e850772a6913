import { paths } from '../web/paths.ts'
import { openBigShop } from './bigShop.ts'
import { openBrowser, openTab, signedIn } from './browser.ts'
import { end, figure, quantile } from './figure.ts'

// The till's first load on an old phone over 4G, cold cache, until its keys write; `npm run bench -- till`.
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
/** A low-end phone of four years ago beside this processor, and its network (our choice). */
const slowdown = 6
const network = { offline: false, latency: 60, downloadThroughput: 1_125_000, uploadThroughput: 375_000 }

const browser = await openBrowser()
const shop = await openBigShop(20_000)
const state = await signedIn(browser, shop.address)
const address = shop.address + paths.checkoutOffline(shop.merchantId, { view: 'counter' })

type Seen = { usableMs: number; scriptKB: number; shift: number }

/** Milliseconds from the address to an amount written by a press on a key. */
async function see(): Promise<Seen> {
  const { page, devtools, close } = await openTab(browser, { state, slow: false })
  await page.setViewportSize({ width: 375, height: 812 })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('button', { name: '7', exact: true }).click()
  await page.locator('[data-amount="700"]').waitFor()
  const usableMs = await page.evaluate(() => performance.now())
  const scriptBytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
  const shift = await page.evaluate(() => (globalThis as unknown as { marks: { shift: number } }).marks.shift) // set by the page's observer
  await close()
  return { usableMs, scriptKB: scriptBytes / 1000, shift }
}

await see() // the server's own first time
const seen: Seen[] = []
for (let round = 0; round < rounds; round += 1) seen.push(await see())
const median = (name: keyof Seen) =>
  quantile(
    seen.map((one) => one[name]),
    0.5,
  )
figure({ name: 'till: usable on an old phone over 4G', value: median('usableMs'), unit: 'ms', budget: 3_000, facts: { rounds, slowdown } })
figure({ name: 'till: script before it is usable', value: median('scriptKB'), unit: 'KB brotli', budget: 200 })
figure({ name: 'till: layout shift', value: Math.max(...seen.map(({ shift }) => shift)), unit: 'score', budget: 0.01 })

await browser.close()
await shop.stop()
end()
