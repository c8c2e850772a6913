import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStride } from '#domain/testing/testRuns'
import { brokenBooks, goTo, sign, someone } from '../../testing/checkout/testSale.ts'
import { ids } from '../../testing/testFixture.ts'
import type { TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { IssuedKey } from '../../platform/keys/issueKey.ts'
import { outboxSender } from '../../platform/outbox/sender.ts'
import { notifyShop } from './notifyShop.ts'
import type { TestShop } from '../../testing/callbacks/testShop.ts'
import { dyingAt } from '../../testing/outbox/dyingDatabase.ts'
import { sendCallbacks } from '../../testing/outbox/sendOutbox.ts'
import { startCallbackFixture, type CallbackFixture, type TestOrder } from '../../testing/callbacks/callbackFixture.ts'

const minute = 60_000
let fixture: CallbackFixture
let server: TestServer
let shop: TestShop
let key: IssuedKey

beforeAll(async () => {
  fixture = await startCallbackFixture()
  ;({ server, shop, key } = fixture)
})
beforeEach(() => fixture.forget())
afterAll(() => fixture.close())

const begin: CallbackFixture['begin'] = (options) => fixture.begin(options)
const signed: CallbackFixture['signed'] = (options) => fixture.signed(options)
const sendDue = () => fixture.sendDue()
const received = () => fixture.received()
const operationOf: CallbackFixture['operationOf'] = (order) => fixture.operationOf(order)
const duesOf: CallbackFixture['duesOf'] = (order) => fixture.duesOf(order)
const cancel = ({ operationId }: TestOrder) => {
  const params = { merchantId: hexOf(ids.merchantA1), operationId: hexOf(operationId) }
  return server.call('operationCancel', { as: 'ownerA', mode: 'sandbox', params, body: {} })
}
const callbackOf = async ({ operationId }: TestOrder) =>
  (await server.ownerSql<Record<string, unknown>>('select * from callbacks where operation_id = $1', [operationId]))[0] ?? {}
const substatus = async (order: TestOrder) => (await operationOf(order)).substatus

describe('requesting confirmation', () => {
  it('sends the key that created the order, leaves the address unchanged byte for byte, and includes every field', async () => {
    const order = await signed()
    await sendDue()
    const [request] = shop.heard
    expect(request?.authorization).toBe(`Bearer ${key.token}`)
    expect(request?.contentType).toBe('application/json')
    expect(request?.url.pathname + (request?.url.search ?? '')).toBe(`/notify?path=a/b&cart_id=7&access_token=${key.token}`)
    expect(request?.body).toEqual({
      id: hexOf(order.operationId),
      status: 'pending',
      status_reason: 'confirmation_required',
      sandbox: true,
      mid: order.mid,
      total_amount: expect.any(Number) as number,
      tax_rate: 2100,
      discount: 0,
      discount_rate: 0,
      currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
      rejected: false,
      confirmed: null,
      verified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      expired: null,
      expires_at: expect.stringMatching(/Z$/) as string,
      cancelled: null,
      created: expect.stringMatching(/Z$/) as string,
    })
  })

  it('an ok confirms once and is acknowledged by one more callback; then nothing is left to send', async () => {
    const order = await signed()
    expect(await sendDue()).toBe(2)
    expect(received()).toEqual(['pending/confirmation_required', 'ok/null'])
    expect(await substatus(order)).toBe('payment_process')
    expect(await duesOf(order)).toEqual([])
    const captures = await server.ownerSql('select amount_cents from captures where operation_id = $1', [order.operationId])
    expect(captures).toHaveLength(1)
    const [line] = await server.ownerSql(
      `select outcome, key_id, user_id from audit_entries where entity_id = $1 and call = 'operationConfirm'`,
      [order.operationId],
    )
    expect(line).toMatchObject({ outcome: 'done', key_id: key.id, user_id: null })
    expect(await brokenBooks(server)).toEqual([])
  })

  it('a ko stops the order, with the reason given by the shop', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ko", "reason": "Sin existencias"}' })
    await sendDue()
    expect(await operationOf(order)).toMatchObject({ substatus: 'stopped_merchant', status_reason: 'confirmation_rejected_by_merchant' })
    const [event] = await server.ownerSql(
      `select comment, actor from operation_events where operation_id = $1 and event = 'merchant_rejected'`,
      [order.operationId],
    )
    expect(event).toEqual({ comment: 'Sin existencias', actor: 'merchant' })
    expect(received()).toEqual(['pending/confirmation_required', 'ko/confirmation_rejected_by_merchant'])
  })

  it.each([
    ['a 500', { status: 500, body: '{"status": "ok"}' }],
    ['a redirect', { status: 302, body: '{"status": "ok"}' }],
    ['words', { body: 'OK' }],
    ['another status', { body: '{"status": 403}' }],
    ['a page', { body: '<html>ok</html>' }],
    ['too much', { body: `{"status": "ok", "more": "${'x'.repeat(70_000)}"}` }],
    ['a broken line', (response: { destroy(): unknown }) => void response.destroy()],
  ])('%s confirms nothing and is retried after five seconds', async (_name, says) => {
    const order = await signed()
    shop.next.push(says)
    server.stopClock()
    expect(await sendDue()).toBe(1)
    expect(await substatus(order)).toBe('pending_merchant')
    server.moveClock(4_000)
    expect(await sendDue()).toBe(0)
    server.startClock()
    server.moveClock(2_000)
    await sendDue()
    expect(await substatus(order)).toBe('payment_process')
  })
})

