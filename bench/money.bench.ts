import { uuidOf } from '../server/platform/calls/wire.ts'
import { openBigShop, type BigShop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'
import { durableUpdateMs } from './pgbench.ts'
import { replayRefunds } from './refundAlone.ts'

// Refund, capture and cancel over HTTP, committed to disk, compared with a durable update of one row by pgbench, and the refund compared with its own statements
// in pgbench; `npm run bench -- money`.
const size = Number((process.env.BENCH_SIZES ?? '1000000').split(',').at(-1))
const rounds = Number(process.env.BENCH_ROUNDS ?? 300)
const warmUp = 30
/** Refunds of one turn, by the server and by pgbench. */
const perTurn = 50
const turns = Math.ceil(rounds / perTurn)
/** Baseline: the refund's own statements (decision 0025). */
const maxTimesStatements = 1.25

type Row = { id: string; status_reason: string | null; capture_by: string | null; captured_amount: number; refunded_amount: number }
const shop = await openBigShop(size)
const orders = `/v2/merchants/${shop.merchantId}/orders`
const run = `${process.pid}-${Date.now()}`
let calls = 0

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

/** Each run takes up to 7 € of it; so several runs are possible. */
const canBeRefunded = ({ captured_amount: captured, refunded_amount: refunded }: Row): boolean => captured - refunded >= 5_000
const canBeCaptured = ({ status_reason: reason, capture_by: until }: Row): boolean =>
  reason === 'capture_required' && (until === null || Date.parse(until) > Date.now() + 600_000)

type Taken = { ms: number[]; serverCpuMs: number; databaseCpuMs: number }

async function times(rows: Row[], address: (row: Row) => string, body: object | undefined, many = rounds): Promise<Taken> {
  const ms: number[] = []
  let before = shop.cpuMs()
  for (let round = 0; round < many + warmUp; round += 1) {
    const row = rows[round % rows.length]
    if (!row) break
    const answer = await shop.call('POST', address(row), body, { 'idempotency-key': `${run}-${(calls += 1)}` })
    if (answer.status >= 300) throw new Error(`${address(row)}: ${answer.status} ${answer.text.slice(0, 300)}`)
    if (round >= warmUp) ms.push(answer.ms)
    else before = shop.cpuMs()
  }
  const after = shop.cpuMs()
  return { ms, serverCpuMs: (after.server - before.server) / many, databaseCpuMs: (after.database - before.database) / many }
}

/** Medians of refunds by the server and of their statements by pgbench, in turns: a machine that gets slower meanwhile slows both. */
async function besideStatements({ database }: BigShop, live: Row[], others: Row[]): Promise<{ refund: number; statements: number } | null> {
  const databases = { ...database, merchantId: uuidOf(shop.merchantId) ?? '' }
  const replay = await replayRefunds(
    databases,
    others.map(({ id }) => uuidOf(id) ?? ''),
  )
  const ms = { refund: [] as number[], statements: [] as number[] }
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      const alone = replay.run(warmUp + perTurn)
      if (alone === null) return null
      ms.statements.push(...alone.slice(warmUp))
      ms.refund.push(...(await times(live, ({ id }) => `${orders}/${id}/refund`, { amount: 100 }, perTurn)).ms)
    }
  } finally {
    await replay.close()
  }
  return { refund: quantile(ms.refund, 0.5), statements: quantile(ms.statements, 0.5) }
}

async function report(shopToAsk: BigShop): Promise<void> {
  const forPgbench = turns * (warmUp + perTurn)
  const rows = await rowsOf('substatus=payment_process', forPgbench + rounds + warmUp, canBeRefunded)
  // Those of the server are cancelled in the end.
  const [others, live] = [rows.slice(0, forPgbench), rows.slice(forPgbench, forPgbench + rounds + warmUp)]
  const open = await rowsOf('substatus=pending_merchant', 40, canBeCaptured)
  const update = await durableUpdateMs(shopToAsk.database.ownerUrl)
  const refund = await times(live, ({ id }) => `${orders}/${id}/refund`, { amount: 100 })
  const beside = await besideStatements(shopToAsk, live, others)
  const verbs = {
    refund,
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
  if (beside !== null)
    figure({
      name: 'refund, p50',
      value: beside.refund,
      unit: 'ms',
      budget: maxTimesStatements * beside.statements,
      reference: { name: 'its statements by pgbench in turns, p50', value: beside.statements },
      facts: { operations: size },
    })
}

await report(shop)
await shop.stop()
end()
