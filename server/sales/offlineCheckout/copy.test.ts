import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '../../platform/calls/wire.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { merchantA1, request, shop } from '../../testing/offlineCheckout/testCheckout.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const link = async () => (await shop(server).create(request(20_000))).body

describe('the operation of a link', () => {
  it('is included, so that it is found however many there are', async () => {
    const created = await link()
    const seen = await server.call('operationDetail', { params: { ...merchantA1, operationId: created.operationId }, as: 'guestA' })
    expect(seen.body.checkoutId).toBe(created.checkoutId)
    const where = await server.call('objectWhereabouts', { params: { objectId: created.checkoutId }, as: 'guestA' })
    expect(where.body).toMatchObject({ kind: 'checkout', ...merchantA1, mode: 'live' })
  })
})

describe('a copy', () => {
  it('requests the same again', async () => {
    const body = request(26_500, {
      mid: 'COPIA-1',
      customer: { firstName: 'Ana', phone: '612345600', documentId: '12345678Z', birthday: '1990-02-28' },
      product: { type: 'instalments', numInstalments: 6 },
      channels: ['sms'],
      notes: 'Recoge el lunes',
      expiresInMinutes: 60,
    })
    const first = (await shop(server).create(body)).body
    const copied = await shop(server).copy(first.orderUuid)
    expect(copied.body).toEqual({
      ...body,
      order: {
        mid: 'COPIA-1',
        totalAmount: 26_500,
        currency: 'EUR',
        articles: [{ name: 'Compra en tienda', quantity: 1, price: 26_500, taxRate: 0, total: 26_500 }],
      },
    })
    expect((await shop(server).create({ ...copied.body, replaces: first.checkoutId })).status).toBe(201)
  })

  it("preserves discount and delivery of a plugin's cart, to the cent", async () => {
    const first = await link()
    const articles = [
      { name: 'Silla', quantity: 3, price: 4_000, tax_rate: 2_100, discount: 1_000, total: 13_310 },
      { name: 'Mesa', quantity: 1, price: 10_000, tax_rate: 2_100, discount: 0, total: 12_100 },
    ]
    await server.ownerSql('update carts set articles = $2, shipping = $3 where operation_id = $1', [
      uuidOf(first.operationId),
      JSON.stringify(articles),
      JSON.stringify({ name: 'Envío', method: 'postal', total: 590 }),
    ])
    await server.ownerSql('update operations set total_cents = 26000 where id = $1', [uuidOf(first.operationId)])
    const { body } = await shop(server).copy(first.orderUuid)
    expect(body.order.articles.reduce((sum, one) => sum + (one.total ?? 0), 0)).toBe(26_000)
    const again = await shop(server).create({ ...body, replaces: first.checkoutId })
    expect(again.status).toBe(201)
  })

  it('omits what the customer gave for the credit check only, and is refused to guests', async () => {
    const first = await link()
    const address = JSON.stringify({ street: 'Calle Mayor 1', postcode: '28013', city: 'Madrid', country: 'ES' })
    await server.ownerSql(`update checkouts set birthday = '1990-01-01', address = $2, identified_at = now() where id = $1`, [
      uuidOf(first.checkoutId),
      address,
    ])
    const { body } = await shop(server).copy(first.orderUuid)
    expect(body.customer).toEqual({})
    expect((await shop(server, 'guestA').copy(first.orderUuid)).error.type).toBe('PermissionDenied')
    expect((await shop(server, 'editorA', 'sandbox').copy(first.orderUuid)).status).toBe(404)
  })
})
