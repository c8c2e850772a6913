import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { editorRefundLimitCents } from '#domain/access/roles'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation, writeOperations } from '../../testing/operations/testOperations.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const operation = (given = {}) => writeOperation(server.database.ownerUrl, given)
const at = (operationId: string) => ({ params: { merchantId, operationId } })
const refund = (operationId: string, body: { amount: number; expectedRemaining?: number; merchantReference?: string }, more = {}) =>
  server.call('operationRefund', { ...at(operationId), body, as: 'ownerA', ...more })
const view = (operationId: string) => server.call('operationDetail', { ...at(operationId), as: 'ownerA' })
const remaining = async (operationId: string) =>
  (await server.call('operationRefundPreview', { ...at(operationId), as: 'ownerA' })).body.remainingAmount
/** Ends the undo period and sends out everything due. */
async function pass(): Promise<void> {
  server.moveClock(21_000)
  await server.runClock()
}

describe('a held refund', () => {
  it('is deducted immediately, moves no money, then goes out with plan, fees and settlement line', async () => {
    const id = await operation({ totalCents: 60_000, paid: 2, createdAt: new Date(Date.now() - 75 * 86_400_000) })
    const answer = await refund(id, { amount: 20_000, expectedRemaining: 60_000 })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      remainingAmount: 40_000,
      refund: { state: 'held', amount: 20_000, createdBy: 'Olga Núñez' },
      operation: { heldAmount: 20_000, netAmount: 58_149 },
    })
    await pass()
    const { body } = await view(id)
    // The worked example: 600.00 € in 6 at 19.99 %, two paid, 200.00 € refunded: four instalments of 53.81 €.
    expect(body.instalments.map((one) => one.amount)).toEqual([10_591, 10_591, 5381, 5381, 5381, expect.closeTo(5381, -1)])
    expect(body.instalments.map((one) => one.originalAmount)).toEqual([10_591, 10_591, 10_591, 10_591, 10_591, 10_591])
    expect(body.refunds).toMatchObject([
      { state: 'completed', refundedMerchantFee: 500, refundedVat: 105, refundedSubsidy: 0, creditToCustomer: 0 },
    ])
    expect(body.settlementLines.map((one) => [one.kind, one.netAmount])).toEqual([
      ['order', 58_149],
      ['refund', -19_395],
    ])
    expect(body).toMatchObject({
      substatus: 'payment_process',
      heldAmount: 0,
      refundedAmount: 20_000,
      netAmount: 58_149 - 19_395,
      nextDueAmount: 5381,
    })
    expect(body.history.map((one) => one.event)).toEqual(['created', 'confirmed', 'refund_held', 'partially_refunded'])
  })

  it('beyond the debt is credited to the card and completes the plan', async () => {
    const id = await operation({ totalCents: 60_000, paid: 2, createdAt: new Date(Date.now() - 75 * 86_400_000) })
    await refund(id, { amount: 50_000 })
    await pass()
    const { body } = await view(id)
    expect(body).toMatchObject({ substatus: 'payment_completed', nextDueOn: null, refunds: [{ creditToCustomer: 9343 }] })
    expect(body.instalments.slice(2).every((one) => one.state === 'cancelled' && one.amount === 0)).toBe(true)
  })

  it('of everything remaining ends the operation, including the subsidy', async () => {
    const id = await operation({ totalCents: 60_000, tinBps: 0, createdAt: new Date(Date.now() - 5 * 86_400_000) })
    await refund(id, { amount: 20_000 })
    await pass()
    expect((await view(id)).body.refunds).toMatchObject([{ refundedMerchantFee: 500, refundedVat: 105, refundedSubsidy: 1182 }])
    await refund(id, { amount: 40_000 })
    await pass()
    const { body } = await view(id)
    expect(body).toMatchObject({
      category: 'accepted',
      substatus: 'payment_suspended',
      suspensionReason: 'fully_refunded',
      settlementStatus: 'reversed',
      remainingAmount: 0,
      subsidyAmount: 0,
      feeAmount: 30,
      vatAmount: 6,
      netAmount: -36,
    })
    expect(body.settlementLines.at(-1)?.kind).toBe('cancel')
  })

  it('can be undone until it goes out, and its amount can be refunded again', async () => {
    const id = await operation()
    const { body } = await refund(id, { amount: 60_000 })
    expect(await remaining(id)).toBe(0)
    const undone = await server.call('operationRefundUndo', {
      params: { merchantId, operationId: id, refundId: body.refund.id },
      as: 'editorA',
    })
    expect(undone).toMatchObject({
      status: 200,
      body: { refundedAmount: 0, heldAmount: 0, refunds: [{ state: 'undone' }], captures: [{ refundedAmount: 0 }] },
    })
    await pass()
    expect(await remaining(id)).toBe(60_000)
    const late = await refund(id, { amount: 100 }, { key: 'late' })
    await pass()
    const refused = await server.call('operationRefundUndo', {
      params: { merchantId, operationId: id, refundId: late.body.refund.id },
      as: 'ownerA',
    })
    expect(refused).toMatchObject({ status: 409, error: { type: 'UndoNotAllowed' } })
  })

  it('cannot be undone through another operation, shop or mode', async () => {
    const [first, other] = await writeOperations(server.database.ownerUrl, [{}, {}])
    const { body } = await refund(first ?? '', { amount: 500 })
    const undo = (more: object) =>
      server.call('operationRefundUndo', {
        params: { merchantId, operationId: first ?? '', refundId: body.refund.id },
        as: 'ownerA',
        ...more,
      })
    expect((await undo({ params: { merchantId, operationId: other ?? '', refundId: body.refund.id } })).status).toBe(404)
    expect((await undo({ mode: 'sandbox' })).status).toBe(404)
    expect((await undo({ params: { merchantId: hexOf(ids.merchantA2), operationId: first ?? '', refundId: body.refund.id } })).status).toBe(
      404,
    )
    expect((await undo({ as: 'ownerB' })).status).toBe(404)
    expect((await undo({ as: 'guestA' })).status).toBe(403)
    expect((await undo({})).status).toBe(200)
  })
})

