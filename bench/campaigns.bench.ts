import pg from 'pg'
import { openBigShop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'
import { connectionOptions } from '../server/platform/database/productSchema.ts'

// Campaign calls while a user reads and types: the list, the results of the longest one, the estimated cost of one with selected articles, and the sum
// that a budget is compared with; `npm run bench -- campaigns`. BENCH_SIZES: operations of the shop.
const size = Number((process.env.BENCH_SIZES ?? '20000').split(',').at(-1))
const shop = await openBigShop(size)
const root = `/v2/merchants/${shop.merchantId}/campaigns`
const client = new pg.Client({ connectionString: shop.database.ownerUrl, options: connectionOptions })
await client.connect()
await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [shop.merchantId])

const rounds = 60

/** The median time of the calls, and the CPU time of one in server and database, which does not depend on the load of the machine. */
async function timed(path: string): Promise<{ p50: number; cpu: number }> {
  const times: number[] = []
  let before = shop.cpuMs()
  for (let round = 0; round < rounds + 10; round += 1) {
    // The first ones are warm-up.
    if (round === 10) before = shop.cpuMs()
    const { ms, status, text } = await shop.call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    if (round >= 10) times.push(ms)
  }
  const after = shop.cpuMs()
  return { p50: quantile(times, 0.5), cpu: (after.server + after.database - before.server - before.database) / rounds }
}

/** Prints a call's CPU time with its budget, and its wall-clock time. */
async function record(name: string, path: string, budget?: number, facts: Record<string, string | number> = {}): Promise<void> {
  const { p50, cpu } = await timed(path)
  figure({
    name: `campaigns: ${name}, processor time`,
    value: cpu,
    unit: 'ms',
    ...(budget !== undefined && { budget }),
    facts: { p50: Math.round(p50 * 10) / 10, ...facts },
  })
}

const { rows } = await client.query<{ id: string; hex: string; months: string; orders: string }>(
  `select c.id, replace(c.id::text, '-', '') as hex, round(extract(epoch from now() - c.starts_at) / 2629800)::text as months, count(o.id)::text as orders
   from campaigns c join operations o on (o.merchant_id, o.mode, o.campaign_id) = (c.merchant_id, c.mode, c.id)
   where c.merchant_id = $1 and c.mode = 'live' group by c.merchant_id, c.mode, c.id order by c.starts_at limit 50`,
  [shop.merchantId],
)
const longest = rows.toSorted((a, b) => Number(b.orders) - Number(a.orders))[0]
if (!longest) throw new Error('no campaign has sold anything')

const key = () => ({ 'idempotency-key': crypto.randomUUID() })
const draft = JSON.parse((await shop.call('POST', root, { name: 'Medida', scope: 'single' }, key())).text) as { id: string }
const { results: sold } = JSON.parse((await shop.call('GET', `${root}/article-search`)).text) as { results: { id: string }[] }
await shop.call('POST', `${root}/${draft.id}/articles`, { articles: sold.slice(0, 20).map(({ id }) => ({ id })) }, key())
const terms = `interest=0&num_instalments=3,6,10,12&campaign_id=${draft.id}`

await record('list', root, undefined, { operations: size })
await record('results of the longest', `${root}/${longest.hex}/results`, 35, { months: longest.months, orders: longest.orders })
await record('estimate of chosen articles', `${root}/estimate?${terms}`, 30, { articles: 20 })
await record('preview', `${root}/preview?interest=0&num_instalments=3,6,12&amount=60000`)
const startedAt = performance.now()
for (let round = 0; round < rounds; round += 1)
  await client.query(
    `select sum(campaign_cost(o.category, o.total_cents, o.captured_cents, o.voided_cents, o.campaign_promised_cents, o.subsidy_cents)) from operations o where merchant_id = $1 and mode = 'live' and campaign_id = $2`,
    [shop.merchantId, longest.id],
  )
figure({
  name: 'campaigns: sum that a budget is held against',
  value: (performance.now() - startedAt) / rounds,
  unit: 'ms',
  facts: { orders: longest.orders },
})
await shop.call('DELETE', `${root}/${draft.id}`, undefined, key())
await client.end()
await shop.stop()
end()