describe('the order number returned by the shop', () => {
  const answer = (orderId: string) => ({ body: JSON.stringify({ status: 'ok', order_id: orderId }) })

  it('replaces the old one, by which the order is still found', async () => {
    const order = await signed()
    shop.next.push(answer(`PED-${order.mid}`))
    await sendDue()
    expect(await operationOf(order)).toMatchObject({ mid: `PED-${order.mid}`, substatus: 'payment_process' })
    expect(shop.heard.at(-1)?.body.mid).toBe(`PED-${order.mid}`)
    const earlier = await server.ownerSql('select mid from earlier_mids where operation_id = $1', [order.operationId])
    expect(earlier).toEqual([{ mid: order.mid }])
    const list = await server.call('operationList', {
      as: 'ownerA',
      mode: 'sandbox',
      params: { merchantId: hexOf(ids.merchantA1) },
      query: { q: `ped-${order.mid}` },
    })
    expect(list.body.results.map(({ id }) => id)).toEqual([hexOf(order.operationId)])
  })

  it('is accepted although another order once had it: the shop knows that one by its newer number', async () => {
    const earlier = await signed()
    shop.next.push(answer(`PED-${earlier.mid}`))
    await sendDue()
    const order = await signed()
    shop.next.push(answer(earlier.mid))
    await sendDue()
    expect(await operationOf(order)).toMatchObject({ mid: earlier.mid, substatus: 'payment_process' })
  })

  it('is ignored when another open order has it, and the order is confirmed all the same', async () => {
    const other = await begin()
    const order = await signed()
    shop.next.push(answer(other.mid))
    await sendDue()
    expect(await operationOf(order)).toMatchObject({ mid: order.mid, substatus: 'payment_process' })
  })

  it('counts only in the answer to a confirmation request', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ok"}' }, answer('LATER-1'))
    await sendDue()
    expect(await operationOf(order)).toMatchObject({ mid: order.mid })
  })
})

describe('late and inconsistent answers', () => {
  it('an ok to an order cancelled meanwhile changes nothing, and the shop is sent its end', async () => {
    const order = await signed()
    shop.next.push((response) => {
      void cancel(order).then(() => response.end('{"status": "ok"}'))
    })
    await sendDue()
    expect(await operationOf(order)).toMatchObject({ substatus: 'stopped_merchant', captured_cents: '0' })
    expect(received()).toEqual(['pending/confirmation_required', 'ko/confirmation_rejected_by_merchant'])
  })

  it('an ok after the confirmation deadline is ignored', async () => {
    const order = await signed()
    shop.next.push((response) => {
      server.moveClock(121 * minute)
      response.end('{"status": "ok"}')
    })
    await sendDue()
    expect(await substatus(order)).toBe('pending_merchant')
    await server.runClock()
    shop.forget()
    await sendDue()
    expect(await operationOf(order)).toMatchObject({ status_reason: 'merchant_failed_to_confirm', captured_cents: '0' })
    expect(received()).toContain('ko/merchant_failed_to_confirm')
  })

  it('two ok answers, one after an expired lease, capture once', async () => {
    const order = await signed()
    const { operationId } = order
    const held: (() => void)[] = []
    shop.next.push((response) => held.push(() => response.end('{"status": "ok"}')))
    const job = outboxSender({ order_callback: notifyShop })
    await job.send(server.services)
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    // The lease expires as if its worker had crashed; another worker sends again.
    await server.ownerSql(`update outbox set due_at = '-infinity' where subject = $1`, [operationId])
    await sendDue()
    for (const answer of held) answer()
    await job.settled()
    const captures = await server.ownerSql('select from captures where operation_id = $1', [operationId])
    expect(captures).toHaveLength(1)
    expect(await brokenBooks(server)).toEqual([])
  })

  it('a ko to a mere notification is retried and changes nothing', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ok"}' }, { body: '{"status": "ko"}' })
    await sendDue()
    expect(await substatus(order)).toBe('payment_process')
    server.moveClock(6_000)
    await sendDue()
    expect(received()).toEqual(['pending/confirmation_required', 'ok/null', 'ok/null'])
  })

  it('one order is leased by one worker', async () => {
    await signed()
    const both = await Promise.all([fixture.claim(10), fixture.claim(10)])
    expect(both.flat()).toHaveLength(1)
    expect(await fixture.claim(10)).toEqual([])
    await server.ownerSql(`update outbox set due_at = '-infinity'`)
    await sendDue()
  })
})

