import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendCallbacks } from '../../testing/outbox/sendOutbox.ts'
import { testShop, type TestShop } from '../../testing/callbacks/testShop.ts'
import { brokenBooks, callerOf, goTo, sign, someone } from '../../testing/checkout/testSale.ts'
import { ids } from '../../testing/testFixture.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import { createCheckout, issuePrivateKey, pluginOrder } from '../../testing/shopCheckout/testOrder.ts'

let server: TestServer
let shop: TestShop
let key: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await testShop()
  key = (await issuePrivateKey(server)).token
})
beforeEach(() => {
  shop.forget()
  server.services.payments.cards = testCards().cards
})
afterAll(async () => {
  await server.close()
  await shop.close()
})

const create = (body: unknown, token = key) => createCheckout(server, token, body)
const operationOf = async (id: string) =>
  (await server.ownerSql<Record<string, unknown>>('select * from operations where id = $1', [uuidOf(id)]))[0] ?? {}
const orderOf = async (id: string) =>
  (await server.ownerSql<Record<string, unknown>>('select * from shop_orders where operation_id = $1', [uuidOf(id)]))[0] ?? {}
const living = (mid: string) =>
  server.ownerSql<{ id: string }>(`select id from operations where mid = $1 and category in ('in_process', 'accepted')`, [mid])

/** The customer of an order, on our page. */
async function customerOf({ id, checkout_url: url }: { id: string; checkout_url: string }) {
  const [, checkoutId = '', token = ''] = /\/checkout\/([0-9a-f]{32})#(.+)$/.exec(url) ?? []
  const call = callerOf(server, uuidOf(checkoutId) ?? '', token)
  const code = async () => {
    const [row] = await server.ownerSql<{ codes_sent: number }>('select codes_sent from checkouts where id = $1', [uuidOf(checkoutId)])
    return server.services.tokens.codeOf(uuidOf(checkoutId) ?? '', row?.codes_sent ?? 0)
  }
  return {
    scope: mintScope(ids.merchantA1, 'sandbox'),
    checkoutId: uuidOf(checkoutId) ?? '',
    operationId: uuidOf(id) ?? '',
    token,
    call,
    browser: () => call,
    code,
  }
}

