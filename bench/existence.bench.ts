import { withClient } from '../server/platform/database/withClient.ts'
import { openBigShop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'

// Whether the response time of a refusal distinguishes another shop's operation from a missing one; `npm run bench -- existence`.
const size = Number((process.env.BENCH_SIZES ?? '20000').split(',')[0])
const rounds = 200
const shop = await openBigShop(size)
const orders = `/v2/merchants/${shop.merchantId}/orders`
const otherIds = await withClient(shop.database.ownerUrl, async (client) => {
  const { rows } = await client.query<{ id: string }>(
    "select replace(id::text, '-', '') as id from operations where replace(merchant_id::text, '-', '') <> $1 limit 200",
    [shop.merchantId],
  )
  return rows.map(({ id }) => id)
})
const taken = { theirs: [] as number[], nobodys: [] as number[] }
const bodies = new Set<string>()
for (let round = 0; round < rounds + 20; round += 1) {
  // Alternating, so that a busy moment affects both.
  for (const whose of round % 2 === 0 ? (['theirs', 'nobodys'] as const) : (['nobodys', 'theirs'] as const)) {
    const id = (whose === 'theirs' && otherIds[round % otherIds.length]) || crypto.randomUUID().replaceAll('-', '')
    const { ms, status, text } = await shop.call('GET', `${orders}/${id}`)
    if (status !== 404) throw new Error(`${whose}: ${status}`)
    bodies.add(text.replaceAll(id, 'id').replace(/"request_id":"[^"]+"/, ''))
    if (round >= 20) taken[whose].push(ms)
  }
}
if (bodies.size !== 1) throw new Error(`the answers differ: ${[...bodies].join(' | ')}`)
const [known, unknown] = [quantile(taken.theirs, 0.5), quantile(taken.nobodys, 0.5)]
figure({
  name: "refusal of another shop's operation, p50, less that of none",
  value: Math.abs(known - unknown),
  unit: 'ms',
  budget: 5,
  facts: { theirsMs: known, nobodysMs: unknown, rounds },
})
await shop.stop()
end()
