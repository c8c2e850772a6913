import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maskDocument, maskPhone } from '#domain/platform/identifiers'
import { reasonsOf, substatuses, type Reason, type Substatus } from '#domain/sales/operations/lifecycle'
import { named, sql } from '../../platform/database/sql.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { writeOperation, type TestOperation } from '../../testing/operations/testOperations.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 0 })
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const day = 86_400_000
const operation = (given: TestOperation = {}) => writeOperation(server.database.ownerUrl, given)
const params = (operationId: string) => ({ merchantId, operationId })
const view = async (operationId: string, more: object = {}) =>
  (await server.call('operationDetail', { params: params(operationId), as: 'ownerA', ...more })).body
const verbs = {
  confirm: (operationId: string, more: object = {}) =>
    server.call('operationConfirm', { params: params(operationId), as: 'ownerA', key: randomUUID(), ...more }),
  capture: (operationId: string, more: object = {}) =>
    server.call('operationCapture', { params: params(operationId), body: {}, as: 'ownerA', key: randomUUID(), ...more }),
  refund: (operationId: string, more: object = {}) =>
    server.call('operationRefund', { params: params(operationId), body: { amount: 100 }, as: 'ownerA', key: randomUUID(), ...more }),
  cancel: (operationId: string, more: object = {}) =>
    server.call('operationCancel', { params: params(operationId), as: 'ownerA', key: randomUUID(), ...more }),
}
type Verb = keyof typeof verbs
const pendingCapture = (fields: TestOperation = {}): TestOperation => ({
  product: 'pay_later',
  substatus: 'pending_merchant',
  reason: 'capture_required',
  tinBps: 0,
  captureBy: new Date(Date.now() + 5 * day),
  ...fields,
})

/** The actions a merchant may take in each state (docs/domain.md#transitions); all others are refused with 409. */
const allowed: Partial<Record<string, readonly Verb[]>> = {
  'pending_merchant.confirmation_required': ['confirm', 'cancel'],
  'pending_merchant.capture_required': ['capture', 'cancel'],
  payment_process: ['refund', 'cancel'],
  payment_completed: ['refund', 'cancel'],
}
const states = substatuses.flatMap((substatus): [Substatus, Reason | null][] => {
  const reasons: readonly Reason[] = reasonsOf[substatus]
  return reasons.length === 0 ? [[substatus, null]] : reasons.map((reason) => [substatus, reason])
})

describe('every verb in every state', () => {
  it.each(states)('%s (%s)', async (substatus, reason) => {
    const key = reason === null ? substatus : `${substatus}.${reason}`
    for (const verb of Object.keys(verbs) as Verb[]) {
      // the keys of an object literal
      const fields = reason === 'capture_required' ? pendingCapture() : { substatus, reason, confirmBy: new Date(Date.now() + day) }
      const id = await operation(fields)
      const before = await view(id)
      const answer = await verbs[verb](id)
      if (allowed[key]?.includes(verb)) {
        expect([verb, answer.status]).toEqual([verb, { confirm: 200, capture: 201, refund: 201, cancel: 204 }[verb]])
      } else {
        expect([verb, answer.status, answer.error.type]).toEqual([
          verb,
          409,
          `${verb.replace(/^./, (letter) => letter.toUpperCase())}NotAllowed`,
        ])
        expect(await view(id)).toEqual(before)
      }
    }
  })

  it('an offline checkout can be cancelled while pending on the customer, an online one cannot', async () => {
    for (const channel of ['in_store', 'phone'] as const) {
      const id = await operation({ substatus: 'pending_customer', channel })
      expect((await verbs.cancel(id)).status).toBe(204)
      expect(await view(id)).toMatchObject({
        substatus: 'stopped_merchant',
        statusReason: 'confirmation_rejected_by_merchant',
        netAmount: null,
        history: [{}, { event: 'offline_cancelled', userName: 'Olga Núñez' }],
      })
    }
    expect((await verbs.cancel(await operation({ substatus: 'pending_customer', channel: 'online' }))).error.type).toBe('CancelNotAllowed')
  })
})

