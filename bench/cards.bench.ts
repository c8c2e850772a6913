import { randomUUID } from 'node:crypto'
import { cents } from '../domain/platform/money.ts'
import { cardsByMode } from '../server/money/payments/cardsByMode.ts'
import { simulatedCards } from '../server/money/payments/simulatedCards.ts'
import { stripeCards } from '../server/money/payments/stripe/stripeCards.ts'
import { cardOfStripe } from '../server/testing/payments/cardHarness.ts'
import { startFakeStripe } from '../server/testing/payments/fakeStripe.ts'
import { startTestServer } from '../server/testing/testServices.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure, quantile } from './figure.ts'

// What Stripe's adapter adds to a sale, its fake answering at once, and signed notifications a second; `npm run bench -- cards`.
const sales = 400
const warm = 50
const notifications = Number(process.env.BENCH_NOTIFICATIONS ?? 3_000)
const senders = 8

const fake = await startFakeStripe()
const cards = stripeCards({ ...fake, apiUrl: fake.url })
const method = await cardOfStripe(fake, cards, '4242424242424242')
const place = { merchantId: randomUUID(), mode: 'live' as const, operationId: randomUUID() }

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const post = async (path: string, body: string): Promise<{ id: string }> => {
  const headers = {
    authorization: `Bearer ${fake.secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': randomUUID(),
  }
  const answer = await fetch(`${fake.url}/v1/${path}`, { method: 'POST', headers, body })
  return (await answer.json()) as { id: string } // an object of the fake
}
const [customer, paymentMethod] = method.token.split('/')
const form = `amount=1000&currency=eur&capture_method=manual&confirm=true&customer=${customer}&payment_method=${paymentMethod}`
async function plainSale(): Promise<void> {
  const { id } = await post('payment_intents', form)
  await post(`payment_intents/${id}/capture`, 'amount_to_capture=1000')
}
async function adaptedSale(): Promise<void> {
  const request = { id: randomUUID(), place, method, amountCents: cents(1_000), returnUrl: 'https://shop.test/' }
  const { reference } = await cards.authorise(request)
  await cards.capture({ reference, amountCents: cents(1_000), mode: 'live' })
}
const plain: number[] = []
const adapted: number[] = []
// In turn, so that whatever else the machine does slows both.
for (let nth = 0; nth < sales + warm; nth += 1) {
  const [one, other] = [await timeOf(plainSale), await timeOf(adaptedSale)]
  if (nth < warm) continue
  plain.push(one)
  adapted.push(other)
}
const [plainMs, adaptedMs] = [quantile(plain, 0.95), quantile(adapted, 0.95)]
figure({
  name: 'added to a sale’s two requests by Stripe’s adapter, p95',
  value: Math.max(0, adaptedMs - plainMs),
  unit: 'ms',
  budget: 5,
  reference: { name: 'the same two requests by fetch, p95', value: plainMs },
  facts: { adaptedMs: Math.round(adaptedMs * 10) / 10 },
})

const cluster = await benchCluster()
const database = { ownerUrl: cluster.ownerUrl, appUrl: cluster.appUrl, drop: () => Promise.resolve() }
const server = await startTestServer({ proved: false, database, config: { checkAnswers: false } })
server.services.payments.cards = cardsByMode(cards, simulatedCards())
const waiting = Array.from({ length: notifications }, (_, nth) => fake.notification('payment_intent.succeeded', `pi_bench${nth}`))
const beganAt = performance.now()
await Promise.all(
  Array.from({ length: senders }, async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const headers = { ...one.headers, 'content-type': 'application/json' }
      const { status } = await server.send('POST', '/partners/stripe/events', { body: one.body.toString(), headers })
      if (status !== 204) throw new Error(`a notification was answered ${status}`)
    }
  }),
)
const seconds = (performance.now() - beganAt) / 1_000
figure({
  name: 'signed notifications taken in',
  value: notifications / seconds,
  unit: '/s',
  budget: 200,
  atLeast: true,
  facts: { notifications, senders },
})
await server.close()
await fake.close()
await cluster.stop()
end()
