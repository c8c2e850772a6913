import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBigShop } from './bigShop.ts'
import { end, figure } from './figure.ts'

// The server's memory: idle, with 32 clients that list, during full exports and afterwards; `npm run bench -- memory`.
const size = Number((process.env.BENCH_SIZES ?? '1000000').split(',').at(-1))
const budget = 220
const shop = await openBigShop(size)
const orders = `${shop.address}/v2/merchants/${shop.merchantId}/orders`
let peak = 0
const watching = setInterval(() => (peak = Math.max(peak, shop.memory())), 100)

/** 32 clients, in a separate process. */
async function lists(seconds: number): Promise<void> {
  const words = [join(import.meta.dirname, 'loadClient.ts'), orders, '32', String(seconds), JSON.stringify(shop.headers)]
  await once(spawn(process.execPath, words, { stdio: 'ignore' }), 'exit')
}

/** Reads a full export to its end without storing it; returns its bytes. */
async function exported(format: string, filter = ''): Promise<number> {
  const answer = await fetch(`${orders}/download?format=${format}${filter}`, { headers: { ...shop.headers } })
  if (answer.status !== 200 || !answer.body) throw new Error(`no export: ${answer.status}`)
  let bytes = 0
  for await (const piece of answer.body) bytes += (piece as Uint8Array).length
  return bytes
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  peak = 0
  const startedAt = performance.now()
  await work()
  const facts = { operations: size, peakMb: Math.round(peak / 1e5) / 10, seconds: Math.round((performance.now() - startedAt) / 1000) }
  figure({ name: `memory ${name}`, value: shop.memory() / 1e6, unit: 'MB', budget, facts })
}

await measure('at rest', () => sleep(3_000))
await measure('after 32 clients listed', () => lists(10))
await measure('after a CSV of all operations', () => exported('csv'))
await measure('after an XLSX of those from 1 000 €', () => exported('xlsx', '&min_amount=100000'))
await measure('after two exports at once beside 32 clients', () => Promise.all([exported('csv'), exported('csv'), lists(10)]))
await measure('a minute later', () => sleep(Number(process.env.BENCH_REST_SECONDS ?? 60) * 1000))
clearInterval(watching)
await shop.stop()
end()