describe('a refund is refused', () => {
  it.each([0, -1, 0.5, 1e15, '100', null, undefined])('with a field problem for an amount of %s', async (amount) => {
    const id = await operation()
    const answer = await server.send('POST', `/v2/merchants/${merchantId}/orders/${id}/refund`, {
      as: 'ownerA',
      body: JSON.stringify({ amount }),
    })
    expect(answer.status).toBe(400)
    expect(await remaining(id)).toBe(60_000)
  })

  it.each(['NaN', 'Infinity', '1e309', '9007199254740992', '1e2.5', '"1e3"', '0,001'])('for a literal %s', async (literal) => {
    const id = await operation()
    const answer = await server.send('POST', `/v2/merchants/${merchantId}/orders/${id}/refund`, {
      as: 'ownerA',
      body: `{"amount": ${literal}}`,
    })
    expect(answer.status).toBe(400)
    expect(await remaining(id)).toBe(60_000)
  })

  it("above the remainder, when stale and over the editor's limit", async () => {
    const id = await operation({ totalCents: 200_000 })
    expect(await refund(id, { amount: 200_001 })).toMatchObject({
      status: 409,
      error: { type: 'RefundAmountExceeded', message: expect.stringContaining('2.000,00') },
    })
    expect(await refund(id, { amount: 1000, expectedRemaining: 150_000 })).toMatchObject({
      status: 409,
      error: { type: 'StaleAmount', message: expect.stringContaining('2.000,00') },
    })
    expect(await refund(id, { amount: 200_001, expectedRemaining: 200_001 })).toMatchObject({ error: { type: 'StaleAmount' } })
    expect(await refund(id, { amount: editorRefundLimitCents + 1 }, { as: 'editorA' })).toMatchObject({
      status: 403,
      error: { type: 'PermissionDenied', message: expect.stringContaining('1.000,00') },
    })
    expect((await server.call('operationCancel', { ...at(id), as: 'editorA' })).error.type).toBe('PermissionDenied')
    expect((await refund(id, { amount: editorRefundLimitCents }, { as: 'editorA' })).status).toBe(201)
    expect((await refund(id, { amount: 1 }, { as: 'guestA' })).error.type).toBe('PermissionDenied')
    expect(await remaining(id)).toBe(100_000)
  })

  it('the day after the last of 365 days, and not on it', async () => {
    // Calendar days in Madrid: 365 times 24 hours may end on another day when the clocks changed.
    const soldAgo = (days: number) => operation({ createdAt: startOfMadridDay(addDays(madridDay(new Date()), -days)) })
    const [lastDay, over] = [await soldAgo(365), await soldAgo(366)]
    expect((await refund(lastDay, { amount: 100 })).status).toBe(201)
    expect(await refund(over, { amount: 100 })).toMatchObject({
      status: 409,
      error: { type: 'RefundNotAllowed', message: expect.stringMatching(/\d\d\.\d\d\.\d{4}/) },
    })
    expect((await server.call('operationRefundPreview', { ...at(over), query: { amount: 100 }, as: 'ownerA' })).error.type).toBe(
      'RefundNotAllowed',
    )
  })
})

