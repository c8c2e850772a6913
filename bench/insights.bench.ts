import { addDays, madridDay } from '#domain/platform/dates'
import { openBigShop, type BigShop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'

// A year's view of a shop: every part of the page about how it is doing, over HTTP, at each size, beside the smallest signed-in call;
// `npm run bench -- insights`. BENCH_SIZES: the sizes.
const sizes = (process.env.BENCH_SIZES ?? '1000000,5000000').split(',').map(Number)
const rounds = 120
const warmUp = 20
/** Milliseconds, p95, by the shop's operations (decision 0081). */
const budgetOf = (operations: number) => (operations > 1_000_000 ? 20 : 15)

async function p95(shop: BigShop, path: string) {
  const times: number[] = []
  let before = shop.cpuMs()
  let size = 0
  for (let round = 0; round < rounds + warmUp; round += 1) {
    if (round === warmUp) before = shop.cpuMs()
    const { ms, status, text, bytes } = await shop.call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
    size = bytes
    if (round >= warmUp) times.push(ms)
  }
  const after = shop.cpuMs()
  const processor = { server: (after.server - before.server) / rounds, database: (after.database - before.database) / rounds }
  return { p95: quantile(times, 0.95), facts: { p50: quantile(times, 0.5), bytes: size, ...processor } }
}

const to = madridDay(new Date())
const year = `from=${addDays(to, -364)}&to=${to}`
const parts = [
  `sales?${year}`,
  `sales?${year}&channel=online&product=instalments`,
  `funnel?${year}`,
  `money?${year}`,
  `refunds?${year}`,
  `customers?${year}`,
  `campaigns?${year}`,
  `team?${year}`,
  `shops?${year}`,
]

for (const size of sizes) {
  const shop = await openBigShop(size)
  const floor = await p95(shop, '/v2/me')
  const reference = { name: 'GET /v2/me, the smallest signed-in call, p95', value: floor.p95 }
  for (const part of parts) {
    const { p95: value, facts } = await p95(shop, `/v2/merchants/${shop.merchantId}/insights/${part}`)
    const name = `insights, ${part.replaceAll(/(from|to)=[^&]*&?/g, '').replace(/[?&]$/, '')} of a year, p95`
    figure({ name, value, unit: 'ms', budget: budgetOf(size), reference, facts: { operations: size, ...facts } })
  }
  await shop.stop()
}
end()
