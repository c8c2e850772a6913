import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/shopsApi/shopsApiFixture.ts'
import { issueTestKeys, makeShop, type Shop } from '../../testing/shopsApi/testShop.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = makeShop(server, (await issueTestKeys(server, ids.merchantA1)).live.private)
})
afterAll(() => server.close())

const articles = [
  { id: 7, name: 'Silla', quantity: 2, price: 10_000, tax_rate: 2_100, discount: 500 },
  { id: 'B', name: 'Portes gratis', quantity: '1', price: '0' },
]

describe('the cart of an order', () => {
  it('is replaced, updated in part, and recorded; the money stays', async () => {
    const id = await writeOperation(server.database.ownerUrl, { totalCents: 30_000 })
    const put = await shop('PUT', `/orders/${id}`, {
      body: { order: { articles, shipping: { name: 'Correos', price: 500, tax_rate: 2_100 } } },
    })
    expect([put.status, put.raw]).toEqual([204, ''])
    const whole = (await shop('GET', `/orders/${id}`)).body
    expect(whole).toMatchObject({ total_amount: 30_000, captured_amount: 30_000, shipping: { name: 'Correos', tax_rate: 2_100 } })
    expect(whole.articles.map((one: { id: string; total: number }) => [one.id, one.total])).toEqual([
      ['7', 22_990],
      ['B', 0],
    ])
    expect((await shop('PATCH', `/orders/${id}`, { body: { order: { discount: 1_000 } } })).status).toBe(204)
    const part = (await shop('GET', `/orders/${id}`)).body
    expect(part).toMatchObject({ discount: 1_000, articles: whole.articles, shipping: whole.shipping })
    const [row] = await server.ownerSql<{ difference_cents: string }>(
      `select difference_cents from shop_orders where replace(operation_id::text, '-', '') = $1`,
      [id],
    )
    expect(Number(row?.difference_cents)).toBe(30_000 - (22_990 + 605 - 1_000))
    const { body } = await server.call('operationDetail', { params: { merchantId: hexOf(ids.merchantA1), operationId: id }, as: 'ownerA' })
    expect(body.history.filter(({ event }) => event === 'cart_changed')).toHaveLength(2)
  })

  it('cannot change the total: the refusal names the calls that refund', async () => {
    const id = await writeOperation(server.database.ownerUrl, { totalCents: 30_000 })
    const refused = await shop('PUT', `/orders/${id}`, { body: { order: { articles, total_amount: 29_999 } } })
    expect([refused.status, refused.body.error.type]).toEqual([400, 'ApiValidationException'])
    expect(refused.body.error.fields['order.total_amount'][0]).toMatch(/refund-extended.*void/)
    expect((await shop('GET', `/orders/${id}`)).body).toMatchObject({ total_amount: 30_000, articles: [{ name: 'Lámpara' }] })
    expect((await shop('PUT', `/orders/${id}`, { body: { order: { articles, total_amount: '30000' } } })).status).toBe(204)
  })

  it('requires articles in a PUT', async () => {
    const id = await writeOperation(server.database.ownerUrl)
    const refused = await shop('PUT', `/orders/${id}`, { body: { order: { discount: 5 } } })
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['order.articles']])
  })
})