describe('idempotency', () => {
  it('one key used a hundred times concurrently refunds once; replays are byte-identical, also after an hour', async () => {
    const id = await operation()
    const answers = await Promise.all(Array.from({ length: 100 }, () => refund(id, { amount: 1000 }, { key: 'a5' })))
    const done = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status !== 201).every(({ error }) => error.type === 'IdempotencyInFlight')).toBe(true)
    expect(await remaining(id)).toBe(59_000)
    server.moveClock(3_600_000)
    for (let again = 0; again < 10; again += 1) {
      const replay = await refund(id, { amount: 1000 }, { key: 'a5' })
      expect(replay.headers.get('idempotency-replayed')).toBe('true')
      expect(replay.raw).toBe(done[0]?.raw)
    }
    expect(await remaining(id)).toBe(59_000)
  })

  it('a key belongs to one body, caller, operation, shop and mode', async () => {
    const [first = '', two = ''] = await writeOperations(server.database.ownerUrl, [{}, {}])
    const test = await operation({ mode: 'sandbox' })
    expect((await refund(first, { amount: 1000 }, { key: 'a6' })).status).toBe(201)
    expect(await refund(first, { amount: 1001 }, { key: 'a6' })).toMatchObject({ status: 422, error: { type: 'IdempotencyKeyReused' } })
    expect((await refund(two, { amount: 1000 }, { key: 'a6' })).status).toBe(201)
    expect((await refund(first, { amount: 1000 }, { key: 'a6', as: 'adminA' })).status).toBe(201)
    expect((await refund(test, { amount: 1000 }, { key: 'a6', mode: 'sandbox' })).status).toBe(201)
    for (const key of ['x'.repeat(256), 'con espacio']) expect((await refund(first, { amount: 1 }, { key })).status).toBe(400)
    expect([await remaining(first), await remaining(two)]).toEqual([58_000, 59_000])
  })

  it('without a key, a repetition within five seconds is the same refund; after ten it is another', async () => {
    const id = await operation()
    const [first, second] = [await refund(id, { amount: 700 }), await refund(id, { amount: 700 })]
    expect(first.body.replayed).toBe(undefined)
    expect(second.body).toEqual({ ...first.body, replayed: true })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await remaining(id)).toBe(59_300)
    // Two equal refunds that are both intended: another reference, or a key for each, makes another refund.
    expect((await refund(id, { amount: 700, merchantReference: 'línea 2' })).body.replayed).toBe(undefined)
    expect((await refund(id, { amount: 700 }, { key: 'line-3' })).body.replayed).toBe(undefined)
    expect(await remaining(id)).toBe(57_900)
    server.moveClock(10_000)
    expect((await refund(id, { amount: 700 })).status).toBe(201)
    expect(await remaining(id)).toBe(57_200)
  })

  it('without a key, a repeated capture, confirmation or cancellation is recognised as one too', async () => {
    const [toCapture = '', toConfirm = ''] = await writeOperations(server.database.ownerUrl, [
      { substatus: 'pending_merchant', reason: 'capture_required', captureMode: 'manual' },
      { substatus: 'pending_merchant' },
    ])
    const by = (operationId: string) => ({ params: { merchantId, operationId }, as: 'ownerA' }) as const
    const twice = async <A>(ask: () => Promise<A>) => [await ask(), await ask()] as const
    const pairs = [
      await twice(() => server.call('operationCapture', { ...by(toCapture), body: { amount: 700 } })),
      await twice(() => server.call('operationConfirm', by(toConfirm))),
      await twice(() => server.call('operationCancel', { ...by(toConfirm), body: {} })),
    ]
    for (const [first, second] of pairs) {
      expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
      expect([second.status, second.body]).toEqual([first.status, first.body && { ...first.body, replayed: true }])
    }
  })
})

describe('an immediate refund', () => {
  afterEach(() => {
    server.services.config.refundHoldSeconds = 20
  })
  it('moves everything in one transaction and writes an audit entry', async () => {
    server.services.config.refundHoldSeconds = 0
    // The caller is cached for a moment, with the undo period: a later session is not cached yet.
    server.moveClock(600_000)
    const id = await operation()
    const { body } = await refund(id, { amount: 60_000 })
    expect(body).toMatchObject({
      remainingAmount: 0,
      refund: { state: 'completed', releaseAt: null },
      operation: { substatus: 'payment_suspended', heldAmount: 0 },
    })
    const [trail] = await server.ownerSql(
      `select outcome, role, user_id, after from audit_entries where entity_id = $1 and call = 'operationRefund'`,
      [id],
    )
    expect(trail).toMatchObject({
      outcome: 'done',
      role: 'owner',
      user_id: personas.ownerA.id,
      after: { refundedCents: 60_000, substatus: 'payment_suspended' },
    })
  })
})
