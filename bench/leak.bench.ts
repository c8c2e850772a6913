import { paths } from '../web/platform/routes/paths.ts'
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

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/** Kilobytes of the heap by kind: what the program holds, and the machine code that the engine makes of its functions. */
async function kinds(): Promise<{ objectsKB: number; codeKB: number }> {
  const pieces: string[] = []
  const hear = ({ chunk }: { chunk: string }) => void pieces.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', hear)
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devtools.off('HeapProfiler.addHeapSnapshotChunk', hear)
  const { snapshot, nodes } = JSON.parse(pieces.join('')) as Snapshot // the format of the browser's own snapshots
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [kindAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const sum = { objectsKB: 0, codeKB: 0 }
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + kindAt] ?? 0]
    // The browser's own objects are no part of the page's heap; its tools keep every answer among them.
    if (kind === 'native' || kind === 'synthetic') continue
    sum[kind === 'code' ? 'codeKB' : 'objectsKB'] += (nodes[at + sizeAt] ?? 0) / 1024
  }
  return { objectsKB: Math.round(sum.objectsKB), codeKB: Math.round(sum.codeKB) }
}

async function held() {
  await page.waitForTimeout(1_000)
  for (let times = 0; times < 3; times += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { heap: usedSize, nodes, listeners: jsEventListeners, ...(await kinds()) }
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

// Every page several times: their code and data may stay.
await lapsUntil(Math.max(200, results.length * 6))
const before = await held()
changes = 0
await lapsUntil(wanted)
const after = await held()
// The engine goes on compiling for a thousand changes and more, and then no longer: machine code is told apart, so that the
// figure is what the program itself holds.
figure({
  name: 'heap after the route changes against after the first 200, without compiled code',
  value: after.objectsKB / before.objectsKB,
  unit: '×',
  budget: 1.1,
  facts: {
    routeChanges: changes,
    objectsKB: `${before.objectsKB} to ${after.objectsKB}`,
    compiledKB: `${before.codeKB} to ${after.codeKB}`,
    heapMB: `${Math.round(before.heap / 1e4) / 100} to ${Math.round(after.heap / 1e4) / 100}`,
    wholeRatio: Math.round((after.heap / before.heap) * 1000) / 1000,
    nodes: `${before.nodes} to ${after.nodes}`,
    listeners: `${before.listeners} to ${after.listeners}`,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  },
})

await close()
await browser.close()
await shop.stop()
end()
