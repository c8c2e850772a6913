import { paths } from '../web/paths.ts'
import { openBigShop } from './bigShop.ts'
import { marksOf, openBrowser, openTab, settled, signedIn } from './browser.ts'
import { changeRoute, type Step } from './changeRoute.ts'
import { end, figure, quantile } from './figure.ts'

// From a press to the next paint, and from page to page, in the slow shop; `npm run bench -- interact`.
const rounds = Number(process.env.BENCH_ROUNDS ?? 8)

const browser = await openBrowser()
const shop = await openBigShop(20_000)
const state = await signedIn(browser, shop.address)
const { page, devtools, close } = await openTab(browser, { state, slow: true })
const list = paths.operations(shop.merchantId)
await page.goto(shop.address + list, { waitUntil: 'commit' })
await page.waitForSelector('tbody [data-operation]')
await settled(page)

const times = new Map<string, { ms: number[]; work: number[] }>()

/** Does something and keeps the slowest interaction that the browser noted for it; one below its threshold counts as 16 ms. */
async function press(name: string, act: () => Promise<void>, each = false): Promise<void> {
  const known = (await marksOf(page)).interactions.length
  await act()
  await settled(page)
  const fresh = (await marksOf(page)).interactions.slice(known)
  const kept = times.get(name) ?? { ms: [], work: [] }
  times.set(name, kept)
  const slowest = fresh.toSorted((a, b) => b.ms - a.ms)
  for (const one of each ? fresh : slowest.slice(0, 1)) {
    kept.ms.push(one.ms)
    kept.work.push(one.workMs)
  }
  if (fresh.length === 0) kept.ms.push(16)
}

const aim = async (selector: string, nth = 0) => {
  const target = page.locator(selector).nth(nth)
  await target.hover()
  await page.waitForTimeout(300) // a hand needs as long between arriving and pressing
  return target
}
const click =
  (selector: string, nth = 0) =>
  async () =>
    (await aim(selector, nth)).click()

for (let round = 0; round < rounds; round += 1) {
  await press('filter', click('main a.tab[href*="status=accepted"]'))
  await press('filter', click('main a.chip[href*="substatus=payment_process"]'))
  const box = page.locator('form[role="search"] input')
  await press('open the search', () => box.click())
  await press('type in the search', () => page.keyboard.type('García', { delay: 150 }), true)
  await box.fill('')
  await press('open a row', click('tbody a[data-row-link]', round))
  await page.waitForSelector('#operation-title')
  await settled(page)
  await press('open a dialog', click('main a[href$="/refund"]'))
  await page.waitForSelector('dialog[open]')
  await press('close a dialog', () => page.keyboard.press('Escape'))
  await page.waitForSelector('dialog[open]', { state: 'detached' })
  await page.locator(`nav a[href^="${list}"]`).first().click()
  await page.waitForSelector('tbody [data-operation]')
  await press('filter', click('main a.tab >> nth=0'))
}
for (const [name, { ms, work }] of times) {
  figure({
    name: `${name}, press to next paint, p95`,
    value: quantile(ms, 0.95),
    unit: 'ms',
    budget: 150,
    facts: { presses: ms.length, p50: quantile(ms, 0.5), scriptP95: Math.round(quantile(work, 0.95)) },
  })
}

type Row = { id: string }
const { results } = JSON.parse((await shop.call('GET', `/v2/merchants/${shop.merchantId}/orders`)).text) as { results: Row[] }
const operation = results[0]
if (!operation) throw new Error('no operation in the shop')
const lap: Step[] = [
  { to: paths.operation(shop.merchantId, operation.id), arrival: '#operation-title' },
  { to: list, arrival: 'tbody [data-operation]' },
  { to: paths.settings(), arrival: '#settings-title' },
  { to: list, arrival: 'tbody [data-operation]' },
]
const names = ['list to operation', 'operation to list', 'list to settings', 'settings to list']

/** The median of each change of a lap whose data and code are there already. */
async function warm(): Promise<number[]> {
  await changeRoute(page, lap)
  const laps: number[][] = []
  for (let round = 0; round < rounds; round += 1) {
    laps.push(await changeRoute(page, lap))
    await settled(page)
  }
  return lap.map((_, at) =>
    quantile(
      laps.map((one) => one[at] ?? Number.NaN),
      0.5,
    ),
  )
}
await page.goto(shop.address + list)
await page.waitForSelector('tbody [data-operation]')
await settled(page)
const slow = await warm()
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
const full = await warm()
for (const [at, name] of names.entries()) {
  figure({
    name: `warm route change, ${name}, p50`,
    value: slow[at] ?? Number.NaN,
    unit: 'ms',
    budget: 100,
    reference: { name: 'with the whole processor', value: full[at] ?? Number.NaN },
  })
}

await close()
await browser.close()
await shop.stop()
end()
