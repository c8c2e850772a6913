import { randomUUID } from 'node:crypto'
import { withClient } from '../server/platform/database/withClient.ts'
import { openBigShop, signIn } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'

// Sixteen clients that refund without a pause, each on its own operations: one user in sixteen windows, and sixteen members of one company;
// `npm run bench -- refunders`.
const clients = 16
const seconds = Number(process.env.BENCH_SECONDS ?? 15)
const shop = await openBigShop(20_000)
const orders = `/v2/merchants/${shop.merchantId}/orders`

type Row = { id: string; captured_amount: number; refunded_amount: number }
/** Enough for each client to find another operation every time, for a while. */
async function refundable(many: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < many; page += 1) {
    const { text } = await shop.call('GET', `${orders}?substatus=payment_process&page=${page}`)
    const { results, next } = JSON.parse(text) as { results: Row[]; next: number | null }
    ids.push(...results.filter((one) => one.captured_amount - one.refunded_amount >= 5_000).map(({ id }) => id))
    if (next === null) break
  }
  return ids
}

/** Colleagues of the shop's owner, with the owner's password; they stay for the next run. */
async function people(): Promise<Record<string, string>[]> {
  const emails = Array.from({ length: clients }, (_, nth) => `refunder${nth}@demo.test`)
  await withClient(shop.database.ownerUrl, (client) =>
    client.query(
      `with people as (insert into users (id, email, password_hash, first_name, last_name)
         select gen_random_uuid(), e.email, u.password_hash, u.first_name, u.last_name from users u, unnest($1::text[]) e (email)
         where u.email = 'owner.empresa@demo.test' on conflict do nothing returning id)
       insert into memberships (account_id, user_id, role, joined_at)
       select m.account_id, p.id, 'admin', now() from people p, members m where m.email = 'owner.empresa@demo.test'`,
      [emails],
    ),
  )
  const signed: Record<string, string>[] = []
  for (const email of emails) signed.push(await signIn(shop.address, email))
  return signed
}

async function run(name: string, headersOf: (client: number) => Record<string, string>, operations: readonly string[]): Promise<void> {
  const ms: number[] = []
  let refused = 0
  const line = async (nth: number, until: number, counts: boolean) => {
    for (let round = 0; performance.now() < until; round += 1) {
      const id = operations[(nth + round * clients) % operations.length]
      const answer = await shop.call(
        'POST',
        `${orders}/${id}/refund`,
        { amount: 1 },
        { ...headersOf(nth), 'idempotency-key': randomUUID() },
      )
      if (answer.status !== 201) refused += 1
      else if (counts) ms.push(answer.ms)
    }
  }
  const all = (during: number, counts: boolean) => {
    const until = performance.now() + during * 1_000
    return Promise.all(Array.from({ length: clients }, (_, nth) => line(nth, until, counts)))
  }
  await all(3, false)
  const before = shop.cpuMs()
  const started = performance.now()
  await all(seconds, true)
  const took = (performance.now() - started) / 1_000
  const after = shop.cpuMs()
  const facts = { clients, refused, p50: quantile(ms, 0.5), server: (after.server - before.server) / ms.length }
  figure({ name: `refunds a second, ${name}`, value: ms.length / took, unit: '1/s', budget: 220, atLeast: true, facts })
  figure({ name: `refund, p99, ${name}`, value: quantile(ms, 0.99), unit: 'ms', budget: 150, facts: { clients } })
  const cpuMs = (after.server - before.server + after.database - before.database) / ms.length
  figure({ name: `processor for a refund, ${name}`, value: cpuMs, unit: 'ms', budget: 8, facts: { clients } })
}

const operations = await refundable(400)
const signed = await people()
await run('one person', () => shop.headers, operations)
await run('sixteen people', (nth) => signed[nth] ?? shop.headers, operations)
await shop.stop()
end()
