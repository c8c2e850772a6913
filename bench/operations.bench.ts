import { openBigShop, type BigShop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'

// Lists, searches, details and exports over HTTP, through the whole stack, at each size; `npm run bench -- operations`. Requests per second, money
// calls and memory have separate benchmarks.
const sizes = (process.env.BENCH_SIZES ?? '20000,1000000').split(',').map(Number)
const rounds = 60

type Row = { id: string; mid: string; customer_name: string; total_amount: number; remaining_amount: number }

async function p50(shop: BigShop, path: string, share = 0.5): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { ms, status, text } = await shop.call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
    if (round >= 10) times.push(ms)
  }
  return quantile(times, share)
}

const firstPage = new Map<number, number>()
for (const size of sizes) {
  const shop = await openBigShop(size)
  const orders = `/v2/merchants/${shop.merchantId}/orders`
  const facts = { operations: size }
  const floor = await p50(shop, '/v2/me')
  const reference = { name: 'GET /v2/me, the smallest signed-in call', value: floor }
  const page1 = await p50(shop, orders)
  firstPage.set(size, page1)
  figure({ name: 'list, page 1, p50', value: page1, unit: 'ms', budget: 5, reference, facts })
  for (const filter of [
    'status=accepted',
    'substatus=payment_suspended',
    'status=in_process&channel=in_store',
    'min_amount=10000&max_amount=12000',
    'min_amount=12300&max_amount=12301',
    'min_amount=60000&max_amount=65000',
    'min_amount=1000&max_amount=200000',
    'min_amount=250000&ordering=created',
    'min_amount=10000&max_amount=12000&status=accepted',
    'min_amount=10000&max_amount=12000&channel=in_store&product=pay_later',
    'product=pay_later',
    'channel=phone&product=pay_later',
    'from=2026-01-01&to=2026-03-31',
    'ordering=-total_amount',
    'ordering=-total_amount&product=pay_later',
    'ordering=total_amount&status=rejected',
  ]) {
    figure({ name: `list, ${filter}, p50`, value: await p50(shop, `${orders}?${filter}`), unit: 'ms', budget: 5, reference, facts })
  }
  const last = Math.min(5_000, Math.floor(size / 25) - 10)
  figure({
    name: `list, page ${last}, p50`,
    value: await p50(shop, `${orders}?page=${last}`),
    unit: 'ms',
    budget: 3 * page1,
    reference: { name: 'page 1', value: page1 },
    facts,
  })
  figure({ name: 'counts, p50', value: await p50(shop, `${orders}/counts`), unit: 'ms', reference, facts })
  const rows = (JSON.parse((await shop.call('GET', `${orders}?substatus=payment_process`)).text) as { results: Row[] }).results
  const row = rows[3]
  if (!row) throw new Error('no live plan in the shop')
  for (const q of [
    row.id,
    row.mid,
    row.customer_name,
    row.customer_name.split(' ')[0] ?? '',
    'García',
    'zzyzx',
    'xq',
    'an',
    `${(row.total_amount / 100).toFixed(2).replace('.', ',')} €`,
  ]) {
    figure({
      name: `search «${q === row.id ? 'order id' : q}», p95`,
      value: await p50(shop, `${orders}?q=${encodeURIComponent(q)}`, 0.95),
      unit: 'ms',
      budget: 30,
      reference,
      facts,
    })
  }
  figure({ name: 'detail, p50', value: await p50(shop, `${orders}/${row.id}`), unit: 'ms', budget: 4, reference, facts })
  const csv = await shop.call('GET', `${orders}/download?format=csv`)
  figure({
    name: 'CSV of all operations',
    value: csv.bytes / csv.ms / 1000,
    unit: 'MB/s',
    facts: { ...facts, ms: Math.round(csv.ms), bytes: csv.bytes },
  })
  figure({ name: 'CSV, first byte', value: csv.firstByteMs, unit: 'ms', budget: 200, facts })
  await shop.stop()
}
const [small, large] = [firstPage.get(sizes[0] ?? 0), firstPage.get(sizes.at(-1) ?? 0)]
if (small && large && sizes.length > 1)
  figure({ name: 'list at the largest size against the smallest', value: large / small, unit: '×', budget: 1.5 })
end()