it('a process killed at any step tells the shop each state in order, and its answer takes effect once', async () => {
  // Step 0: killed once the shop has the first callback.
  const stride = testStride()
  for (let step = 0, died = true; died; step += stride) {
    shop.forget()
    const order = await signed()
    const dying = dyingAt(step || Infinity, server.services.database)
    if (step === 0) shop.next.push((response) => (dying.kill(), response.end('{"status": "ok"}')))
    await sendCallbacks({ ...server.services, log: () => {}, database: dying.database }).catch(() => {})
    died = await dying.ended()
    server.moveClock(4 * minute)
    await sendDue()
    const captures = await server.ownerSql('select from captures where operation_id = $1', [order.operationId])
    expect([captures.length, await duesOf(order)], `step ${step}`).toEqual([1, []])
    const statuses = received().toSorted().toReversed()
    expect(received(), `step ${step}`).toEqual(statuses)
    expect(new Set(statuses), `step ${step}`).toEqual(new Set(['pending/confirmation_required', 'ok/null']))
    if (step === 0) expect(statuses.length).toBeGreaterThan(2)
  }
})

describe('sending callbacks', () => {
  it('a dismissal is sent when its link expires', async () => {
    await fixture.dismissed()
    await sendDue()
    expect(received()).toEqual([])
    server.moveClock(121 * minute)
    await sendDue()
    expect(received()).toEqual(['ko/customer_dismissed'])
  })

  it('no end of an order is sent while another one with its number is open', async () => {
    const first = await begin()
    const again = await begin({ mid: first.mid })
    expect(await substatus(first)).toBe('stopped_duplicated')
    await sendDue()
    expect(received()).toEqual([])
    await sign(again, { who: someone() })
    await sendDue()
    expect(shop.heard.every(({ body }) => body.id === hexOf(again.operationId))).toBe(true)
  })

  it('no end of an order is sent while another one has the number that it had before', async () => {
    const left = await fixture.dismissed()
    // Its end is not due yet.
    await sendDue()
    expect(await duesOf(left)).toHaveLength(1)
    const paid = await signed({ mid: left.mid })
    shop.next.push({ body: JSON.stringify({ status: 'ok', order_id: `PED-${left.mid}` }) })
    await sendDue()
    expect(await operationOf(paid)).toMatchObject({ mid: `PED-${left.mid}`, substatus: 'payment_process' })
    server.moveClock(121 * minute)
    await sendDue()
    expect(received()).toEqual(['pending/confirmation_required', 'ok/null'])
    expect(await duesOf(left)).toEqual([])
  })

  it('nothing is sent after the confirmation: later refunds are not part of it', async () => {
    const order = await signed()
    await sendDue()
    expect((await cancel(order)).status).toBe(204)
    server.moveClock(minute)
    await server.runClock()
    expect(await substatus(order)).toBe('payment_suspended')
    await sendDue()
    expect(received()).toEqual(['pending/confirmation_required', 'ok/null'])
  })

  it('a newer state replaces one that could not be delivered', async () => {
    const order = await signed()
    shop.says = { status: 503, body: '' }
    await sendDue()
    await cancel(order)
    shop.forget()
    await sendDue()
    expect(received()).toEqual(['ko/confirmation_rejected_by_merchant'])
  })

  it('a refusal is sent, but none of the steps before', async () => {
    const order = await begin()
    await goTo(order, 'identity')
    await order.call('checkoutIdentify', { ...someone(), documentId: '99999998T' })
    await sendDue()
    expect(received()).toEqual([`ko/ko_generic`])
    expect(shop.heard[0]?.body.rejected).toBe(true)
  })

  it('a till is sent every change, in seven fields, acknowledged by any 2xx', async () => {
    shop.says = { status: 204, body: '' }
    const order = await begin({ kind: 'ipn', path: '/ipn' })
    await goTo(order, 'identity')
    await sendDue()
    expect(received()).toEqual(['pending/in_process'])
    expect(Object.keys(shop.heard[0]?.body ?? {})).toEqual(['id', 'mid', 'total_amount', 'currency', 'status', 'status_reason', 'sandbox'])
    await sign(order, { who: someone() }).catch(() => undefined)
    expect(await duesOf(order)).toHaveLength(0)
  })

  it('gives up after a day and keeps the result of each attempt, without the key', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ok"}' })
    shop.says = { status: 500, body: `Fatal\u0000 error ${'x'.repeat(2_000)}` }
    await sendDue()
    server.moveClock(24 * 60 * minute + 1)
    await sendDue()
    expect(await duesOf(order)).toEqual([])
    expect(await callbackOf(order)).toMatchObject({ acknowledged: 'ok/', telling: null })
    const tries = await fixture.triesOf(order)
    expect(tries.map(({ status }) => status)).toEqual([200, 500])
    expect(tries[1]?.answer).toHaveLength(1_024)
  })

  it('a shop that hangs delays no other', async () => {
    const hanging = await signed()
    const held: (() => void)[] = []
    shop.next.push((response) => held.push(() => response.end()))
    const job = outboxSender({ order_callback: notifyShop })
    await job.send(server.services)
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const quick = await signed()
    await sendDue()
    expect(await substatus(quick)).toBe('payment_process')
    expect(await substatus(hanging)).toBe('pending_merchant')
    for (const answer of held) answer()
    await job.settled()
  })
})
