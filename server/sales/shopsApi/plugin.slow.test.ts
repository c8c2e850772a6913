import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import { assertBooks, pluginOrder, sendCallbacks, testShop, type TestShop } from '../../testing/shopsApi/shopsApiFixture.ts'
import { payAs } from '../../testing/shopsApi/testPay.ts'
import { issueTestKeys, makeShop, type ShopAnswer, type ShopAsk } from '../../testing/shopsApi/testShop.ts'

// As plugins do, over real HTTP, with only base address and key changed: they join base and path with a slash each, create with v4, then v3, read with v1,
// and check `status`, `cursor.after` and whether `error` is there.
let server: TestServer
let receiver: TestShop
let key: string
beforeAll(async () => {
  server = await startTestServer()
  receiver = await testShop()
  key = (await issueTestKeys(server, ids.merchantA1)).sandbox.private
})
beforeEach(() => {
  receiver.forget()
  server.services.payments.cards = testCards().cards
})
afterAll(async () => {
  await assertBooks(server.database.ownerUrl)
  await server.close()
  await receiver.close()
})

const php = 'Sdk/0.2.2, PHP/8.2.1, WordPress/6.6, WooCommerce/9.1, Plugin/4.2.1'
/** A plugin's request: base and path both have a slash. */
const plugin = (method: string, path: string, ask: ShopAsk = {}): Promise<ShopAnswer> =>
  makeShop(server, key)(method, `/${path}`, { ...ask, sandbox: true, headers: { 'user-agent': php, ...ask.headers } })
const v4 = { accept: 'application/vnd.zeta.sandbox.v4+json' }
const v3 = { accept: 'application/vnd.zeta.sandbox.v3+json' }

type Order = Parameters<typeof pluginOrder>[0]
const order = (more: Order = {}) =>
  pluginOrder({ ...more, merchant: { notification_url: `${receiver.url}/?path=zeta&wc-api=1`, ...more.merchant } })

/** The customer pays on our page. */
const pay = ({ checkout_url }: { checkout_url: string }, product?: 'instalments' | 'pay_later') => payAs(server, checkout_url, product)

/** Open operations with the shop's order number. */
async function living(mid: string): Promise<string[]> {
  const rows = await server.ownerSql<{ id: string }>(
    `select replace(id::text, '-', '') as id from operations where mid = $1 and mode = 'sandbox' and category in ('in_process', 'accepted')`,
    [mid],
  )
  return rows.map(({ id }) => id)
}

it('a plugin saves a key, sells, captures a part, refunds some, then all', async () => {
  expect((await plugin('GET', '/merchants/api-keys')).body).toMatchObject({ sandbox: true })
  const body = order({ product: { type: 'pay_later' } })
  const created = await plugin('POST', '/checkout', { body, headers: v4 })
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toBe(created.body.checkout_url)

  // Meanwhile the plugin asks whether it is paid: a first row would mean so.
  const mid = String(body.order.id)
  expect((await plugin('GET', `/orders?mid=${mid}`)).body.results).toEqual([])

  // The shop finds the order by the callback, checks the key in the address, and assigns its own number.
  receiver.says = { body: JSON.stringify({ status: 'ok', order_id: `${mid}-final` }) }
  await pay(created.body, 'pay_later')
  const [question, news] = receiver.heard
  expect(question?.url.searchParams.get('access_token')).toBe(key)
  expect(question?.body).toMatchObject({
    mid,
    status: 'pending',
    status_reason: 'confirmation_required',
    sandbox: true,
    total_amount: 60_000,
  })
  expect(news?.body).toMatchObject({ mid: `${mid}-final`, status: 'ok', status_reason: null })

  const list = (await plugin('GET', `/orders?mid=${mid}-final`)).body
  expect([list.paging.count, list.cursor.after, list.results[0].id]).toEqual([1, null, created.body.id])
  // The cart's earlier number still finds it.
  const path = `/orders/${mid}`
  expect((await plugin('GET', `${path}/captures`)).body.remaining_capture_amount).toBe(60_000)
  const shipped = await plugin('POST', `${path}/captures`, { body: { amount: 45_000 } })
  expect(shipped.body).toMatchObject({ amount: 45_000, remaining_capture_amount: 15_000 })
  await plugin('POST', `${path}/captures`)
  expect((await plugin('GET', `${path}/captures`)).body.remaining_capture_amount).toBe(0)
  const answer = await plugin('POST', `${path}/refund-extended`, { body: { amount: 10_000 } })
  expect(answer.body).toMatchObject({ remaining_amount: 50_000, refund: { amount: 10_000 } })
  const all = await plugin('POST', `${path}/refund-extended`, { body: { amount: 50_000 } })
  expect(all.body.remaining_amount).toBe(0)
  const after = (await plugin('GET', path)).body
  expect(after).toMatchObject({ status: 'ok', refunded_amount: 60_000 })
  expect(after.cancelled).not.toBeNull()
})

