import { uuidOf } from '../server/platform/calls/wire.ts'
import { openBigShop, type BigShop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'
import { durableUpdateMs } from './pgbench.ts'
import { refundAloneMs } from './refundAlone.ts'

// Refund, capture and cancel over HTTP, committed to disk, compared with a durable update of one row by pgbench, and the refund compared with its own statements
// in pgbench; `npm run bench -- money`.
const size = Number((process.env.BENCH_SIZES ?? '1000000').split(',').at(-1))
const rounds = Number(process.env.BENCH_ROUNDS ?? 150)
const warmUp = 30
/** Baseline: the refund's own statements (decision 0025). */
const maxTimesStatements = 1.25

type Row = { id: string; status_reason: string | null; capture_by: string | null; captured_amount: number; refunded_amount: number }
const shop = await openBigShop(size)
const orders = `/v2/merchants/${shop.merchantId}/orders`
const run = `${process.pid}-${Date.now()}`

async function rowsOf(filter: string, many: number, usable: (row: Row) => boolean = () => true): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < many; page += 1) {
    const { results, next } = JSON.parse((await shop.call('GET', `${orders}?${filter}&page=${page}`)).text) as {
      results: Row[]
      next: number | null
    }
    rows.push(...results.filter(usable))
    if (next === null) break
  }
  return rows
}

/** Each run takes 1 € of it; so many runs are possible. */
const canBeRefunded = ({ captured_amount: captured, refunded_amount: refunded }: Row): boolean => captured - refunded >= 5_000
const canBeCaptured = ({ status_reason: reason, capture_by: until }: Row): boolean =>
  reason === 'capture_required' && (until === null || Date.parse(until) > Date.now() + 600_000)

type Taken = { ms: number[]; serverCpuMs: number; databaseCpuMs: number }

async function times(rows: Row[], address: (row: Row) => string, body: object | undefined): Promise<Taken> {
  const ms: number[] = []
  let before = shop.cpuMs()
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const row = rows[round % rows.length]
    if (!row) break
    const answer = await shop.call('POST', address(row), body, { 'idempotency-key': `${run}-${address(row).slice(-40)}-${round}` })
    if (answer.status >= 300) throw new Error(`${address(row)}: ${answer.status} ${answer.text.slice(0, 300)}`)
    if (round >= warmUp) ms.push(answer.ms)
    else before = shop.cpuMs()
  }
  const after = shop.cpuMs()
  return { ms, serverCpuMs: (after.server - before.server) / rounds, databaseCpuMs: (after.database - before.database) / rounds }
}

async function report(shopToAsk: BigShop): Promise<void> {
  const found = await rowsOf('substatus=payment_process', 2 * (rounds + warmUp), canBeRefunded)
  // The others are left for pgbench: these are cancelled in the end.
  const [live, others] = [found.slice(0, rounds + warmUp), found.slice(rounds + warmUp)]
  const open = await rowsOf('substatus=pending_merchant', 40, canBeCaptured)
  const update = await durableUpdateMs(shopToAsk.database.ownerUrl)
  const verbs = {
    refund: await times(live, ({ id }) => `${orders}/${id}/refund`, { amount: 100 }),
    capture: await times(open, ({ id }) => `${orders}/${id}/captures`, { amount: 100 }),
    cancel: await times(live, ({ id }) => `${orders}/${id}/cancel`, undefined),
  }
  for (const [name, { ms, ...cpu }] of Object.entries(verbs)) {
    // Each run uses up some; a small shop has few to capture.
    if (ms.length === 0) console.error(`${name}: nothing left to try it on`)
    if (ms.length === 0) continue
    const reference = update === null ? {} : { reference: { name: 'durable update of one row by pgbench', value: update } }
    figure({
      name: `${name}, p50`,
      value: quantile(ms, 0.5),
      unit: 'ms',
      ...reference,
      facts: { operations: size, p95: quantile(ms, 0.95), ...cpu },
    })
  }
  const databases = { ...shopToAsk.database, merchantId: uuidOf(shopToAsk.merchantId) ?? '' }
  const alone = await refundAloneMs(
    databases,
    others.map(({ id }) => uuidOf(id) ?? ''),
  )
  if (alone !== null)
    figure({
      name: 'refund, p50',
      value: quantile(verbs.refund.ms, 0.5),
      unit: 'ms',
      budget: maxTimesStatements * alone,
      reference: { name: 'its statements by pgbench, p50', value: alone },
      facts: { operations: size },
    })
}

await report(shop)
await shop.stop()
end()
