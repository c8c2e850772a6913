import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

let server: TestServer
const operation = (digits: string) => `01900000-0000-7000-8000-0000000003${digits}`
const link = (digits: string) => `01900000-0000-7000-8000-0000000004${digits}`
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 7 })
  for (const [merchantId, mode, digits] of [
    [ids.merchantA1, 'live', 'a1'],
    [ids.merchantA2, 'sandbox', 'a2'],
    [ids.merchantB1, 'live', 'b1'],
  ] as const) {
    await server.ownerSql(
      `insert into operations (merchant_id, mode, id, substatus, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents, vat_bps,
      reference_tin_bps, first_name, last_name, email, search_text, created_at) values ($1, $2, $3, 'pending_customer', 'online', 'instalments', 'automatic', 60000, 6, 1999, 2192, 250, 30, 2100, 1999, 'A', 'M', 'a@m.test', 'a m', now())`,
      [merchantId, mode, operation(digits)],
    )
    await server.ownerSql(
      `insert into operation_trigrams (merchant_id, mode, operation_id, created_at, grams) values ($1, $2, $3, now(), '{1}')`,
      [merchantId, mode, operation(digits)],
    )
    await server.ownerSql('insert into checkout_links (checkout_id, merchant_id, mode) values ($1, $2, $3)', [
      link(digits),
      merchantId,
      mode,
    ])
  }
})
afterAll(() => server.close())

describe('the shops', () => {
  it.each<[Persona, string[]]>([
    ['ownerA', [ids.merchantA1, ids.merchantA2]],
    ['guestA', [ids.merchantA1, ids.merchantA2]],
    ['limitedA', [ids.merchantA2]],
    ['ownerB', [ids.merchantB1]],
  ])('of %s are those they may enter', async (persona, expected) => {
    const { body } = await server.call('merchantList', { as: persona })
    expect(body.map(({ id }) => id)).toEqual(expected.map(hexOf))
  })

  it('match the contract', async () => {
    expect((await server.call('merchantList', { as: 'pendingD' })).body).toEqual([
      { id: hexOf(ids.merchantD1), name: 'Ríos Moda', status: 'pending', sandboxEnabled: true, country: 'ES', currency: 'EUR', tax: 'iva' },
    ])
    const { body } = await server.call('merchantDetail', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1) } })
    expect(body).toMatchObject({ name: 'Tienda Gran Vía', url: 'https://a1.test', created: '2025-01-02T00:00:00.000Z', liveOn: null })
  })

  it('show the reason of a rejection to the owner only', async () => {
    await server.ownerSql(
      `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at, decided_at, outcome, reason)
        values ($1, $2, '06', 'ES9121000418450200051332', 1, 1, now(), now(), 'rejected', 'No aceptamos esta actividad.')`,
      [ids.merchantA2, ids.accountA],
    )
    const rejectionFor = async (as: Persona) =>
      (await server.call('merchantDetail', { as, params: { merchantId: hexOf(ids.merchantA2) } })).body.rejection?.reason ?? null
    expect(await Promise.all((['ownerA', 'adminA', 'editorA', 'guestA'] as const).map(rejectionFor))).toEqual([
      'No aceptamos esta actividad.',
      null,
      null,
      null,
    ])
    expect((await server.call('merchantDetail', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1) } })).body.rejection).toBeNull()
  })

  it.each<[Persona, string]>([
    ['ownerA', ids.merchantB1],
    ['limitedA', ids.merchantA1],
    ['ownerB', ids.merchantA1],
  ])('are closed to %s when not theirs', async (persona, merchantId) => {
    for (const name of ['merchantDetail', 'merchantConfiguration'] as const) {
      const answer = await server.call(name, { as: persona, params: { merchantId: hexOf(merchantId) } })
      expect([answer.status, answer.error.fields?.uuid]).toEqual([404, hexOf(merchantId)])
    }
  })
})

describe('the configuration', () => {
  it("is that of the mode, with the refund's undo time", async () => {
    await server.ownerSql(
      `update merchant_terms set enabled = false where merchant_id = $1 and mode = 'sandbox' and product = 'pay_later'`,
      [ids.merchantA1],
    )
    const of = async (mode: 'live' | 'sandbox') =>
      (await server.call('merchantConfiguration', { as: 'editorA', mode, params: { merchantId: hexOf(ids.merchantA1) } })).body
    const live = await of('live')
    expect(live).toMatchObject({ currency: 'EUR', country: 'ES', refundHoldSeconds: 7 })
    expect(live.products[0]).toEqual({
      type: 'instalments',
      enabled: true,
      minAmount: 1000,
      maxAmount: 300_000,
      instalmentsAllowed: [3, 6, 12],
      tin: 1999,
      openingFeeRate: 0,
      downpayment: 'none',
      captureMode: 'automatic',
      feeRate: 250,
      feeFixed: 35,
      vatRate: 2100,
    })
    expect(live.products.map(({ type, enabled }) => `${type} ${enabled}`)).toEqual(['instalments true', 'pay_in_4 true', 'pay_later true'])
    expect((await of('sandbox')).products.map(({ type, enabled }) => `${type} ${enabled}`)).toEqual([
      'instalments true',
      'pay_in_4 true',
      'pay_later false',
    ])
  })
})

describe('objectWhereabouts', () => {
  const where = (persona: Persona, id: string) => server.call('objectWhereabouts', { as: persona, params: { objectId: id } })

  it.each<[Persona, string, object]>([
    ['ownerA', 'a1', { merchantId: hexOf(ids.merchantA1), merchantName: 'Tienda Gran Vía', mode: 'live' }],
    ['guestA', 'a2', { merchantId: hexOf(ids.merchantA2), merchantName: 'Tienda Triana', mode: 'sandbox' }],
    ['limitedA', 'a2', { merchantId: hexOf(ids.merchantA2), merchantName: 'Tienda Triana', mode: 'sandbox' }],
    ['ownerB', 'b1', { merchantId: hexOf(ids.merchantB1), merchantName: 'Ferretería Vidal', mode: 'live' }],
  ])('answers %s with shop and mode of object %s', async (persona, digits, expected) => {
    expect((await where(persona, hexOf(operation(digits)))).body).toEqual({ kind: 'operation', ...expected })
    expect((await where(persona, hexOf(link(digits)))).body).toEqual({ kind: 'checkout', ...expected })
  })

  it.each<[Persona, string]>([
    ['ownerA', 'b1'],
    ['ownerB', 'a1'],
    ['limitedA', 'a1'],
    ['ownerA', 'ff'],
  ])('answers %s not found for object %s, like for one that does not exist', async (persona, digits) => {
    const missing = await where(persona, 'f'.repeat(32))
    const plain = (text: string) => text.replace(/[0-9a-f]{32}/, 'ID').replace(/"request_id":"[^"]+"/, '')
    for (const id of [hexOf(operation(digits)), hexOf(link(digits))]) {
      const { status, error, raw } = await where(persona, id)
      expect([status, error.fields]).toEqual([404, { uuid: id }])
      expect(plain(raw)).toBe(plain(missing.raw))
    }
  })

  it.each(['undefined', 'x', "' or 1=1"])('answers not found for %s', async (id) => {
    expect((await where('ownerA', id)).status).toBe(404)
  })
})