it('a plugin sells and cancels; the shop is sent ok once and nothing more', async () => {
  const requestBody = order()
  const created = (await plugin('POST', '/checkout', { body: requestBody, headers: v4 })).body
  await pay(created)
  expect((await plugin('GET', `/orders/${created.id}`)).body).toMatchObject({ status: 'ok', mid: String(requestBody.order.id) })
  const cancelled = await plugin('POST', `/orders/${String(requestBody.order.id)}/cancel`)
  expect([cancelled.status, cancelled.raw]).toEqual([204, ''])
  await sendCallbacks(server.services)
  expect(receiver.heard.map(({ body }) => body.status)).toEqual(['pending', 'ok'])
})

it('a plugin answers ko, and the order is stopped', async () => {
  receiver.says = { body: '{"status": "ko", "reason": "no stock"}' }
  const created = (await plugin('POST', '/checkout', { body: order(), headers: v4 })).body
  await pay(created)
  expect((await plugin('GET', `/orders/${created.id}`)).body).toMatchObject({
    status: 'ko',
    status_reason: 'confirmation_rejected_by_merchant',
  })
})

it.each([
  ['with a coupon that is net of tax', { order: { total_amount: 55_000, discount: 4_132 } }],
  ['without shipping and with minimal customer data', { shipping: null, customer: [], billing: false }],
])('a plugin order %s ends as one open operation, at its total', async (_name, more) => {
  const body = order(more as Order)
  const created = await plugin('POST', '/checkout', { body, headers: v4 })
  expect(created.status).toBe(201)
  expect(await living(String(body.order.id))).toEqual([created.body.id])
  expect((await plugin('GET', `/orders/${created.body.id}`)).body.total_amount).toBe(body.order.total_amount)
})

it('a plugin whose first answer was lost repeats the call, by v4 and by v3, and has one open operation', async () => {
  const requestBody = order()
  const mid = String(requestBody.order.id)
  const lost = await plugin('POST', '/checkout', { body: requestBody, headers: v4 })
  const again = await plugin('POST', '/checkout', { body: requestBody, headers: v3 })
  // Within five seconds it is the first answer.
  expect(again.body.id).toBe(lost.body.id)
  server.moveClock(20_000)
  const later = await plugin('POST', '/checkout', { body: requestBody, headers: v3 })
  expect(later.status).toBe(201)
  expect(await living(mid)).toEqual([later.body.id])
  await sendCallbacks(server.services)
  // The shop cancels by its order number, so it is not sent the end of the stopped one.
  expect(receiver.heard.filter(({ body }) => body.mid === mid)).toEqual([])
  await pay(later.body)
  const duplicate = await plugin('POST', '/checkout', { body: { ...requestBody, toc: false }, headers: v4 })
  expect([duplicate.status, duplicate.body.error.type]).toEqual([409, 'DuplicatedOrder'])
  expect(await living(mid)).toEqual([later.body.id])
})
