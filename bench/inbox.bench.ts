import { openBigShop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'

// The inbox of a shop's members, derived from the current state each time; `npm run bench -- inbox`.
const rounds = 60
const shop = await openBigShop(20_000)

async function p50(path: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { ms, status, text } = await shop.call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
    if (round >= 10) times.push(ms)
  }
  return quantile(times, 0.5)
}

const path = `/v2/merchants/${shop.merchantId}/inbox`
const { items } = JSON.parse((await shop.call('GET', path)).text) as { items: unknown[] }
const reference = { name: 'GET /v2/me, the smallest signed-in call', value: await p50('/v2/me') }
figure({
  name: 'inbox, p50',
  value: await p50(path),
  unit: 'ms',
  budget: 30,
  reference,
  facts: { operations: 20_000, items: items.length },
})
await shop.stop()
end()