describe('confirm (T8, T9)', () => {
  it('captures the whole amount immediately, with plan, fees, settlement line and ledger', async () => {
    const id = await operation({ substatus: 'pending_merchant', totalCents: 60_000, confirmBy: new Date(Date.now() + day) })
    const { body } = await verbs.confirm(id)
    expect(body).toMatchObject({
      substatus: 'payment_process',
      capturedAmount: 60_000,
      feeAmount: 1530,
      vatAmount: 321,
      netAmount: 58_149,
      settlementStatus: 'pending',
      confirmBy: null,
      captures: [{ amount: 60_000 }],
      settlementLines: [{ kind: 'order', netAmount: 58_149 }],
      nextDueAmount: 10_591,
    })
    expect(body.instalments.reduce((all, one) => all + one.interest, 0)).toBe(3546)
    expect((await verbs.confirm(id)).error.type).toBe('ConfirmNotAllowed')
  })

  it('with deferred capture awaits the capture for fifteen days', async () => {
    const id = await operation({ substatus: 'pending_merchant', product: 'pay_later', tinBps: 0, confirmBy: new Date(Date.now() + day) })
    const { body } = await verbs.confirm(id)
    expect(body).toMatchObject({ substatus: 'pending_merchant', statusReason: 'capture_required', capturedAmount: 0, settlementLines: [] })
    expect(new Date(body.captureBy ?? 0).getTime() - new Date(body.confirmed ?? 0).getTime()).toBe(15 * day)
    expect((await verbs.capture(id)).body.operation).toMatchObject({ substatus: 'payment_process', instalments: [{ amount: 60_000 }] })
  })

  it('is refused after its deadline, to the second', async () => {
    expect(
      (await verbs.confirm(await operation({ substatus: 'pending_merchant', confirmBy: new Date(server.services.now().getTime() - 1000) })))
        .error.type,
    ).toBe('ConfirmNotAllowed')
    expect(
      (await verbs.capture(await operation(pendingCapture({ captureBy: new Date(server.services.now().getTime() - 1000) })))).error.type,
    ).toBe('CaptureNotAllowed')
  })
})

describe('more time to capture', () => {
  const extend = (operationId: string, more: object = {}) =>
    server.call('operationCaptureExtend', { params: params(operationId), as: 'ownerA', key: randomUUID(), ...more })

  it('is given once, by another fifteen days, and the order is not ended before', async () => {
    const id = await operation({ substatus: 'pending_merchant', product: 'pay_later', tinBps: 0, confirmBy: new Date(Date.now() + day) })
    const { body: confirmed } = await verbs.confirm(id)
    const { body } = await extend(id)
    const until = new Date(new Date(confirmed.confirmed ?? 0).getTime() + 30 * day)
    expect(body).toMatchObject({ substatus: 'pending_merchant', captureBy: until.toISOString(), capturedAmount: 0 })
    expect(body.history.at(-1)).toMatchObject({ event: 'capture_extended', userName: 'Olga Núñez' })
    const due = () => server.ownerSql(`select due_at from deadlines where object_id = $1 and kind = 'capture'`, [uuidOf(id)])
    expect(await due()).toEqual([{ due_at: until }])
    expect((await extend(id)).error).toMatchObject({ type: 'CaptureNotAllowed', message: expect.stringContaining('ya se amplió') })
    expect((await view(id)).captureBy).toBe(until.toISOString())
    expect((await verbs.capture(id)).status).toBe(201)
    expect((await extend(id)).error.type).toBe('CaptureNotAllowed')
  })

  it('takes an order off today’s work, among what is done with who gave it, but not one that was not listed yet', async () => {
    const soon = (days: number) => {
      const captureBy = new Date(server.services.now().getTime() + days * day)
      return operation(pendingCapture({ totalCents: 50_00, createdAt: new Date(captureBy.getTime() - 15 * day), captureBy }))
    }
    const [listed, unlisted] = [await soon(2), await soon(9)]
    for (const id of [listed, unlisted]) expect((await extend(id)).status).toBe(200)
    const { body } = await server.call('inboxList', { params: params(listed), as: 'ownerA' })
    const ofThem = (one: { objectId: string }) => one.objectId === listed || one.objectId === unlisted
    expect(body.items.filter(ofThem)).toEqual([])
    expect(body.solved.filter(ofThem)).toMatchObject([{ kind: 'capture', objectId: listed, amount: 50_00, way: 'person', by: 'Olga' }])
  })

  it('is not given after the deadline, nor to a guest', async () => {
    const late = await operation(pendingCapture({ captureBy: new Date(server.services.now().getTime() - 1000) }))
    expect((await extend(late)).error.type).toBe('CaptureNotAllowed')
    expect((await extend(await operation(pendingCapture()), { as: 'guestA' })).status).toBe(403)
  })
})

