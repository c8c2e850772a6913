import { chainOwner, chainPlans } from '../server/demo/chain.ts'
import { openBigShop } from './bigShop.ts'
import { end, figure } from './figure.ts'
import type { LaneReport } from './openLoop.ts'
import { startCrowd, type Crowd } from './startCrowd.ts'

// Lists, refunds and captures, and exports at fixed rates for ten minutes, by the owners of a thousand shops with a million operations together;
// `npm run bench -- load`. BENCH_SECONDS: the duration of each. BENCH_SHARES: fractions of the full rate, one after the other, such as 0.25,0.5,1.
const operations = Number((process.env.BENCH_SIZES ?? '1000000').split(',').at(-1))
const shops = Number(process.env.BENCH_SHOPS ?? 1_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 600)
const shares = (process.env.BENCH_SHARES ?? '0.5,1').split(',').map(Number)
const fullRates: Crowd['rates'] = { list: 300, write: 100, export: 1 }
/** Held at half the rate; at the whole rate two processors are busy with it and the load (docs/decisions/0087). */
const budgets: Record<string, number> = { list: 150, write: 250 }
const budgetShare = 0.5
/** Warm-up, such as compiled code and pooled connections, is not growth. */
const settlingShare = 0.2

const shop = await openBigShop(operations, { shops })
const owners = chainPlans({ shops, operations }).map((_, nth) => chainOwner(nth))

/** Memory growth in megabytes per minute, by least squares over one sample per second. */
function slope(megabytes: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [middle, level] = [mean(megabytes.map((_, at) => at)), mean(megabytes)]
  const spread = megabytes.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return (60 * megabytes.reduce((sum, one, at) => sum + (at - middle) * (one - level), 0)) / spread
}

function reportLane(lane: LaneReport, facts: { share: number } & Record<string, string | number>): void {
  const { name, failed, refused, asked } = lane
  const more = { ...facts, perSecond: lane.perSecond, p50: Math.round(lane.p50), p95: Math.round(lane.p95), most: Math.round(lane.most) }
  const budget = facts.share <= budgetShare ? budgets[name] : undefined
  figure({ name: `${name}, p99`, value: lane.p99, unit: 'ms', ...(budget === undefined ? {} : { budget }), facts: more })
  if (budget !== undefined) figure({ name: `${name}, p99.9`, value: lane.p999, unit: 'ms', budget: 1_000, facts })
  figure({
    name: `${name}, failed`,
    value: failed,
    unit: '',
    budget: 0,
    facts: { asked, ...(refused === undefined ? {} : { refused }), ...(lane.firstFailure === null ? {} : { first: lane.firstFailure }) },
  })
}

for (const share of shares) {
  const rates = { list: fullRates.list * share, write: fullRates.write * share, export: fullRates.export * share }
  const crowd = await startCrowd({ address: shop.address, owners, seconds, rates })
  const memory: number[] = []
  const watching = setInterval(() => memory.push(shop.memory() / 1e6), 1_000)
  const [began, before] = [performance.now(), shop.cpuMs()]
  const lanes = await crowd.reports
  const [took, after] = [performance.now() - began, shop.cpuMs()]
  clearInterval(watching)
  const facts = { operations, shops, seconds, share }
  for (const lane of lanes) reportLane(lane, facts)
  const settled = memory.slice(Math.ceil(memory.length * settlingShare))
  figure({ name: 'growth of memory', value: slope(settled), unit: 'MB/min', budget: 1, facts: { ...facts, maxMb: Math.max(...memory) } })
  figure({
    name: 'processors at work',
    value: (after.server - before.server + after.database - before.database) / took,
    unit: 'cores',
    facts: { ...facts, server: (after.server - before.server) / took, database: (after.database - before.database) / took },
  })
}
await shop.stop()
end()
