import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { createCheckout, issuePrivateKey, pluginOrder } from '../../testing/shopCheckout/testOrder.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await issuePrivateKey(server)).token
})
afterAll(() => server.close())

const create = (order: { [name: string]: unknown }, more: { [name: string]: unknown } = {}) =>
  createCheckout(server, key, pluginOrder({ order, ...more }))
const accept = 'application/vnd.zeta.sandbox.v1+json'
const view = async (ref: string) => {
  const { status, raw } = await server.send('GET', `/orders/${ref}`, { headers: { authorization: `Bearer ${key}`, accept } })
  return { status, body: JSON.parse(raw) }
}
const cartOf = async (operationId: string) =>
  (await server.call('operationCart', { params: { merchantId: hexOf(ids.merchantA1), operationId }, as: 'ownerA', mode: 'sandbox' })).body

describe('the carts of shop programs', () => {
  it.each([
    [
      'WooCommerce: kilos, a negative fee as a coupon, entities in titles',
      [
        { id: 31, name: 'Queso curado &#8211; Le&oacute;n', quantity: 1.25, price: 40_000, tax_rate: 400 },
        { id: 'fee_1', name: 'Cup&oacute;n BIENVENIDA', quantity: 1, price: -2_000, tax_rate: 400 },
      ],
      { total_amount: 49_920 },
      [
        ['Queso curado – León', 1.25, 52_000],
        ['Cupón BIENVENIDA', 1, -2_080],
      ],
      0,
    ],
    [
      'PrestaShop: a gift without a price, a line with zero units, integers as strings, false for unknown',
      [
        { id: '7-0', name: 'Mesa', quantity: '2', price: '20000', tax_rate: '2100', image_url: false, category: false },
        { id: '9-0', name: 'Regalo', quantity: '1', price: '0', tax_rate: false },
        { id: '8-0', name: 'Retirado', quantity: '0', price: '1500', tax_rate: '2100' },
      ],
      { total_amount: '48400', discount: false },
      [
        ['Mesa', 2, 48_400],
        ['Regalo', 1, 0],
        ['Retirado', 0, 0],
      ],
      0,
    ],
    [
      'Magento: quantities with four decimals, a cent of rounding in the total',
      [
        { id: 'SKU 1', name: 'Cable', quantity: '3.0000', price: 13_361, tax_rate: 2_100 },
        { id: 'M', name: 'Tela', quantity: '0.5000', price: 333, tax_rate: 2_100 },
      ],
      { total_amount: 48_703 },
      [
        ['Cable', 3, 48_500],
        ['Tela', 0.5, 201],
      ],
      2,
    ],
    [
      'Shopify and Shopware: promotions as negative lines, long titles',
      [
        { id: 'c0ffee00c0ffee00c0ffee00c0ffee00', name: `Sofá ${'muy largo '.repeat(40)}`, quantity: 1, price: 50_000, tax_rate: 2_100 },
        { id: 'promotion', name: '10 % de descuento', quantity: 1, price: -5_000, tax_rate: 2_100 },
      ],
      { total_amount: 54_450 },
      [
        [`Sofá ${'muy largo '.repeat(40)}`.slice(0, 250).trim(), 1, 60_500],
        ['10 % de descuento', 1, -6_050],
      ],
      0,
    ],
  ] as const)('%s', async (_name, articles, order, lines, difference) => {
    const { status, created, raw } = await create({ ...order, articles })
    expect([status, raw]).toEqual([201, expect.any(String)])
    const { body } = await view(created.id)
    expect(body.total_amount).toBe(Number(order.total_amount))
    expect(
      body.articles.map(({ name, quantity, total }: { name: string; quantity: number; total: number }) => [name, quantity, total]),
    ).toEqual(lines)
    expect(await cartOf(created.id)).toMatchObject({ totalAmount: Number(order.total_amount), differenceAmount: difference })
  })

  it('are refused when a quantity or a price is invalid', async () => {
    const line = { id: 1, name: 'Mesa', quantity: 1, price: 60_000 }
    for (const [field, value] of [
      ['quantity', -1],
      ['quantity', '1,5'],
      ['quantity', '1e3'],
      ['quantity', 'x'],
      ['price', '12.50'],
      ['price', 1.5],
    ] as const) {
      const { status, error } = await create({ articles: [{ ...line, [field]: value }] })
      expect([field, value, status, Object.keys(error.fields ?? {})]).toEqual([field, value, 400, [`order.articles.0.${field}`]])
    }
  })
})

describe('the order number', () => {
  it('is normalised for blanks and invisible characters: one open order, found by each spelling', async () => {
    const customer = { email: 'sp1@mora.test', first_name: 'Ana', last_name: 'Mora' }
    const first = await create({ id: 'SP-1' }, { customer })
    const second = await create({ id: ' SP-1\u00a0' }, { customer })
    expect([first.status, second.status]).toEqual([201, 201])
    expect((await view(first.created.id)).body.substatus).toBe('stopped_duplicated')
    for (const ref of ['SP-1', 'SP-1%20', '%EF%BB%BFSP-1'])
      expect((await view(ref)).body).toMatchObject({ id: second.created.id, mid: 'SP-1' })
    const { raw } = await server.send('GET', '/orders?mid=SP-1%20&status=any', { headers: { authorization: `Bearer ${key}`, accept } })
    expect(JSON.parse(raw).paging.count).toBe(2)
  })

  it('that is blank counts as missing', async () => {
    const { status, error } = await create({ id: ' \u200b ' })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['order.id']])
  })
})
