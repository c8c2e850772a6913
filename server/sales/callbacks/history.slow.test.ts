import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids, type Persona } from '../../testing/testFixture.ts'
import type { TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { deadMessages, retryDead } from '../../platform/outbox/operate.ts'
import { queueCallback } from '../lifecycle/queueCallback.ts'
import { deleteOldAttempts } from './attempts.ts'
import { yes, type TestShop } from '../../testing/callbacks/testShop.ts'
import { startCallbackFixture, type CallbackFixture, type TestOrder } from '../../testing/callbacks/callbackFixture.ts'

const minute = 60_000
let fixture: CallbackFixture
let server: TestServer
let shop: TestShop

beforeAll(async () => {
  fixture = await startCallbackFixture()
  ;({ server, shop } = fixture)
})
beforeEach(() => fixture.forget())
afterAll(() => fixture.close())

const signed: CallbackFixture['signed'] = (options) => fixture.signed(options)
const sendDue = () => fixture.sendDue()
const received = () => fixture.received()
const substatus = async (order: TestOrder) => (await fixture.operationOf(order)).substatus

describe('the callback history in the panel', () => {
  const paramsOf = ({ operationId }: TestOrder) => ({ merchantId: hexOf(ids.merchantA1), operationId: hexOf(operationId) })
  const see = (order: TestOrder, as: Persona = 'editorA', mode: 'live' | 'sandbox' = 'sandbox') =>
    server.call('callbackView', { as, mode, params: paramsOf(order) })
  const again = (order: TestOrder, as: Persona = 'editorA') =>
    server.call('callbackRetry', { as, mode: 'sandbox', params: paramsOf(order), body: undefined })

  it('shows each attempt with its answer, the next due time, and no query parameters', async () => {
    const order = await signed()
    shop.says = { status: 500, body: 'Fatal error' }
    await sendDue()
    const { body } = await see(order)
    expect(body).toMatchObject({ address: `${shop.url}/notify`, state: 'due' })
    expect(body.attempts).toMatchObject([
      { told: 'pending', reason: 'confirmation_required', status: 500, failure: null, answer: 'Fatal error' },
    ])
    const wait = new Date(body.nextAt ?? '').getTime() - new Date(body.attempts[0]?.at ?? '').getTime()
    expect(wait).toBeGreaterThan(4_000)
    expect(wait).toBeLessThan(120_000)
  })

  it('allows an immediate retry: it confirms the order, and then nothing is left to send', async () => {
    const order = await signed()
    shop.next.push({ status: 500, body: '' })
    await sendDue()
    await sendDue()
    expect(shop.heard).toHaveLength(1)
    expect((await again(order)).body.state).toBe('due')
    await sendDue()
    expect(await substatus(order)).toBe('payment_process')
    expect((await see(order)).body).toMatchObject({ state: 'taken', nextAt: null })
    const late = await again(order)
    expect([late.status, late.error.type]).toEqual([409, 'ResendNotAllowed'])
    expect(late.error.message).toContain('ya sabe cómo está')
  })

  it('allows starting over after a day without answers', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ok"}' })
    shop.says = { status: 500, body: '' }
    await sendDue()
    server.moveClock(24 * 60 * minute + 1)
    await sendDue()
    expect((await see(order)).body.state).toBe('given_up')
    shop.says = yes
    expect((await again(order)).body.state).toBe('due')
    await sendDue()
    expect(received().at(-1)).toBe('ok/null')
    expect((await see(order)).body.state).toBe('taken')
  })

  it('is given up until an operator sends it again, not by a change without news', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ok"}' })
    shop.says = { status: 500, body: '' }
    await sendDue()
    server.moveClock(24 * 60 * minute + 1)
    await sendDue()
    shop.forget()
    const statuses = () => shop.heard.filter(({ body }) => body.id === hexOf(order.operationId)).map(({ body }) => body.status)
    const { database, now } = server.services
    await database.write(fixture.scope, (db) => db.run(queueCallback(fixture.scope, [order.operationId])))
    await sendDue()
    expect([statuses(), (await see(order)).body.state]).toEqual([[], 'given_up'])
    expect(await database.read(null, (db) => deadMessages(db, ids.merchantA1))).toContainEqual(
      expect.objectContaining({ kind: 'order_callback', last_error: 'unacknowledged' }),
    )
    expect(await database.write(null, (db) => retryDead(db, { kind: 'order_callback' }, now()))).toBeGreaterThan(0)
    shop.says = { status: 500, body: '' }
    await sendDue()
    shop.says = yes
    server.moveClock(minute)
    await sendDue()
    expect([statuses(), (await see(order)).body.state]).toEqual([['ok', 'ok'], 'taken'])
    expect(await database.read(null, (db) => deadMessages(db, ids.merchantA1))).toEqual([])
  })

  it('refuses to start over when the state is not one that shops are sent', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ok"}' })
    shop.says = { status: 500, body: '' }
    await sendDue()
    server.moveClock(24 * 60 * minute + 1)
    await sendDue()
    await server.ownerSql(
      `update operations set confirmed_at = null, substatus = 'pending_customer', status_reason = 'in_process' where id = $1`,
      [order.operationId],
    )
    expect((await again(order)).error?.type).toBe('ResendNotAllowed')
  })

  it('is limited to operators of this shop in this mode', async () => {
    const order = await signed()
    for (const answer of [await see(order, 'guestA'), await again(order, 'guestA')]) expect(answer.error.type).toBe('PermissionDenied')
    for (const answer of [await see(order, 'ownerB'), await again(order, 'ownerB'), await see(order, 'editorA', 'live')])
      expect(answer.status).toBe(404)
  })

  it('is kept for ninety days; the time of the first answer is kept permanently', async () => {
    const order = await signed()
    await sendDue()
    const [first] = await fixture.triesOf(order)
    const heard = async () => {
      const { body } = await server.call('goLive', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1) } })
      return body.steps.find(({ step }) => step === 'notification')?.doneAt
    }
    const before = await heard()
    expect(first).toBeDefined()
    expect(before).not.toBeNull()
    await server.ownerSql('update callback_sweeps set due_at = now()')
    await deleteOldAttempts({ database: server.services.database, now: server.services.now })
    expect(await fixture.triesOf(order)).not.toEqual([])
    await server.ownerSql(`update callback_sweeps set due_at = '-infinity'`)
    const later = new Date(server.services.now().getTime() + 91 * 24 * 60 * minute)
    expect(await deleteOldAttempts({ database: server.services.database, now: () => later })).toBeGreaterThan(0)
    expect(await fixture.triesOf(order)).toEqual([])
    expect(await heard()).toBe(before)
  })
})