describe('partial captures', () => {
  it('cost in sum what one capture costs, with a refund in between', async () => {
    const terms = {
      captureMode: 'manual' as const,
      product: 'instalments' as const,
      totalCents: 100_00,
      numInstalments: 3,
      tinBps: 0,
      openingFeeBps: 200,
    }
    const id = await operation(pendingCapture({ ...terms, downpayment: 'equal' }))
    const whole = (await verbs.capture(await operation(pendingCapture({ ...terms, downpayment: 'equal' })))).body.operation
    expect((await verbs.capture(id, { body: { amount: 33_33 } })).body).toMatchObject({
      capture: { amount: 33_33 },
      operation: { remainingCaptureAmount: 66_67, substatus: 'payment_process' },
    })
    expect(await verbs.capture(id, { body: { amount: 66_68 } })).toMatchObject({ status: 409, error: { type: 'CaptureNotAllowed' } })
    const second = (await verbs.capture(id)).body.operation
    const amounts = ({ feeAmount, vatAmount, subsidyAmount, netAmount, downpaymentAmount, openingFeeAmount }: typeof whole) => [
      feeAmount,
      vatAmount,
      subsidyAmount,
      netAmount,
      downpaymentAmount,
      openingFeeAmount,
    ]
    expect(amounts(second)).toEqual(amounts(whole))
    expect(second.instalments.map((one) => one.amount)).toEqual(whole.instalments.map((one) => one.amount))
    expect(await brokenBooks(server.database.ownerUrl)).toEqual([])
    const mixed = await operation(pendingCapture({ ...terms, product: 'instalments', tinBps: 1999 }))
    await verbs.capture(mixed, { body: { amount: 50_00 } })
    await verbs.refund(mixed, { body: { amount: 20_00 } })
    await verbs.capture(mixed)
    const { instalments, captures, remainingAmount } = await view(mixed)
    expect([instalments.reduce((all, one) => all + one.principal, 0), captures.map((one) => one.remainingAmount), remainingAmount]).toEqual(
      [80_00, [30_00, 50_00], 80_00],
    )
    await verbs.refund(mixed, { body: { amount: 45_00 } })
    expect((await view(mixed)).captures.map((one) => one.remainingAmount)).toEqual([0, 35_00])
  })
})

