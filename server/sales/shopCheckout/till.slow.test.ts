import { afterAll, beforeAll, expect, it } from 'vitest'
import { testShop, type TestShop } from '../../testing/callbacks/testShop.ts'
import { sendCallbacks } from '../../testing/outbox/sendOutbox.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { createCheckout, issuePrivateKey, pluginOrder } from '../../testing/shopCheckout/testOrder.ts'

let server: TestServer
let shop: TestShop
let key: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await testShop()
  key = (await issuePrivateKey(server)).token
})
afterAll(async () => {
  await server.close()
  await shop.close()
})

const create = (body: unknown) => createCheckout(server, key, body, undefined, '/checkout/offline')
const status = async (id: string, token = key) => {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.zeta.sandbox.v3+json' }
  const { status: code, raw } = await server.send('GET', `/checkout/${id}/status`, { headers })
  return { code, body: JSON.parse(raw) as Record<string, unknown> }
}

it('a sale at the till lives 72 hours, asks for consent, and has a status of seven fields', async () => {
  const sent = pluginOrder({ merchant: { notification_url: undefined, ipn_url: `${shop.url}/ipn` } })
  const { status: code, created } = await create(sent)
  expect(code).toBe(201)
  expect(Object.keys(created)).toEqual(['id', 'checkout_url', 'expires_at'])
  expect(Math.round((Date.parse(created.expires_at) - server.services.now().getTime()) / 3_600_000)).toBe(72)
  const [row] = await server.ownerSql('select channel, status_reason from operations where id = $1', [uuidOf(created.id)])
  expect(row).toEqual({ channel: 'in_store', status_reason: 'consent_required' })
  expect((await status(created.id)).body).toEqual({
    id: created.id,
    mid: sent.order.id,
    total_amount: 60_000,
    currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
    status: 'pending',
    status_reason: 'in_process',
    sandbox: true,
  })
})

it('the till is sent the end of the sale', async () => {
  shop.forget()
  const { created } = await create(pluginOrder({ merchant: { ipn_url: `${shop.url}/ipn` } }))
  server.moveClock(73 * 3_600_000)
  await server.runClock()
  await sendCallbacks(server.services)
  const [request] = shop.heard.filter(({ body }) => body.id === created.id)
  expect([request?.url.pathname, request?.body.status, request?.body.status_reason]).toEqual(['/ipn', 'ko', 'consent_expired'])
  expect((await status(created.id)).body).toMatchObject({ status: 'ko', status_reason: 'consent_expired' })
})

it('a sale at the till is refused without a telephone, and with an invalid address', async () => {
  const nameless = await create(pluginOrder({ customer: { first_name: 'Ana' } }))
  expect([nameless.status, Object.keys(nameless.error.fields ?? {})]).toEqual([400, ['customer.phone']])
  const wrong = await create(pluginOrder({ merchant: { ipn_url: 'tienda' } }))
  expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['merchant.ipn_url']])
})

it("the status of another shop's order is not found", async () => {
  const { created } = await create(pluginOrder())
  const other = (await issuePrivateKey(server, ids.merchantB1)).token
  expect((await status(created.id, other)).code).toBe(404)
  expect((await status('nothing')).code).toBe(404)
})
