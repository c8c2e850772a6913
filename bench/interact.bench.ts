import { paths } from '../web/platform/routes/paths.ts'
import { openBigShop } from './bigShop.ts'
import { marksOf, openBrowser, openTab, settled, signedIn, workOf, type Tab } from './browser.ts'
import { changeRoute, type Step } from './changeRoute.ts'
import { end, figure, quantile } from './figure.ts'
import { openFloorPage } from './floorPage.ts'

// From an interaction to the next paint in the slow shop, and the CPU time of a route change compared with the floor page's; `npm run bench -- interact`.
const rounds = Number(process.env.BENCH_ROUNDS ?? 8)

const browser = await openBrowser()
const shop = await openBigShop(20_000)
const state = await signedIn(browser, shop.address)
const tab = await openTab(browser, { state, slow: true })
const { page, devtools, close } = tab
const list = paths.operations(shop.merchantId)
await page.goto(shop.address + list, { waitUntil: 'commit' })
await page.waitForSelector('tbody [data-operation]')
await settled(page)

const times = new Map<string, { ms: number[]; work: number[] }>()

/** Runs an action and returns the slowest interaction that the browser recorded for it; one below its threshold counts as 16 ms. */
async function press(name: string, act: () => Promise<void>, each = false): Promise<void> {
  const known = (await marksOf(page)).interactions.length
  await act()
  await settled(page)
  const fresh = (await marksOf(page)).interactions.slice(known)
  const entry = times.get(name) ?? { ms: [], work: [] }
  times.set(name, entry)
  const slowest = fresh.toSorted((a, b) => b.ms - a.ms)
  for (const one of each ? fresh : slowest.slice(0, 1)) {
    entry.ms.push(one.ms)
    entry.work.push(one.workMs)
  }
  if (fresh.length === 0) entry.ms.push(16)
}

const aim = async (selector: string, nth = 0) => {
  const target = page.locator(selector).nth(nth)
  await target.hover()
  await page.waitForTimeout(300) // the time a hand needs between moving and clicking
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
const rows = (await shop.call('GET', `/v2/merchants/${shop.merchantId}/orders?ordering=-created&page=1`)).text
const { results } = JSON.parse(rows) as { results: Row[] }
const operation = results[0]
if (!operation) throw new Error('no operation in the shop')
const isList = 'tbody [data-operation]'
const lap: Step[] = [
  { to: paths.operation(shop.merchantId, operation.id), arrival: '#operation-title' },
  { to: list, arrival: isList },
  { to: paths.settings(), arrival: '#settings-title' },
  { to: list, arrival: isList },
]
/** Budgets: a sixth above the largest of three runs on a machine with seven times its capacity of work, where wall-clock time went from 40 to 102 ms. */
const changes = [
  ['list to operation', 2.3],
  ['operation to list', 5.3],
  ['list to settings', 1.5],
  ['settings to list', 5.6],
] as const
const floorLap: Step[] = [
  { to: `/operations/${operation.id}`, arrival: 'main:not(:has(table))' },
  { to: null, arrival: isList },
]

type Changes = { ms: number[]; workMs: number[] }

/** The median of each route change of a lap whose data and code are loaded: wall-clock time until it was painted, and all its CPU time. */
async function warm(of: Tab, steps: readonly Step[]): Promise<Changes> {
  await changeRoute(of.page, steps)
  const seen = steps.map((): Changes => ({ ms: [], workMs: [] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, step] of steps.entries()) {
      await of.page.waitForTimeout(500) // work left over from the last route change
      const before = await workOf(of)
      const [ms = Number.NaN] = await changeRoute(of.page, [step])
      await of.page.waitForTimeout(500)
      seen[at]?.ms.push(ms)
      seen[at]?.workMs.push((await workOf(of)).taskMs - before.taskMs)
    }
  }
  const median = (what: keyof Changes) => seen.map((one) => quantile(one[what], 0.5))
  return { ms: median('ms'), workMs: median('workMs') }
}

await page.goto(shop.address + list)
await page.waitForSelector(isList)
await settled(page)
const slow = await warm(tab, lap)
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
const floor = await openFloorPage(rows)
const floorTab = await openTab(browser, { slow: false })
await floorTab.page.goto(floor.address)
await floorTab.page.waitForSelector(isList)
await settled(floorTab.page)
const floorChanges = await warm(floorTab, floorLap)
const full = await warm(tab, lap)
const [, back = Number.NaN] = floorChanges.workMs
for (const [at, [name, budget]] of changes.entries()) {
  figure({
    name: `processor of a warm route change, ${name}, against the floor page's way back to its list`,
    value: (full.workMs[at] ?? Number.NaN) / back,
    unit: '×',
    budget,
    facts: { ms: Math.round(full.workMs[at] ?? Number.NaN), floorMs: Math.round(back) },
  })
  figure({
    name: `for orientation: warm route change, ${name}, p50`,
    value: slow.ms[at] ?? Number.NaN,
    unit: 'ms',
    reference: { name: 'with the whole processor', value: full.ms[at] ?? Number.NaN },
  })
}

await floorTab.close()
floor.stop()
await close()
await browser.close()
await shop.stop()
end()
