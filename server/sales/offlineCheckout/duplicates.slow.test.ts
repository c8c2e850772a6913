import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { merchantA1, request, shop, type CheckoutBody } from '../../testing/offlineCheckout/testCheckout.ts'

let server: TestServer
beforeAll(async () => {
  // At noon: operations that are dated back stay within the day that they are counted in.
  server = await startTestServer({ now: new Date('2026-11-24T11:00:00Z') })
})
afterAll(() => server.close())

type State = { substatus: string; status_reason: string; duplicate_of: string | null }
const stateOf = async (hex: string) =>
  (await server.ownerSql<State>('select substatus, status_reason, duplicate_of from operations where id = $1', [uuidOf(hex)]))[0]
const moveTo = (hex: string, substatus: string, reason: string | null) =>
  server.ownerSql('update operations set substatus = $2, status_reason = $3 where id = $1', [uuidOf(hex), substatus, reason])
/** The first shop's operations with an order number, with their outcome. */
const withMid = (mid: string) =>
  server.ownerSql<State & { id: string }>(
    'select id, substatus, status_reason, duplicate_of from operations where mid = $1 order by created_at, id',
    [mid],
  )

/** Retries while a busy machine answers 429. */
async function untilServed<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 429) return answer
  }
}

describe('the same order number', () => {
  it('stops the earlier order pending on its customer, as a duplicate of the new one', async () => {
    const first = await shop(server).create(request(20_000, { mid: 'D-1' }))
    const second = await shop(server).create(request(25_000, { mid: 'D-1' }))
    expect(second.status).toBe(201)
    expect(await stateOf(first.body.operationId)).toEqual({
      substatus: 'stopped_duplicated',
      status_reason: 'duplicated',
      duplicate_of: uuidOf(second.body.operationId),
    })
    expect((await shop(server).check(first.body.checkoutId)).body).toMatchObject({ progress: 'cancelled', checkoutUrl: null, version: 2 })
  })

  it('makes the new order start as stopped while the other is pending on the shop', async () => {
    const first = await shop(server).create(request(20_000, { mid: 'D-2' }))
    await moveTo(first.body.operationId, 'pending_merchant', 'confirmation_required')
    const { status, error } = await shop(server).create(request(20_000, { mid: 'D-2' }))
    expect([status, error.type]).toEqual([409, 'DuplicatedOrder'])
    const [, born] = await withMid('D-2')
    expect(born).toMatchObject({ substatus: 'stopped_duplicated', duplicate_of: uuidOf(first.body.operationId) })
    const events = await server.ownerSql('select seq, event, actor from operation_events where operation_id = $1 order by seq', [born?.id])
    expect(events).toEqual([
      { seq: 1, event: 'created_with_consent', actor: 'merchant' },
      { seq: 2, event: 'duplicate_found', actor: 'system' },
    ])
    expect(await server.ownerSql('select from checkouts where operation_id = $1', [born?.id])).toEqual([])
    expect(await server.ownerSql('select from deadlines where object_id = $1', [born?.id])).toEqual([])
  })

  it('is refused, and nothing is written, once an order with it was accepted', async () => {
    const first = await shop(server).create(request(20_000, { mid: 'D-3' }))
    await moveTo(first.body.operationId, 'payment_process', null)
    const { status, error } = await shop(server).create(request(20_000, { mid: 'D-3' }))
    expect([status, error.message]).toEqual([409, 'Ya hay una operación aceptada con ese número de pedido.'])
    expect(await withMid('D-3')).toHaveLength(1)
  })

  it('is available again after a stop, and in another shop or mode', async () => {
    const first = await shop(server).create(request(20_000, { mid: 'D-4' }))
    await moveTo(first.body.operationId, 'payment_process', null)
    expect((await shop(server, 'editorA', 'sandbox').create(request(20_000, { mid: 'D-4' }))).status).toBe(201)
    expect((await shop(server, 'ownerA').create(request(20_000, { mid: 'D-4' }), { merchantId: hexOf(ids.merchantA2) })).status).toBe(201)
    await moveTo(first.body.operationId, 'stopped_merchant', 'confirmation_rejected_by_merchant')
    expect((await shop(server).create(request(20_000, { mid: 'D-4' }))).status).toBe(201)
  })

  it('leaves one open order, however many requests are concurrent', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        untilServed(() => shop(server, at % 2 === 0 ? 'editorA' : 'ownerA').create(request(20_000 + at, { mid: 'D-50' }))),
      ),
    )
    expect(answers.map((one) => one.status).filter((status) => status !== 201)).toEqual([])
    const all = await withMid('D-50')
    expect(all).toHaveLength(50)
    expect(all.filter((one) => one.substatus === 'pending_customer')).toHaveLength(1)
    expect(all.filter((one) => one.substatus === 'stopped_duplicated' && one.duplicate_of !== null)).toHaveLength(49)
  })
})