describe('cancel', () => {
  it('on the day of the sale is free; later the fixed part is kept', async () => {
    const now = server.services.now()
    const sameDay = await operation({ createdAt: now, tinBps: 0 })
    const later = await operation({ createdAt: new Date(now.getTime() - 2 * day), tinBps: 0 })
    for (const id of [sameDay, later]) expect((await verbs.cancel(id)).status).toBe(204)
    expect(await view(sameDay)).toMatchObject({ suspensionReason: 'merchant_cancelled', netAmount: 0, feeAmount: 0, vatAmount: 0 })
    expect(await view(later)).toMatchObject({
      suspensionReason: 'merchant_cancelled',
      netAmount: -36,
      feeAmount: 30,
      vatAmount: 6,
      remainingAmount: 0,
    })
  })

  it('refunds everything the customer paid, interest and opening fee too', async () => {
    const id = await operation({ createdAt: new Date(Date.now() - 70 * day), paid: 2, downpayment: 'equal', openingFeeBps: 200 })
    const { instalments, downpaymentAmount, openingFeeAmount } = await view(id)
    const paid = instalments.slice(0, 2).reduce((all, one) => all + one.amount, downpaymentAmount + openingFeeAmount)
    const preview = (await server.call('operationCancelPreview', { params: params(id), as: 'ownerA' })).body.preview
    await verbs.cancel(id)
    const after = await view(id)
    expect(after.refunds).toMatchObject([{ kind: 'cancel', creditToCustomer: paid }])
    expect(preview).toMatchObject({
      verb: 'cancel',
      customer: { creditToCustomer: paid, instalmentsAfter: 0, outstandingAfter: 0 },
      rectifyingInvoice: { amount: expect.any(Number) },
    })
    expect(after.instalments.map((one) => one.state)).toEqual(['refunded', 'refunded', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
  })

  it('keeps reason and note: in the history before money moved, on the refund afterwards', async () => {
    const explanation = { reason: 'out_of_stock', comment: 'La última se rompió' } as const
    const before = await operation(pendingCapture())
    await verbs.cancel(before, { body: explanation })
    expect((await view(before)).history.at(-1)).toMatchObject({
      event: 'merchant_rejected',
      givenReason: 'out_of_stock',
      comment: explanation.comment,
    })
    const charged = await operation()
    await verbs.cancel(charged, { body: explanation })
    expect((await view(charged)).refunds).toMatchObject([{ kind: 'cancel', ...explanation }])
    const wrong = await verbs.cancel(await operation(), { body: { reason: 'no sé' } })
    expect([wrong.status, wrong.error.fields]).toMatchObject([400, [{ name: 'reason', code: 'option' }]])
  })

  it('while held blocks captures, and undoing the refunds it depends on', async () => {
    server.services.config.refundHoldSeconds = 20
    const id = await operation(pendingCapture({ product: 'instalments', captureMode: 'manual' }))
    await verbs.capture(id, { body: { amount: 30_000 } })
    const part = (await verbs.refund(id, { body: { amount: 5000 } })).body.refund
    await verbs.cancel(id)
    expect((await verbs.capture(id)).error.type).toBe('CaptureNotAllowed')
    const undo = (refundId: string) => server.call('operationRefundUndo', { params: { ...params(id), refundId }, as: 'ownerA' })
    expect((await undo(part.id)).error.type).toBe('UndoNotAllowed')
    const cancelled = (await view(id)).refunds.find(({ kind }) => kind === 'cancel')
    expect((await undo(cancelled?.id ?? '')).body).toMatchObject({ remainingAmount: 25_000, substatus: 'payment_process' })
    expect((await undo(part.id)).body).toMatchObject({ remainingAmount: 30_000 })
    server.services.config.refundHoldSeconds = 0
  })
})

describe('tenant isolation', () => {
  const reads = ['operationDetail', 'operationCart', 'operationCaptureList', 'operationRefundPreview', 'operationCancelPreview'] as const
  it('an operation is not found in another shop, another mode or by another account, by any call', async () => {
    const id = await operation()
    const before = await view(id)
    const places = [
      { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA2), operationId: id } },
      { as: 'ownerA', mode: 'sandbox' },
      { as: 'ownerB' },
      { as: 'ownerB', params: { merchantId: hexOf(ids.merchantB1), operationId: id } },
    ] as const
    for (const place of places) {
      for (const name of reads) expect((await server.call(name, { params: params(id), ...place })).status).toBe(404)
      for (const verb of Object.values(verbs)) expect((await verb(id, place)).status).toBe(404)
    }
    expect(await view(id)).toEqual(before)
    for (const broken of ['undefined', 'null', 'NaN', '%2e%2e', id.toUpperCase().replace(/^./, 'A'), `${id}0`, 'x'.repeat(150)]) {
      expect((await server.send('GET', `/v2/merchants/${merchantId}/orders/${broken}`, { as: 'ownerA' })).status).toBe(404)
    }
  })

  it('a query without filters sees one shop in one mode, and without a scope nothing', async () => {
    await operation()
    await operation({ mode: 'sandbox' })
    await operation({ merchantId: ids.merchantB1 })
    const tables = [
      'operations',
      'instalments',
      'captures',
      'operation_events',
      'settlement_lines',
      'ledger_journals',
      'ledger_lines',
      'operation_counters',
      'carts',
      'refunds',
      'refund_captures',
    ]
    for (const table of tables) {
      const all = sql`select merchant_id, mode::text as mode from ${named(table)} group by 1, 2`
      expect(await server.services.database.read(null, (db) => db.rows(all))).toEqual([])
      const seen = await server.services.database.read(mintScope(ids.merchantB1, 'live'), (db) =>
        db.rows<{ merchant_id: string; mode: string }>(all),
      )
      expect(seen.every((row) => row.merchant_id === ids.merchantB1 && row.mode === 'live')).toBe(true)
    }
    const write = server.services.database.write(mintScope(ids.merchantB1, 'live'), (db) =>
      db.run(sql`update operations set total_cents = total_cents where merchant_id = ${ids.merchantA1}`),
    )
    expect(await write).toBe(0)
  })
})

