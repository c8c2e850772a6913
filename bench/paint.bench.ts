import type { Page } from '@playwright/test'
import { paths } from '../web/paths.ts'
import { openBigShop } from './bigShop.ts'
import { marksOf, openBrowser, openTab, settled, signedIn, type Marks } from './browser.ts'
import { end, figure, quantile } from './figure.ts'
import { openFloorPage } from './floorPage.ts'

// First sight of the product in the slow shop, cold cache, beside the floor page; `npm run bench -- paint`.
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const median = (values: readonly number[]) => quantile(values, 0.5)

const browser = await openBrowser()
const shop = await openBigShop(20_000)
const firstPage = await shop.call('GET', `/v2/merchants/${shop.merchantId}/orders?ordering=-created&page=1`)
const floor = await openFloorPage(firstPage.text)
const state = await signedIn(browser, shop.address)
const listAddress = shop.address + paths.operations(shop.merchantId)

type Asked = { at: number; until: number; url: string }
type Seen = Marks & { requests: number; before: number; early: string[]; late: string[] }

/** What the page asked for, by its own clock: milliseconds since its start. */
const askedBy = (page: Page): Promise<Asked[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ startTime, responseEnd, name }) => ({
      at: startTime,
      until: responseEnd,
      url: name,
    })),
  )

/** Opens an address in a fresh browser and notes what it painted and what it asked for. */
async function see(address: string, rows: boolean): Promise<Seen> {
  const tab = await openTab(browser, { slow: true, ...(address === floor.address ? {} : { state }) })
  await tab.page.goto(address, { waitUntil: 'commit' })
  if (rows) await tab.page.waitForFunction(() => (globalThis as unknown as { marks: Marks }).marks.rowsMs > 0) // set by the page's observer
  await settled(tab.page)
  const marks = await marksOf(tab.page)
  if (new URL(tab.page.url()).pathname !== new URL(address).pathname) throw new Error(`${address} led to ${tab.page.url()}`)
  const asked = await askedBy(tab.page)
  const named = await tab.page.evaluate(() => [
    document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src,
    ...Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'), ({ href }) => href),
  ])
  await tab.close()
  // The entry, and what the page's head names with it: asked for before the first of them could have run.
  const entryReady = asked.find(({ url }) => url === named[0])?.until ?? 0
  const scriptReady = Math.max(...asked.filter(({ url, at }) => named.includes(url) && at <= entryReady).map(({ until }) => until), 0)
  const calls = asked.filter(({ url }) => new URL(url).pathname.startsWith('/v2/'))
  const nameOf = ({ url }: Asked) => new URL(url).pathname.replace(/[0-9a-f]{32}/, '{id}')
  return {
    ...marks,
    requests: 1 + asked.length,
    before: 1 + asked.filter(({ at }) => at < marks.rowsMs).length, // with the page itself
    early: calls.filter(({ at }) => at < scriptReady).map(nameOf),
    late: calls.filter(({ at }) => at >= scriptReady && at < marks.rowsMs).map(nameOf),
  }
}

const seen: { floor: Seen; list: Seen }[] = []
await see(listAddress, true) // the server's own first time
for (let round = 0; round < rounds; round += 1) seen.push({ floor: await see(floor.address, true), list: await see(listAddress, true) })

const of = (which: 'floor' | 'list', what: 'firstPaintMs' | 'largestPaintMs' | 'rowsMs') => median(seen.map((one) => one[which][what]))
const facts = { rounds, floorScriptKB: Math.round(floor.scriptBytes / 1000) }
figure({
  name: 'first paint of the list',
  value: of('list', 'firstPaintMs'),
  unit: 'ms',
  budget: 500,
  reference: { name: 'floor page', value: of('floor', 'firstPaintMs') },
  facts,
})
for (const [name, what] of [
  ['largest paint of the list against the floor page', 'largestPaintMs'],
  ['rows painted against the floor page', 'rowsMs'],
] as const) {
  const ratios = seen.map(({ floor, list }) => list[what] / floor[what])
  figure({
    name,
    value: median(ratios),
    unit: '×',
    budget: 1.25,
    facts: {
      ...facts,
      listMs: Math.round(of('list', what)),
      floorMs: Math.round(of('floor', what)),
      ratios: ratios.map((one) => one.toFixed(2)).join(' '),
    },
  })
}
figure({
  name: 'requests before the list is painted',
  value: Math.max(...seen.map(({ list }) => list.before)),
  unit: 'requests',
  budget: 12,
})
figure({
  name: 'requests of a cold list, with all that it fetches afterwards',
  value: Math.max(...seen.map(({ list }) => list.requests)),
  unit: 'requests',
  budget: 24,
})
const wanted = ['/v2/me', '/v2/merchants', '/v2/notifications', '/v2/merchants/{id}/orders']
const [first] = seen
figure({
  name: 'calls that start before the script has loaded: account, shops, notifications, first page',
  value: Math.min(...seen.map(({ list }) => wanted.filter((path) => list.early.includes(path)).length)),
  unit: 'calls',
  budget: wanted.length,
  atLeast: true,
  facts: { early: first?.list.early.join(' ') ?? '', afterwards: first?.list.late.join(' ') ?? '' },
})

type Row = { id: string }
const { results } = JSON.parse((await shop.call('GET', `/v2/merchants/${shop.merchantId}/orders?substatus=payment_process`)).text) as {
  results: Row[]
}
const operation = results[0]
if (!operation) throw new Error('no live plan in the shop')
const screens = {
  list: paths.operations(shop.merchantId),
  detail: paths.operation(shop.merchantId, operation.id),
  'refund dialog': paths.operationRefund(shop.merchantId, operation.id),
  settings: paths.settingsSections(),
  'change password': paths.changePassword(),
}
const shiftOf = ({ shift, shifted }: Marks, screen: string) =>
  figure({
    name: `layout shift, ${screen}`,
    value: shift,
    unit: 'score',
    budget: 0.01,
    facts: shift > 0.001 ? { moved: shifted.join(' | ') } : {},
  })
for (const [screen, path] of Object.entries(screens)) shiftOf(await see(shop.address + path, false), screen)
const door = await openTab(browser, { slow: true })
await door.page.goto(shop.address + paths.login())
await settled(door.page)
shiftOf(await marksOf(door.page), 'sign-in')
await door.close()

await browser.close()
floor.stop()
await shop.stop()
end()