describe("an order created by a shop's server", () => {
  it("answers with the customer's address, and stores all of the shop's data", async () => {
    const sent = pluginOrder({ merchant: { timeout_checkout: 90, timeout_extra: '120', close_on_success: true } })
    const { status, headers, created } = await create(sent)
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(created.checkout_url)
    expect(Object.keys(created)).toEqual(['id', 'checkout_url', 'expires_at', 'sandbox'])
    expect(created.sandbox).toBe(true)
    expect(await operationOf(created.id)).toMatchObject({
      mid: sent.order.id,
      channel: 'online',
      substatus: 'pending_customer',
      status_reason: 'in_process',
      total_cents: '60000',
      email: sent.customer.email,
    })
    expect(await orderOf(created.id)).toMatchObject({
      success_url: 'https://a1.test/gracias',
      pending_url: 'https://tienda.test/carrito',
      error_url: 'https://tienda.test/carrito',
      dismiss_url: 'https://tienda.test/carrito',
      close_on_success: true,
      extra_minutes: 120,
      difference_cents: '0',
      meta: { module: { name: 'woocommerce', version: '4.2.1' }, version: '9.1' },
    })
    const minutes = (Date.parse(created.expires_at) - server.services.now().getTime()) / 60_000
    expect(Math.round(minutes)).toBe(90)
    // Where the holder of this key is notified of an order; other keys' holders are not.
    expect(await server.ownerSql('select origin from key_origins')).toEqual([{ origin: 'http://127.0.0.1:9' }])
    // The log of its callbacks is pruned, and whether the shop stays in sandbox is checked.
    expect(await server.ownerSql('select merchant_id, mode from callback_sweeps')).toEqual([
      { merchant_id: ids.merchantA1, mode: 'sandbox' },
    ])
    expect(await server.ownerSql('select merchant_id from trial_checks')).toEqual([{ merchant_id: ids.merchantA1 }])
  })

  it("leads to a confirmed sale, with the shop's own number", async () => {
    const sent = pluginOrder({ merchant: { notification_url: `${shop.url}/notify` } })
    const { created } = await create(sent)
    shop.next.push({ body: JSON.stringify({ status: 'ok', order_id: 10_501 }) })
    await sign(await customerOf(created), { who: someone() })
    await sendCallbacks(server.services)
    expect(shop.heard.map(({ body }) => [body.id, body.status, body.mid, body.total_amount])).toEqual([
      [created.id, 'pending', sent.order.id, 60_000],
      [created.id, 'ok', '10501', 60_000],
    ])
    expect(await operationOf(created.id)).toMatchObject({ mid: '10501', substatus: 'payment_process', captured_cents: '60000' })
    expect(await brokenBooks(server)).toEqual([])
  })

  it("finances the shop's total, whatever the sum of its cart, and stores the difference", async () => {
    const { created } = await create(pluginOrder({ order: { total_amount: '59990', discount: -100, cart_discount_rate: '500' } }))
    expect(await operationOf(created.id)).toMatchObject({ total_cents: '59990' })
    // 600,00 € with tax, 1,00 € surcharge, 5 % off: 571,00 €.
    expect(await orderOf(created.id)).toMatchObject({
      difference_cents: String(59_990 - 57_100),
      discount_cents: '-100',
      discount_rate_bps: 500,
    })
    const params = { merchantId: hexOf(ids.merchantA1), operationId: created.id }
    const { body } = await server.call('operationCart', { as: 'guestA', mode: 'sandbox', params })
    expect(body).toMatchObject({ totalAmount: 59_990, differenceAmount: 59_990 - 57_100 })
  })

  it('tolerates malformed fields other than money and identifiers', async () => {
    const { status, created } = await create({
      ...pluginOrder({ merchant: { success_url: 'javascript:alert(1)', timeout_checkout: 'soon', pending_url: '' } }),
      customer: {
        birthday: '31/02/1990',
        gender: 'male',
        phone: '+33 6 12 34 56 78',
        document_id: 'AB123456',
        address: { street: 'Mayor 1', zip: 'abc' },
        more: {},
      },
      shipping: [],
      unknown: { deep: [1] },
    })
    expect(status).toBe(201)
    expect(await operationOf(created.id)).toMatchObject({ email: '', phone: null, document_number: null })
    expect(await orderOf(created.id)).toMatchObject({ success_url: 'https://a1.test/', customer: { gender: 1 } })
  })

  it('normalises pasted identifiers, and refuses by field those it cannot parse', async () => {
    const read = await create({
      ...pluginOrder(),
      customer: {
        email: '\u202aAna@M\uff4fra.Test\u202c',
        phone: '\u200b+34\u00a0612\u2011345\u2011678',
        document_id: '12.345.678\u00ad-Z',
        address: { street: 'Mayor 1', city: 'Madrid', postcode: '\uff12\uff18 001', country: 'ES' },
      },
    })
    expect(await operationOf(read.created.id)).toMatchObject({ email: 'ana@mora.test', phone: '612345678', document_number: '12345678Z' })

    const { status, error } = await create({
      ...pluginOrder(),
      customer: {
        email: 'nobody',
        phone: 'llamar tarde',
        document_id: 'X',
        address: { street: 'Mayor 1', city: 'Madrid', postcode: '2800', country: 'ES' },
      },
    })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([
      400,
      ['customer.email', 'customer.phone', 'customer.document_id', 'customer.address.postcode'],
    ])
  })

  it('truncates long texts between characters, and drops years that PostgreSQL cannot store', async () => {
    const long = (most: number) => `${'a'.repeat(most - 1)}🛋️`
    const sent = pluginOrder({
      order: { articles: [{ id: 1, name: long(250), quantity: 1, price: 60_000 }], options: { event_date: '2026-02-31' } },
      shipping: { name: long(250) },
      customer: { id: long(64), first_name: long(80), last_login: '0000-01-01T00:00:00Z', date_joined: '2026-01-01T00:00:00Z' },
    })
    const { status, created } = await create(sent)
    expect(status).toBe(201)
    expect(await orderOf(created.id)).toMatchObject({
      customer: { id: 'a'.repeat(63), date_joined: '2026-01-01T00:00:00.000Z' },
      event_on: null,
    })
    expect((await orderOf(created.id)).customer).not.toHaveProperty('last_login')
  })

  it('accepts a PHP guest, whose empty object is a list', async () => {
    expect((await create(pluginOrder({ customer: [] }))).status).toBe(201)
  })

  it.each([
    ['a missing notification address', { merchant: { notification_url: null } }, 'merchant.notification_url'],
    ['an invalid notification address', { merchant: { notification_url: 'tienda' } }, 'merchant.notification_url'],
    ['no number', { order: { id: '' } }, 'order.id'],
    ['an order number that cannot be stored', { order: { id: 'A\u0000' } }, ''],
    ['half a surrogate pair in an order number', { order: { id: 'A\ud83d' } }, ''],
    ['a name that cannot be stored', { meta: { 'A\u0000': 1 } }, ''],
    ['a fraction of a cent', { order: { total_amount: 600.5 } }, 'order.total_amount'],
    ['money in words', { order: { total_amount: '600,00' } }, 'order.total_amount'],
    ['a zero amount', { order: { total_amount: 0 } }, 'order.total_amount'],
    ['a negative amount', { order: { total_amount: -1 } }, 'order.total_amount'],
    ['no articles', { order: { articles: [] } }, 'order.articles'],
    ['another currency', { order: { currency: 'USD' } }, 'order.currency'],
    ['no customer', { customer: null }, 'customer'],
  ])('refuses %s, naming the field', async (_name, wrong, field) => {
    const { status, error } = await create(pluginOrder(wrong))
    expect([status, error.type]).toEqual([400, 'ApiValidationException'])
    expect(
      Object.keys(error.fields ?? {}).some((name) => name.startsWith(field)),
      JSON.stringify(error),
    ).toBe(true)
  })

  it.each([
    ['too little', { order: { total_amount: 500 } }],
    ['too much', { order: { total_amount: 5_000_000 } }],
    ['an unknown product', { product: { type: 'lottery' } }],
    ["an amount above the product's maximum", { product: { type: 'pay_later' }, order: { total_amount: 200_000 } }],
  ])('has no credit for %s', async (_name, wrong) => {
    const { status, error } = await create(pluginOrder(wrong))
    expect([status, error.type]).toEqual([403, 'CreditNotAvailable'])
  })

  it('refuses a private notification address in live mode, and one without TLS', async () => {
    const live = (await issuePrivateKey(server, ids.merchantA1, 'live')).token
    for (const url of ['https://10.0.0.1/notify', 'http://tienda.test/notify']) {
      const { status, error } = await createCheckout(server, live, pluginOrder({ merchant: { notification_url: url } }), '*/*')
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['merchant.notification_url']])
    }
  })

  it("extends the expiry for an identity check by the shop's setting", async () => {
    const { created } = await create(pluginOrder({ merchant: { timeout_extra: 30 } }))
    const customer = await customerOf(created)
    await goTo(customer, 'identity')
    await customer.call('checkoutIdentify', { ...someone(), documentId: '99999995C' })
    const { status_reason: reason, expires_at: until } = await operationOf(created.id)
    expect(reason).toBe('challenge_required')
    expect(((until as Date).getTime() - Date.parse(created.expires_at)) / 60_000).toBeCloseTo(30, 0)
  })

  it('offers only the product fixed by the shop', async () => {
    const { created } = await create(pluginOrder({ product: { type: 'pay_later' } }))
    const customer = await customerOf(created)
    const { plans } = (await customer.call('checkoutView')).body
    expect(new Set(plans.map(({ product }) => product))).toEqual(new Set(['pay_later']))
  })
})