describe('the same person and amount', () => {
  const ana = { documentId: '12345678Z' }
  const create = (mid: string, customer: CheckoutBody['customer'], totalAmount = 54_321) =>
    shop(server).create(request(totalAmount, { mid, customer: { ...customer }, allowDuplicate: true }))

  it('within half an hour start as stopped, and the team is notified', async () => {
    const first = await create('P-1', ana)
    const second = await create('P-2', ana)
    expect([first.status, second.status, second.error.type]).toEqual([201, 409, 'DuplicatedOrder'])
    const [born] = await withMid('P-2')
    expect(born).toMatchObject({ substatus: 'stopped_duplicated', duplicate_of: uuidOf(first.body.operationId) })
    const notices = await server.call('notificationList', { as: 'guestA' })
    expect(notices.body.results.filter((one) => one.type === 'duplicated_operation').map((one) => one.actionUrl)).toEqual([
      `/merchants/${merchantA1.merchantId}/operations/${hexOf(born?.id ?? '')}`,
    ])
  })

  it('are recognised by e-mail and phone together, by neither alone', async () => {
    const eva = { email: 'eva@correo.test', phone: '612000001' }
    expect((await create('P-3', eva)).status).toBe(201)
    expect((await create('P-4', { email: 'EVA@correo.test', phone: '+34 612 000 001' })).error.type).toBe('DuplicatedOrder')
    expect((await create('P-5', { email: 'eva@correo.test', phone: '612000002' })).status).toBe(201)
    expect((await create('P-6', { email: 'luz@correo.test', phone: '612000001' })).status).toBe(201)
  })

  it('are another order with another amount, after half an hour, or after a stop', async () => {
    const luis = { documentId: '00000000T' }
    const first = await create('P-7', luis)
    expect((await create('P-8', luis, 54_322)).status).toBe(201)
    await server.ownerSql(`update operations set created_at = created_at - interval '31 minutes' where id = $1`, [
      uuidOf(first.body.operationId),
    ])
    const second = await create('P-9', luis)
    expect(second.status).toBe(201)
    await moveTo(second.body.operationId, 'rejected', 'ko_generic')
    expect((await create('P-10', luis)).status).toBe(201)
  })

  it('also count without order numbers, and unknown customers are never duplicates', async () => {
    const noMid = { customer: { documentId: 'X0000000T' }, allowDuplicate: true }
    expect((await shop(server).create(request(54_323, noMid))).status).toBe(201)
    expect((await shop(server).create(request(54_323, noMid))).error.type).toBe('DuplicatedOrder')
    expect((await shop(server).create(request(54_324))).status).toBe(201)
    expect((await shop(server).create(request(54_324))).status).toBe(201)
  })

  it('leave one open order of twenty concurrent ones', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => untilServed(() => create(`P-20-${at}`, { documentId: '99999999R' }, 61_000))),
    )
    expect(answers.filter((one) => one.status === 201)).toHaveLength(1)
    expect(answers.filter((one) => one.status === 409)).toHaveLength(19)
  })
})

describe('a similar recent link', () => {
  const customer = { phone: '612000099' }

  it('asks for confirmation, with its age and id, until the shop insists', async () => {
    const first = await shop(server).create(request(47_000, { customer }))
    const now = await shop(server).create(request(47_000, { customer }))
    expect([now.status, now.error.message]).toEqual([409, 'Acabas de enviar uno igual: mismo móvil y mismo importe.'])
    expect(now.error.fields?.uuid).toBe(first.body.checkoutId)
    await server.ownerSql(`update operations set created_at = created_at - interval '3 minutes' where id = $1`, [
      uuidOf(first.body.operationId),
    ])
    const later = await shop(server).create(request(47_000, { customer }))
    expect(later.error.message).toBe('Hace 3 min enviaste uno igual: mismo móvil y mismo importe.')
    expect((await shop(server).create(request(47_000, { customer, allowDuplicate: true }))).status).toBe(201)
  })

  it('does not count for another amount, after ten minutes, or when it is replaced', async () => {
    const first = await shop(server).create(request(48_000, { customer }))
    expect((await shop(server).create(request(48_001, { customer }))).status).toBe(201)
    expect((await shop(server).create(request(48_000, { customer, replaces: first.body.checkoutId }))).status).toBe(201)
    const third = await shop(server).create(request(49_000, { customer }))
    await server.ownerSql(`update operations set created_at = created_at - interval '10 minutes' where id = $1`, [
      uuidOf(third.body.operationId),
    ])
    expect((await shop(server).create(request(49_000, { customer }))).status).toBe(201)
  })

  it('lets one of ten concurrent requests through', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => untilServed(() => shop(server).create(request(50_000, { customer })))),
    )
    expect(answers.map((one) => one.status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })
})
