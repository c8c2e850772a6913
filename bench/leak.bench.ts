import { paths } from '../web/paths.ts'
import { openBigShop } from './bigShop.ts'
import { openBrowser, openTab, settled, signedIn } from './browser.ts'
import { changeRoute, type Step } from './changeRoute.ts'
import { end, figure } from './figure.ts'

// What stays in memory after many pages; BENCH_ROUTE_CHANGES sets how many. `npm run bench -- leak`.
const wanted = Number(process.env.BENCH_ROUTE_CHANGES ?? 2_000)

const browser = await openBrowser()
const shop = await openBigShop(20_000)
const { page, devtools, close } = await openTab(browser, { state: await signedIn(browser, shop.address), slow: false })
const list = paths.operations(shop.merchantId, { status: 'accepted', substatus: 'payment_process' })
await page.goto(shop.address + list)
await settled(page)

type Row = { id: string }
const { results } = JSON.parse((await shop.call('GET', `/v2/merchants/${shop.merchantId}/orders?substatus=payment_process`)).text) as {
  results: Row[]
}
const listStep: Step = { to: null, arrival: 'tbody [data-operation]' }

/** List, operation, refund dialog and back, settings, list: six changes. */
const lap = ({ id }: Row): Step[] => [
  { to: paths.operation(shop.merchantId, id), arrival: '#operation-title' },
  { to: paths.operationRefund(shop.merchantId, id), arrival: 'dialog[open]' },
  { to: null, arrival: '#operation-title:not(dialog *)' },
  listStep,
  { to: paths.settings(), arrival: '#settings-title' },
  listStep,
]

async function held(): Promise<{ heap: number; nodes: number; listeners: number }> {
  await page.waitForTimeout(1_000)
  for (let times = 0; times < 3; times += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { heap: usedSize, nodes, listeners: jsEventListeners }
}

let changes = 0
const startedAt = performance.now()
async function lapsUntil(until: number): Promise<void> {
  for (let at = 0; changes < until; at += 1) {
    const row = results[at % results.length]
    if (!row) throw new Error('no live plan in the shop')
    changes += (await changeRoute(page, lap(row))).length
  }
}

await lapsUntil(results.length * 6) // every page once: their code and data may stay
const before = await held()
changes = 0
await lapsUntil(wanted)
const after = await held()
figure({
  name: 'heap after the route changes against before',
  value: after.heap / before.heap,
  unit: '×',
  budget: 1.1,
  facts: {
    routeChanges: changes,
    beforeMB: Math.round(before.heap / 1e4) / 100,
    afterMB: Math.round(after.heap / 1e4) / 100,
    nodes: `${before.nodes} to ${after.nodes}`,
    listeners: `${before.listeners} to ${after.listeners}`,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  },
})

await close()
await browser.close()
await shop.stop()
end()