describe('orders with the same number', () => {
  it('leave one open order when the first answer was lost and the call is repeated', async () => {
    const sent = pluginOrder()
    const [first, again] = [await create(sent), await create(sent)]
    expect([again.status, again.created.id]).toEqual([201, first.created.id])
    expect(await living(sent.order.id as string)).toHaveLength(1)
  })

  it('leave one open order of ten concurrent ones', async () => {
    const mid = 'BURST-1'
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => create(pluginOrder({ order: { id: mid, total_amount: 60_000 + nth } }))),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await living(mid)).toHaveLength(1)
  })

  it('replace one whose customer has not finished, without sending the shop its end', async () => {
    const merchant = { notification_url: `${shop.url}/notify` }
    const first = await create(pluginOrder({ order: { id: 'AGAIN-1' }, merchant }))
    const second = await create(pluginOrder({ order: { id: 'AGAIN-1', total_amount: 60_100 }, merchant }))
    expect(second.status).toBe(201)
    expect(await operationOf(first.created.id)).toMatchObject({ substatus: 'stopped_duplicated' })
    await sendCallbacks(server.services)
    expect(shop.heard).toEqual([])
  })

  it('are refused beside one pending on the shop, or sold', async () => {
    const sent = pluginOrder({ merchant: { notification_url: `${shop.url}/notify` } })
    const { created } = await create(sent)
    await sign(await customerOf(created), { who: someone() })
    const again = { ...sent, order: { ...sent.order, total_amount: 60_200 } }
    const waiting = await create(again)
    expect([waiting.status, waiting.error.type]).toEqual([409, 'DuplicatedOrder'])
    await sendCallbacks(server.services)
    const sold = await create({ ...again, order: { ...again.order, total_amount: 60_300 } })
    expect([sold.status, sold.error.type]).toEqual([409, 'DuplicatedOrder'])
    expect(await living(sent.order.id as string)).toHaveLength(1)
  })

  it('with another number are refused for the same person and amount within half an hour', async () => {
    const customer = { email: 'berta@mora.test', phone: '611222333', first_name: 'Berta' }
    expect((await create(pluginOrder({ customer, order: { total_amount: 61_000 } }))).status).toBe(201)
    const second = await create(pluginOrder({ customer, order: { total_amount: 61_000 } }))
    expect([second.status, second.error.type]).toEqual([409, 'DuplicatedOrder'])
  })
})
