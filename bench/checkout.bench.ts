import { openBigShop, type BigShop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'
import { durableUpdateMs } from './pgbench.ts'

// A sale at the counter over HTTP, committed to disk, and how soon the till is notified of a change; `npm run bench -- checkout`.
const rounds = 80
const warm = 15
/** Separates the keys and order numbers of this run from those of earlier ones on the same data. */
const run = Date.now().toString(36)

type CreatedCheckout = { order_uuid: string; operation_id: string }

const path = ({ merchantId }: BigShop) => `/v2/merchants/${merchantId}/request-checkout-offline`
const phoneOf = (at: number) => `6${String((Date.now() + at * 7_919) % 100_000_000).padStart(8, '0')}`

/** An amount only, or with all optional fields. */
function orderBody(at: number, whole: boolean): object {
  const total = 6_000 + (at % 2_000)
  const order = { total_amount: total, articles: [{ name: 'Compra en tienda', quantity: 1, price: total, tax_rate: 0 }] }
  if (!whole) return { submit_type: 'user', order }
  const customer = { first_name: 'Íñigo', last_name: 'Goñi Azkue', email: `cliente.${run}.${at}@correo.example`, phone: phoneOf(at) }
  return {
    submit_type: 'user',
    order: { ...order, mid: `BANCO-${run}-${at}` },
    customer,
    channels: ['sms', 'email'],
    notes: 'Recoge el lunes',
  }
}

let nth = 0
async function create(shop: BigShop, whole: boolean): Promise<{ ms: number; made: CreatedCheckout }> {
  nth += 1
  const { ms, status, text } = await shop.call('POST', path(shop), orderBody(nth, whole), { 'idempotency-key': `bench-${run}-${nth}` })
  if (status !== 201) throw new Error(`no link: ${status} ${text.slice(0, 300)}`)
  return { ms, made: JSON.parse(text) as CreatedCheckout }
}

async function timesOf(work: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ms = await work()
    if (round >= warm) times.push(ms)
  }
  return times
}

/** From the shop's own cancellation to the response of a till's long poll. */
async function heardMs(shop: BigShop): Promise<number> {
  const { made } = await create(shop, false)
  const waiting = shop
    .call('GET', `${path(shop)}/${made.order_uuid}/check?wait=10&seen=1`)
    .then(({ text }) => ({ at: performance.now(), progress: (JSON.parse(text) as { progress: string }).progress }))
  await new Promise((resolve) => setTimeout(resolve, 30))
  const { status } = await shop.call('POST', `/v2/merchants/${shop.merchantId}/orders/${made.operation_id}/cancel`, {})
  const changedAt = performance.now()
  const heard = await waiting
  if (status !== 204 || heard.progress !== 'cancelled') throw new Error(`not cancelled: ${status} ${heard.progress}`)
  return Math.max(0, heard.at - changedAt)
}

const shop = await openBigShop(20_000)
const updateMs = await durableUpdateMs(shop.database.ownerUrl)
const reference = updateMs === null ? {} : { reference: { name: 'durable update of one row, pgbench', value: updateMs } }
const facts = { operations: 20_000 }
for (const whole of [false, true]) {
  const times = await timesOf(async () => (await create(shop, whole)).ms)
  const label = whole ? 'link with customer, order number and two messages' : 'link with an amount alone'
  figure({ name: `${label}, p50`, value: quantile(times, 0.5), unit: 'ms', ...reference, facts })
  figure({ name: `${label}, p95`, value: quantile(times, 0.95), unit: 'ms', budget: 150, ...reference, facts })
}
const shown = await timesOf(async () => {
  const { ms, made } = await create(shop, true)
  return ms + (await shop.call('GET', `${path(shop)}/${made.order_uuid}/check`)).ms
})
figure({ name: 'link made and its state read, as the till shows it, p95', value: quantile(shown, 0.95), unit: 'ms', budget: 300, facts })
const listed = await timesOf(async () => (await shop.call('GET', `${path(shop)}?pending=yes`)).ms)
figure({ name: 'links that wait, p95', value: quantile(listed, 0.95), unit: 'ms', budget: 50, facts })
const heard = await timesOf(() => heardMs(shop))
figure({ name: 'change committed to till told, p95', value: quantile(heard, 0.95), unit: 'ms', budget: 200, facts })
await shop.stop()
end()