describe('visible data', () => {
  it('a guest sees document and phone masked, reads everything else and changes nothing', async () => {
    const id = await operation({ document: '12345678Z', phone: '612345214' })
    expect((await view(id)).customer).toMatchObject({ documentNumber: '12345678Z', phone: '612345214' })
    const seen = await view(id, { as: 'guestA' })
    expect(seen.customer).toMatchObject({ documentNumber: maskDocument('12345678Z'), phone: maskPhone('612345214') })
    expect(JSON.stringify(seen)).not.toMatch(/12345678Z|612345214/)
    for (const verb of Object.values(verbs)) expect((await verb(id, { as: 'guestA' })).error.type).toBe('PermissionDenied')
  })

  it('at most five others of the same customer, newest first, of this shop and mode only', async () => {
    const customer = { document: '00000001R', email: 'otra@correo.test' }
    for (let nth = 0; nth < 7; nth += 1)
      await operation({ ...customer, mid: `N-${nth}`, createdAt: new Date(Date.now() - nth * 3_600_000) })
    await operation({ ...customer, mode: 'sandbox', mid: 'test' })
    await operation({ ...customer, merchantId: ids.merchantA2, mid: 'elsewhere' })
    const id = await operation({ ...customer, mid: 'this one' })
    expect((await view(id)).customer.others.map(({ mid }) => mid)).toEqual(['N-0', 'N-1', 'N-2', 'N-3', 'N-4'])
  })

  it('the cart, the captures and an empty cart', async () => {
    const id = await operation({ totalCents: 5000 })
    expect((await server.call('operationCart', { params: params(id), as: 'guestA' })).body).toMatchObject({
      articles: [{ name: 'Lámpara', taxRate: 0 }],
      shipping: null,
      totalAmount: 5000,
    })
    expect((await server.call('operationCaptureList', { params: params(id), as: 'guestA' })).body).toMatchObject({
      remainingCaptureAmount: 0,
      results: [{ amount: 5000, remainingAmount: 5000 }],
    })
    await server.ownerSql('delete from carts')
    expect((await server.call('operationCart', { params: params(id), as: 'guestA' })).body.articles).toEqual([])
  })
})
