import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const merchantId = hexOf(ids.merchantA1)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z'), proved: false })
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('truncate cart_limits'))

type By = { as?: 'ownerA' | 'editorA' | 'guestA'; mode?: 'live' | 'sandbox'; merchant?: string }
const view = ({ as = 'editorA', mode = 'live', merchant = merchantId }: By = {}) =>
  server.call('cartView', { as, mode, params: { merchantId: merchant } })
const changeAt = (
  revision: number,
  minAmount: number | null,
  maxAmount: number | null,
  { as = 'editorA', mode = 'live', merchant = merchantId }: By = {},
) => server.call('configurationUpdate', { as, mode, params: { merchantId: merchant }, body: { cart: { minAmount, maxAmount }, revision } })
const change = async (minAmount: number | null, maxAmount: number | null, by: By = {}) =>
  changeAt((await view({ ...by, as: 'guestA' })).body.revision, minAmount, maxAmount, by)
const sell = (totalAmount: number, mode: 'live' | 'sandbox' = 'live') =>
  server.call('checkoutOfflineCreate', {
    as: 'editorA',
    mode,
    params: { merchantId },
    body: { submitType: 'user', order: { totalAmount, articles: [{ name: 'Compra', quantity: 1, price: totalAmount, taxRate: 0 }] } },
  })

it('cart limits are those of the products until somebody sets them', async () => {
  const { body } = await view()
  expect(body).toMatchObject({ minAmount: null, maxAmount: null, changedAt: null, changedBy: null })
  expect(body.products.map(({ type, minAmount, maxAmount }) => `${type} ${minAmount} ${maxAmount}`)).toEqual([
    'instalments 1000 300000',
    'pay_in_4 1000 150000',
    'pay_later 1000 100000',
  ])
})

it('cart limits apply to new sales, the till and the simulator, in this shop and mode only', async () => {
  const { status, body } = await change(5_000, 80_000)
  expect([status, body.minAmount, body.maxAmount, body.changedBy]).toEqual([200, 5_000, 80_000, 'Edurne Sáez'])
  for (const [amount, code] of [
    [4_999, 'below_minimum'],
    [80_001, 'above_maximum'],
  ] as const) {
    const refused = await sell(amount)
    expect([refused.status, refused.error.fields?.[0]?.code]).toEqual([400, code])
  }
  for (const amount of [5_000, 80_000]) expect((await sell(amount)).status).toBe(201)
  expect((await sell(4_999, 'sandbox')).status).toBe(201)
  const { body: terms } = await server.call('merchantConfiguration', { as: 'guestA', params: { merchantId } })
  expect(terms.products.map((one) => [one.minAmount, one.maxAmount])).toEqual([
    [5_000, 80_000],
    [5_000, 80_000],
    [5_000, 80_000],
  ])
  const simulated = await server.call('planSimulator', { as: 'guestA', params: { merchantId }, query: { amount: 4_999 } })
  expect([simulated.body.plans.length, simulated.body.outside[0]?.minAmount]).toEqual([0, 5_000])
  for (const elsewhere of [{ mode: 'sandbox' }, { merchant: hexOf(ids.merchantA2), as: 'ownerA' }] as const)
    expect((await view(elsewhere)).body.minAmount).toBeNull()
})

it('cart limits do not change the terms of checkouts opened before', async () => {
  const { body: sale } = await sell(6_000)
  await change(20_000, null)
  const checkout = await server.send('GET', `/v2/checkout/${sale.checkoutId}`, {
    headers: { authorization: `Bearer ${sale.checkoutUrl.split('#')[1] ?? ''}` },
  })
  expect(checkout.status).toBe(200)
  expect((JSON.parse(checkout.raw) as { plans: unknown[] }).plans.length).toBeGreaterThan(0)
})

it.each([
  [999, null, 'cart.min_amount below_products'],
  [null, 300_001, 'cart.max_amount above_products'],
  [50_000, 49_999, 'cart.min_amount above_maximum'],
])('cart limits of %s to %s are refused without any change', async (min, max, problem) => {
  await change(2_000, 9_000)
  const refused = await change(min, max)
  expect([refused.status, `${refused.error.fields?.[0]?.name} ${refused.error.fields?.[0]?.code}`]).toEqual([400, problem])
  expect((await view()).body).toMatchObject({ minAmount: 2_000, maxAmount: 9_000 })
})

it('cart limits are not overwritten: the second of two simultaneous saves is told who was first', async () => {
  for (const revision of [0, 1]) {
    const min = 2_000 + revision
    const both = await Promise.all([changeAt(revision, min, 9_000), changeAt(revision, 4_000, 8_000 + revision, { as: 'ownerA' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const first = both.find(({ status }) => status === 200)
    const { error } = both.find(({ status }) => status === 409) ?? both[0]
    expect(error.type).toBe('SettingsStale')
    expect(error.message).toContain(first?.body.changedBy)
    const { body: now } = await view()
    expect(now).toEqual(first?.body)
    expect(now.revision).toBe(revision + 1)
  }
  // Saving unchanged values is no conflict.
  const { body } = await view()
  expect((await changeAt(0, body.minAmount, body.maxAmount)).status).toBe(200)
})

it('cart limits can be removed again; a guest only reads them', async () => {
  await change(2_000, 9_000)
  expect((await change(null, null, { as: 'guestA' })).error.type).toBe('PermissionDenied')
  expect((await view({ as: 'guestA' })).body.minAmount).toBe(2_000)
  expect((await change(null, null)).body).toMatchObject({ minAmount: null, maxAmount: null })
  expect((await sell(1_000)).status).toBe(201)
})

it('cart limits preview what they would have excluded in the last whole month and the last three, by Madrid days', async () => {
  const orders: [total: number, at: string, captured: number][] = [
    [4_000, '2026-09-30T22:00:00Z', 4_000],
    [9_000, '2026-10-15T10:00:00Z', 9_000],
    [90_000, '2026-10-31T22:59:59Z', 90_000],
    [3_000, '2026-10-31T23:00:00Z', 3_000],
    [3_000, '2026-10-10T10:00:00Z', 0],
    [4_999, '2026-08-31T10:00:00Z', 4_999],
    [4_999, '2026-07-31T21:59:59Z', 4_999],
  ]
  for (const [at, [total, created, captured]] of orders.entries())
    await server.ownerSql(
      `insert into operations (merchant_id, mode, id, substatus, status_reason, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps,
       fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, expires_at)
       values ($1, 'sandbox', $2, 'pending_customer', 'in_process', 'online', 'instalments', 'automatic', $3, $4, 6, 1999, 2192, 250, 30, 2100, 1999, 'Ana', 'Mora', 'ana@mora.test', 'ana mora', $5, $5)`,
      [ids.merchantA1, `01900000-0000-7000-8000-00000000030${at}`, total, captured, created],
    )
  const effectOf = (query: { minAmount?: number; maxAmount?: number }) =>
    server.call('cartEffect', { as: 'editorA', mode: 'sandbox', params: { merchantId }, query })
  const { body } = await effectOf({ minAmount: 5_000, maxAmount: 80_000 })
  expect(body).toEqual({
    month: { from: '2026-10-01', to: '2026-10-31', orders: 3, outside: 2, outsideAmount: 94_000 },
    quarter: { from: '2026-08-01', to: '2026-10-31', orders: 4, outside: 3, outsideAmount: 98_999 },
  })
  expect((await effectOf({})).body.quarter.outside).toBe(0)
  expect((await effectOf({ minAmount: 4_000, maxAmount: 90_000 })).body.month.outside).toBe(0)
})
