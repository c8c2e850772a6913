import { writeFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { to as copyTo } from 'pg-copy-streams'
import { withClient } from '../server/platform/database/withClient.ts'
import { runTool } from '../tools/runTool.ts'
import { openBigShop, type BigShop } from './bigShop.ts'
import { end, figure, quantile, type Figure } from './figure.ts'
import { durableUpdateMs } from './pgbench.ts'
import { scaleChart, type Series } from './scaleChart.ts'

// The cost of each kind of work at increasing numbers of operations of one shop, wall-clock and CPU time, as lines of figures, a table and a chart;
// `npm run bench -- scale`. BENCH_SIZES: the sizes. BENCH_CHART: where the chart goes. BENCH_ROUNDS: repetitions. BENCH_SETTLEMENT=no leaves
// out the settlement run, which takes as long as all the rest.
const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
const chart = process.env.BENCH_CHART ?? '.data/scale.svg'
const rounds = Number(process.env.BENCH_ROUNDS ?? 60)
const warmUp = 15
/** If the largest size costs more than this factor of the smallest, it is not flat. */
const flat = 1.5

type Row = { id: string; mid: string; customer_name: string }
/** Milliseconds per execution, at each size; `cpu` of server and database together. */
type Cost = { p50: number; p95: number; cpu: number; facts?: Record<string, number> }
const costs = new Map<string, Map<number, Cost>>()

function note(name: string, size: number, cost: Cost, reference?: Figure['reference']): void {
  const known = costs.get(name) ?? new Map<number, Cost>()
  costs.set(name, known.set(size, cost))
  const facts = { operations: size, p95: cost.p95, 'processor, ms': cost.cpu, ...cost.facts }
  figure({ name: `${name}, p50`, value: cost.p50, unit: 'ms', ...(reference ? { reference } : {}), facts })
}

/** The cost of one execution after warm-up. */
async function timed(shop: BigShop, ask: (nth: number) => ReturnType<BigShop['call']>): Promise<Cost> {
  const times: number[] = []
  let before = shop.cpuMs()
  for (let nth = 0; nth < rounds + warmUp; nth += 1) {
    if (nth === warmUp) before = shop.cpuMs()
    const { ms, status, text } = await ask(nth)
    if (status >= 300) throw new Error(`${status} ${text.slice(0, 200)}`)
    if (nth >= warmUp) times.push(ms)
  }
  const after = shop.cpuMs()
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), cpu: used(before, after) / rounds }
}

/**
 * Waits until server and database have done what was due at the start, such as collecting instalments: a figure would pay for it in waiting, although
 * its own processor time is the same.
 */
async function untilIdle(shop: BigShop): Promise<void> {
  const stretchMs = 5_000
  for (let tries = 0; tries < 240; tries += 1) {
    const before = shop.cpuMs()
    await sleep(stretchMs)
    if (used(before, shop.cpuMs()) < stretchMs / 20) return
  }
  throw new Error('the server still works through what was due at its start')
}

type Used = ReturnType<BigShop['cpuMs']>
const used = (before: Used, after: Used) => after.server - before.server + after.database - before.database

/** Milliseconds per row of the download, compared with COPY of as many rows of as many columns. */
async function exported(shop: BigShop, orders: string): Promise<{ cost: Cost; reference: Figure['reference'] }> {
  const once = async () => {
    const before = shop.cpuMs()
    const { ms, status, text } = await shop.call('GET', `${orders}/download?format=csv`)
    if (status !== 200) throw new Error(`no export: ${status} ${text.slice(0, 200)}`)
    return { ms, cpu: used(before, shop.cpuMs()) }
  }
  const runs = [await once(), await once(), await once()].toSorted((one, other) => one.ms - other.ms)
  const [copyMs, rows] = await copied(shop)
  const [, middle = { ms: 0, cpu: 0 }, slowest = middle] = runs
  const cost = { p50: middle.ms / rows, p95: slowest.ms / rows, cpu: middle.cpu / rows, facts: { rows } }
  return { cost, reference: { name: 'COPY of the same rows', value: copyMs / rows } }
}

const copied = ({ database, merchantId }: BigShop): Promise<[ms: number, rows: number]> =>
  withClient(database.ownerUrl, async (client) => {
    await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [merchantId])
    const began = performance.now()
    const stream = client.query(
      copyTo(`copy (select created_at, id, mid, first_name || ' ' || last_name, email, substatus, channel, product, num_instalments, total_cents, captured_cents,
        refunded_cents, fee_cents, vat_cents, net_cents, settlement_reference, next_due_on from operations where merchant_id = '${merchantId}' and mode = 'live'
        order by created_at desc, id desc) to stdout with (format csv)`),
    )
    await pipeline(stream, new Writable({ write: (_piece, _encoding, done) => done() }))
    return [performance.now() - began, stream.rowCount]
  })

