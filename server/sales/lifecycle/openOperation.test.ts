import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madridDay } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { computePlan } from '#domain/sales/plans/plan'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { openOperation, type OrderOpened } from './openOperation.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const nobody = { firstName: '', lastName: '', email: '', phone: null, documentNumber: null }
const live = mintScope(ids.merchantA1, 'live')

/** An order as a plugin creates it: no link, no consent requested yet, an hour to finish. */
function order(totalCents: number, more: Partial<OrderOpened> = {}): OrderOpened {
  const now = server.services.now()
  return {
    mid: null,
    totalCents: cents(totalCents),
    articles: [{ name: 'Silla', quantity: 1, price: totalCents, taxRate: 0, discount: 0, total: totalCents }],
    channel: 'online',
    product: null,
    numInstalments: null,
    customer: nobody,
    withConsent: false,
    expiresAt: new Date(now.getTime() + 3_600_000),
    by: { actor: 'merchant', userId: null, channel: 'plugin' },
    secrets: server.services.config.sessionSecrets,
    now,
    ...more,
  }
}
const open = (asked: OrderOpened) => server.services.database.write(live, (db) => openOperation(db, live, asked))
const rowOf = async (id: string) => (await server.ownerSql<Record<string, unknown>>('select * from operations where id = $1', [id]))[0]

describe('an order from a plugin', () => {
  it('is pending on its customer without consent, and has no user of the shop', async () => {
    const { operationId, duplicateOf } = await open(order(60_000))
    expect(duplicateOf).toBeNull()
    expect(await rowOf(operationId)).toMatchObject({
      substatus: 'pending_customer',
      status_reason: 'in_process',
      category: 'in_process',
      channel: 'online',
      created_by: null,
      captured_cents: '0',
      fee_cents: '0',
      settlement_status: 'none',
      ended_at: null,
    })
    const events = await server.ownerSql(
      'select event, actor, channel, to_substatus, reason from operation_events where operation_id = $1',
      [operationId],
    )
    expect(events).toEqual([
      { event: 'created', actor: 'merchant', channel: 'plugin', to_substatus: 'pending_customer', reason: 'in_process' },
    ])
    const counted = await server.ownerSql<{ n: string }>(
      `select sum(operations) as n from operation_counters where merchant_id = $1 and mode = 'live' and substatus = 'pending_customer'`,
      [ids.merchantA1],
    )
    expect(counted).toEqual([{ n: '1' }])
  })

  it("stores the computed plan, with the first payment and the shop's net amount", async () => {
    const { operationId } = await open(order(60_000, { product: 'pay_in_4', numInstalments: 4 }))
    const plan = computePlan({
      orderCents: cents(60_000),
      numInstalments: 4,
      tin: basisPoints(0),
      downpayment: 'equal',
      signedOn: madridDay(new Date()),
    })
    expect(await rowOf(operationId)).toMatchObject({
      product: 'pay_in_4',
      num_instalments: 4,
      tin_bps: 0,
      downpayment_cents: String(plan.downpaymentCents),
      fee_bps: 390,
      // 600,00 € − (23,40 + 0,35) − 21 % of it.
      net_cents: String(60_000 - 2_375 - 499),
    })
    const later = await open(order(60_001, { product: 'pay_later' }))
    expect(await rowOf(later.operationId)).toMatchObject({ capture_mode: 'manual', num_instalments: 1 })
  })

  it('with the number of one pending on the shop starts as stopped, is not counted as open, and has no net amount', async () => {
    const first = await open(order(61_000, { mid: 'WEB-1' }))
    await server.ownerSql(`update operations set substatus = 'pending_merchant', status_reason = 'confirmation_required' where id = $1`, [
      first.operationId,
    ])
    const second = await open(order(61_000, { mid: 'WEB-1' }))
    expect(second.duplicateOf).toBe(first.operationId)
    expect(await rowOf(second.operationId)).toMatchObject({
      substatus: 'stopped_duplicated',
      net_cents: null,
      duplicate_of: first.operationId,
    })
    expect(await server.ownerSql('select from deadlines where object_id = $1', [second.operationId])).toEqual([])
    const notices = await server.ownerSql('select from notifications')
    expect(notices).toEqual([])
  })

  it('is not a duplicate of the order that it replaces', async () => {
    const first = await open(order(62_000, { mid: 'WEB-2' }))
    await server.ownerSql(`update operations set substatus = 'pending_merchant', status_reason = 'confirmation_required' where id = $1`, [
      first.operationId,
    ])
    expect((await open(order(62_000, { mid: 'WEB-2', replacesId: first.operationId }))).duplicateOf).toBeNull()
  })

  it('is refused outside the limits and in an inactive shop, with nothing written', async () => {
    const before = await server.ownerSql('select from operations')
    await expect(open(order(999))).rejects.toMatchObject({
      type: 'ApiValidationException',
      fields: [{ name: 'order.total_amount', code: 'below_minimum' }],
    })
    await server.ownerSql(`update merchants set status = 'suspended' where id = $1`, [ids.merchantA1])
    await expect(open(order(50_000))).rejects.toMatchObject({ type: 'CreditNotAvailable' })
    await server.ownerSql(`update merchants set status = 'active' where id = $1`, [ids.merchantA1])
    await server.ownerSql(`update merchant_terms set enabled = false where merchant_id = $1 and mode = 'live'`, [ids.merchantA1])
    await expect(open(order(50_000))).rejects.toMatchObject({ type: 'CreditNotAvailable' })
    await server.ownerSql(`update merchant_terms set enabled = true where merchant_id = $1`, [ids.merchantA1])
    expect(await server.ownerSql('select from operations')).toHaveLength(before.length)
  })

  it('is refused when one sold under its number has been renumbered since', async () => {
    const { operationId } = await open(order(64_000, { mid: 'CARRITO-17' }))
    const key = [ids.merchantA1, operationId]
    await server.ownerSql(
      `update operations set substatus = 'payment_process', status_reason = null, mid = 'PED-501' where merchant_id = $1 and id = $2`,
      key,
    )
    await server.ownerSql(
      `insert into earlier_mids (merchant_id, mode, mid, operation_id, replaced_at) values ($1, 'live', 'CARRITO-17', $2, now())`,
      key,
    )
    for (const mid of ['CARRITO-17', 'PED-501'])
      await expect(open(order(65_000, { mid }))).rejects.toMatchObject({ type: 'DuplicatedOrder' })
  })

  it("is immediately in the shop's list", async () => {
    const customer = { ...nobody, firstName: 'Nuria', lastName: 'Sáez' }
    const { operationId } = await open(order(63_000, { customer, by: { actor: 'merchant', userId: personas.ownerA.id, channel: 'panel' } }))
    const list = await server.call('operationList', {
      params: { merchantId: hexOf(ids.merchantA1) },
      query: { q: 'nuria saez' },
      as: 'editorA',
    })
    expect(list.body.results.map((one) => one.id)).toEqual([hexOf(operationId)])
  })
})
