import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation, type TestOperation } from '../../testing/shopsApi/shopsApiFixture.ts'
import { issueTestKeys, makeShop, type Shop, type TestKeys } from '../../testing/shopsApi/testShop.ts'

let server: TestServer
let keys: TestKeys
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  keys = await issueTestKeys(server, ids.merchantA1)
  shop = makeShop(server, keys.live.private)
})
afterAll(() => server.close())

let nth = 0
async function order(fields: TestOperation = {}): Promise<{ id: string; mid: string; path: string }> {
  const mid = fields.mid ?? `A-${++nth}`
  const id = await writeOperation(server.database.ownerUrl, { ...fields, mid })
  return { id, mid, path: `/orders/${encodeURIComponent(mid)}` }
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const toCapture = (given: TestOperation = {}) =>
  order({ substatus: 'pending_merchant', reason: 'capture_required', captureMode: 'manual', captureBy: inDays(9), ...given })

describe("a shop's order number", () => {
  it('finds the operation, as does its id, URL-encoded once or twice', async () => {
    for (const mid of ['P/10 ñ%', 'ñ'.repeat(64)]) {
      const { id } = await order({ mid })
      for (const ref of [id, encodeURIComponent(mid), encodeURIComponent(encodeURIComponent(mid))])
        expect([ref, (await shop('GET', `/orders/${ref}`)).body.id]).toEqual([ref, id])
    }
  })

  it('means the accepted one of several, then the one pending on the shop, then the newest', async () => {
    const mid = 'TWICE'
    await order({ mid, substatus: 'stopped_customer', createdAt: inDays(-1) })
    const old = await order({ mid, substatus: 'stopped_customer', createdAt: inDays(-2) })
    expect((await shop('GET', `/orders/${mid}`)).body.id).not.toBe(old.id)
    const waiting = await order({ mid, substatus: 'pending_merchant', createdAt: inDays(-3) })
    expect((await shop('GET', `/orders/${mid}`)).body.id).toBe(waiting.id)
    const accepted = await order({ mid, createdAt: inDays(-4) })
    expect((await shop('GET', `/orders/${mid}`)).body.id).toBe(accepted.id)
  })

  it('that was replaced still finds it, unless another operation has it now', async () => {
    const { id } = await order()
    await server.ownerSql('insert into earlier_mids (merchant_id, mode, mid, operation_id, replaced_at) values ($1, $2, $3, $4, now())', [
      ids.merchantA1,
      'live',
      'CART-7',
      id,
    ])
    expect((await shop('GET', '/orders/CART-7')).body.id).toBe(id)
    const other = await order({ mid: 'CART-7' })
    expect((await shop('GET', '/orders/CART-7')).body.id).toBe(other.id)
  })

  it('of another shop or mode, or an unknown one, is not found, in the same words', async () => {
    const { id } = await order({ mid: 'MINE' })
    const answers = await Promise.all([
      shop('GET', '/orders/MINE', { key: keys.other.private }),
      shop('GET', '/orders/MINE', { key: keys.sandbox.private, sandbox: true }),
      shop('GET', '/orders/NOBODYS'),
      shop('POST', `/orders/${id}/cancel`, { key: keys.other.private }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const [first, second] = answers
    expect({ ...first.body.error, request_id: '' }).toEqual({ ...second.body.error, request_id: '' })
    expect(first.body.error.fields).toEqual({ order__id: 'MINE' })
  })
})

describe('a refund', () => {
  it("goes out immediately, in the key's name, and returns the remainder", async () => {
    const { id, path } = await order({ totalCents: 60_000 })
    const answer = await shop('POST', `${path}/refund-extended`, { body: { amount: '20000' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ remaining_amount: 40_000, refund: { amount: 20_000, pending_amount: 40_000, completed: false } })
    expect((await shop('GET', `${path}/refund`)).body).toEqual({ remaining_amount: 40_000 })
    const view = (await shop('GET', path)).body
    expect(view).toMatchObject({ status: 'ok', refunded_amount: 20_000, remaining_amount: 40_000, cancelled: null })
    expect(view.captures[0].refunds).toMatchObject([{ id: answer.body.refund.id, amount: 20_000, pending_amount: 40_000 }])
    const [line] = await server.ownerSql(
      `select user_id, role, call, outcome, key_id is not null as by_key, after->>'refundedCents' as refunded from audit_entries order by at desc limit 1`,
    )
    const { body: trail } = await server.call('activityList', { query: { page: 1 }, as: 'ownerA' })
    expect(trail.results.find(({ byKey }) => byKey)).toMatchObject({
      person: null,
      role: null,
      kind: 'money',
      refused: null,
      byRight: false,
    })
    expect(line).toEqual({ user_id: null, role: 'key', call: 'operationRefund', outcome: 'done', by_key: true, refunded: '20000' })
    const { body } = await server.call('operationDetail', { params: { merchantId: hexOf(ids.merchantA1), operationId: id }, as: 'ownerA' })
    expect(body.refunds).toMatchObject([{ state: 'completed' }])
    expect(body.history.at(-1)).toMatchObject({ actor: 'merchant', channel: 'api' })
  })

  it('of everything remaining cancels the order, with its time', async () => {
    const { path } = await order({ totalCents: 30_000 })
    const { body } = await shop('POST', `${path}/refund`, { body: { amount: 30_000 } })
    expect(body).toMatchObject({ remaining_amount: 0, refund: { completed: true, pending_amount: 0 } })
    expect((await shop('GET', path)).body).toMatchObject({
      status: 'ok',
      substatus: 'payment_suspended',
      cancelled: expect.stringMatching(/Z$/) as string,
    })
  })

  it('above the remainder, of zero, or of half a cent is refused and moves nothing', async () => {
    const { path } = await order({ totalCents: 30_000 })
    const beyond = await shop('POST', `${path}/refund_all`, { body: { amount: 30_001 } })
    expect([beyond.status, beyond.body.error.type]).toEqual([409, 'RefundAmountExceeded'])
    for (const amount of [0, -5, 10.5, '10.5', '1e3', true, null, '']) {
      const refused = await shop('POST', `${path}/refund-extended`, { body: { amount } })
      expect([amount, refused.status, Object.keys(refused.body.error.fields)]).toEqual([amount, 400, ['amount']])
    }
    expect((await shop('GET', `${path}/refund`)).body).toEqual({ remaining_amount: 30_000 })
  })

  it('repeated within five seconds goes out once; another amount, or later, is another', async () => {
    const { path } = await order({ totalCents: 30_000 })
    const once = { body: { amount: 5_000 } }
    server.stopClock()
    const [first, second] = await Promise.all([1, 2].map(() => shop('POST', `${path}/refund-extended`, once)))
    const [done, repeated] = [first, second].toSorted((one) => (one?.body.replayed ? 1 : -1))
    expect(repeated?.body).toEqual({ ...done?.body, replayed: true })
    expect([done, repeated].map((answer) => answer?.headers.get('idempotent-replayed') ?? null)).toEqual([null, 'true'])
    await shop('POST', `${path}/refund-extended`, { body: { amount: 5_001 } })
    expect((await shop('GET', `${path}/refund`)).body).toEqual({ remaining_amount: 19_999 })
    // Two equal refunds that are both intended.
    const another = await shop('POST', `${path}/refund-extended`, { body: { amount: 5_000, merchant_reference: 'line 2' } })
    expect([another.body.replayed, another.body.remaining_amount]).toEqual([undefined, 14_999])
    server.startClock()
    server.moveClock(5_001)
    expect((await shop('POST', `${path}/refund-extended`, once)).body.remaining_amount).toBe(9_999)
  })

  it('is accepted as a form, and as JSON with another content type', async () => {
    const { path } = await order({ totalCents: 30_000 })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await shop('POST', `${path}/refund`, { body: 'amount=1000', headers: form })).body.remaining_amount).toBe(29_000)
    expect((await shop('POST', `${path}/refund`, { body: { amount: 1_001 }, headers: form })).body.remaining_amount).toBe(27_999)
    const refused = await shop('POST', `${path}/refund`, { body: '<amount>5</amount>', headers: { 'content-type': 'text/xml' } })
    expect([refused.status, refused.body.error.type]).toEqual([415, 'UnsupportedMediaType'])
  })

  it('before the first capture voids the amount', async () => {
    const { path } = await toCapture({ totalCents: 30_000 })
    expect((await shop('GET', `${path}/refund`)).body).toEqual({ remaining_amount: 30_000 })
    const answer = await shop('POST', `${path}/refund-extended`, { body: { amount: 10_000 } })
    expect(answer.body).toMatchObject({ remaining_amount: 20_000, refund: { amount: 10_000, pending_amount: 20_000 } })
    expect((await shop('GET', path)).body).toMatchObject({ voided_amount: 10_000, remaining_capture_amount: 20_000, refunded_amount: 0 })
    const beyond = await shop('POST', `${path}/refund-extended`, { body: { amount: 20_001 } })
    expect([beyond.status, beyond.body.error.type]).toEqual([409, 'RefundAmountExceeded'])
    await shop('POST', `${path}/refund-extended`, { body: { amount: 20_000 } })
    expect((await shop('GET', path)).body).toMatchObject({ status: 'ko', substatus: 'stopped_merchant', remaining_capture_amount: 0 })
  })
})

describe('captures', () => {
  it('have 0 to capture unless a capture is allowed now', async () => {
    const immediate = await order()
    expect((await shop('GET', `${immediate.path}/captures`)).body).toMatchObject({
      remaining_capture_amount: 0,
      results: [{ refunds: [] }],
    })
    const late = await toCapture({ captureBy: inDays(-1) })
    expect((await shop('GET', `${late.path}/captures`)).body).toEqual({ remaining_capture_amount: 0, results: [] })
    const refused = await shop('POST', `${late.path}/captures`)
    expect([refused.status, refused.body.error.type]).toEqual([409, 'CaptureNotAllowed'])
  })

  it('take a part, then everything remaining, by an empty request', async () => {
    const { path } = await toCapture({ totalCents: 30_000 })
    const part = await shop('POST', `${path}/captures`, { body: { amount: 10_000 } })
    expect(part.status).toBe(200)
    expect(part.body).toMatchObject({ amount: 10_000, remaining_amount: 10_000, refunds: [], remaining_capture_amount: 20_000 })
    const rest = await shop('POST', `${path}/captures`)
    expect(rest.body).toMatchObject({ amount: 20_000, remaining_capture_amount: 0 })
  })

  it('are refunded individually, never beyond their own amount', async () => {
    const { path } = await toCapture({ totalCents: 30_000 })
    const { id } = (await shop('POST', `${path}/captures`, { body: { amount: 10_000 } })).body
    await shop('POST', `${path}/captures`)
    const refunded = await shop('POST', `${path}/captures/${id}/refunds`, { body: { amount: 4_000 } })
    expect(refunded.body).toMatchObject({
      id,
      refunded_amount: 4_000,
      remaining_amount: 6_000,
      refunds: [{ amount: 4_000, pending_amount: 6_000 }],
    })
    const beyond = await shop('POST', `${path}/captures/${id}/refunds`, { body: { amount: 6_001 } })
    expect([beyond.status, beyond.body.error.type]).toEqual([409, 'RefundAmountExceeded'])
    expect((await shop('GET', `${path}/captures/${id}/refunds`)).body).toEqual(refunded.body)
    const other = await order()
    const outsider = await shop('POST', `${other.path}/captures/${id}/refunds`, { body: { amount: 1 } })
    expect([outsider.status, outsider.body.error.fields]).toEqual([404, { capture__id: id }])
  })
})

describe('a void', () => {
  it('reduces what can be captured; voiding everything ends the order', async () => {
    const { path } = await toCapture({ totalCents: 30_000 })
    const part = await shop('POST', `${path}/void`, { body: { amount: 12_000 } })
    expect(part.body).toMatchObject({ remaining_amount: 18_000, results: [{ amount: 12_000 }] })
    expect((await shop('POST', `${path}/captures`, { body: { amount: 18_001 } })).status).toBe(409)
    const beyond = await shop('POST', `${path}/void`, { body: { amount: 18_001 } })
    expect([beyond.status, beyond.body.error.type]).toEqual([409, 'VoidNotAllowed'])
    expect((await shop('GET', `${path}/void`)).body).toEqual(part.body)
    const rest = await shop('POST', `${path}/void`, { body: { amount: 18_000 } })
    expect(rest.body).toMatchObject({ remaining_amount: 0, results: [{ amount: 12_000 }, { amount: 18_000 }] })
    expect((await shop('GET', path)).body).toMatchObject({ status: 'ko', status_reason: 'confirmation_rejected_by_merchant' })
  })

  it('leaves the forecast of the rest only', async () => {
    const { id, path } = await toCapture({ totalCents: 30_000 })
    await shop('POST', `${path}/void`, { body: { amount: 10_000 } })
    const [row] = await server.ownerSql<{ net_cents: string }>(`select net_cents from operations where replace(id::text, '-', '') = $1`, [
      id,
    ])
    await shop('POST', `${path}/captures`)
    const [after] = await server.ownerSql<{ net_cents: string }>(`select net_cents from operations where replace(id::text, '-', '') = $1`, [
      id,
    ])
    expect(row).toEqual(after)
  })

  it('is refused after a capture, and for immediate capture', async () => {
    const captured = await toCapture({ totalCents: 30_000 })
    await shop('POST', `${captured.path}/captures`, { body: { amount: 1_000 } })
    const immediate = await order()
    for (const { path } of [captured, immediate]) {
      const refused = await shop('POST', `${path}/void`, { body: { amount: 1 } })
      expect([refused.status, refused.body.error.type]).toEqual([409, 'VoidNotAllowed'])
    }
  })
})

describe('a cancellation', () => {
  it('ends a pending order, and refunds a captured one in full; 204 without a body, also for a request without one', async () => {
    const waiting = await order({ substatus: 'pending_merchant' })
    const captured = await order({ totalCents: 30_000 })
    for (const { path } of [waiting, captured]) {
      const answer = await shop('POST', `${path}/cancel`)
      expect([answer.status, answer.raw]).toEqual([204, ''])
    }
    expect((await shop('GET', waiting.path)).body).toMatchObject({ status: 'ko', status_reason: 'confirmation_rejected_by_merchant' })
    expect((await shop('GET', captured.path)).body).toMatchObject({ refunded_amount: 30_000, substatus: 'payment_suspended' })
    server.moveClock(6_000)
    const again = await shop('POST', `${captured.path}/cancel`)
    expect([again.status, again.body.error.type]).toEqual([409, 'CancelNotAllowed'])
  })
})