async function atSize(size: number): Promise<void> {
  const shop = await openBigShop(size)
  const orders = `/v2/merchants/${shop.merchantId}/orders`
  const get = (path: string) => timed(shop, () => shop.call('GET', path))
  await untilIdle(shop)
  const smallest = await get('/v2/me')
  const call = { name: 'GET /v2/me, the smallest signed-in call', value: smallest.p50 }
  note('list, first page', size, await get(orders), call)
  note('list, filtered', size, await get(`${orders}?status=accepted&min_amount=10000&max_amount=50000`), call)
  note('list, page 20', size, await get(`${orders}?page=20`), call)
  const { results } = JSON.parse((await shop.call('GET', `${orders}?substatus=payment_process&min_amount=30000`)).text) as {
    results: Row[]
  }
  const row = results[3]
  if (!row) throw new Error('no live plan in the shop')
  note('search, name', size, await get(`${orders}?q=${encodeURIComponent(row.customer_name)}`), call)
  // One in 250: too few for the newest rows to fill the page, many enough to be searched for all over the shop.
  note('search, rare name', size, await get(`${orders}?q=Nowak`), call)
  // One in 40.
  note('search, frequent name', size, await get(`${orders}?q=Garc%C3%ADa`), call)
  for (const [name, q] of [
    ['whole', row.customer_name],
    ['rare', 'Nowak'],
    ['frequent', 'García'],
  ] as const)
    note(`counts beside a ${name} name`, size, await get(`${orders}/counts?q=${encodeURIComponent(q)}`), call)
  note('counts', size, await get(`${orders}/counts`), call)
  note('detail', size, await get(`${orders}/${row.id}`), call)
  const update = await durableUpdateMs(shop.database.ownerUrl)
  const run = `${process.pid}-${Date.now()}`
  const refund = (nth: number) => {
    const id = results[nth % results.length]?.id ?? row.id
    return shop.call('POST', `${orders}/${id}/refund`, { amount: 100 }, { 'idempotency-key': `${run}-${nth}` })
  }
  const bare = update === null ? undefined : { name: 'durable update of one row by pgbench', value: update }
  note('refund', size, await timed(shop, refund), bare)
  const { cost, reference } = await exported(shop, orders)
  note('export, a row', size, cost, reference)
  await shop.stop()
  if (process.env.BENCH_SETTLEMENT !== 'no') await settled(size)
}

/** The settlement run over as many lines has a separate benchmark. */
async function settled(size: number): Promise<void> {
  const { code, output } = await runTool('bench/settlement.bench.ts', [], { env: { BENCH_LINES: String(Math.min(size, 1_000_000)) } })
  const figureLine = output.split('\n').find((line) => line.startsWith('{"name":"settle '))
  if (figureLine === undefined) throw new Error(`the settlement run ended with ${code}: ${output.slice(-500)}`)
  const figure = JSON.parse(figureLine) as { value: number; reference: { name: string; value: number }; [cpu: string]: unknown }
  const lines = Math.min(size, 1_000_000)
  const ms = (figure.value * 1000) / lines
  const cpu = (Number(figure['CPU of run and database, s']) * 1000) / lines
  const reference = { name: figure.reference.name, value: (figure.reference.value * 1000) / lines }
  note('settlement, a line', size, { p50: ms, p95: ms, cpu, facts: { lines } }, reference)
}

for (const size of sizes) await atSize(size)

const shown = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })
const heads = sizes.map((size) => `${size.toLocaleString('en')}: p50 / p95 / processor, ms`)
const table = [`| Work | ${heads.join(' | ')} | largest to smallest |`, `|---|${'---|'.repeat(sizes.length + 1)}`]
const series: Series[] = []
for (const [name, known] of costs) {
  const points = sizes.flatMap((size) => (known.has(size) ? [{ size, ms: known.get(size)?.p50 ?? 0 }] : []))
  series.push({ name, points })
  const growth = (points.at(-1)?.ms ?? 0) / (points[0]?.ms ?? 1)
  const cells = sizes.map((size) => {
    const { p50 = 0, p95 = 0, cpu = 0 } = known.get(size) ?? {}
    return `${shown(p50)} / ${shown(p95)} / ${shown(cpu)}`
  })
  table.push(`| ${name} | ${cells.join(' | ')} | ${shown(growth)} ×${growth > flat ? ' (grows)' : ''} |`)
}
console.log(table.join('\n'))
writeFileSync(chart, scaleChart(series))
console.log(`The chart is in ${chart}`)
end()
