import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationRow } from '#contract/sales/operations'
import type { OperationChange } from '#contract/sales/operationChanges'
import type { Mode } from '../platform/database/scope.ts'
import { ids } from '../testing/testFixture.ts'
import { startTestServer, type As, type TestServer } from '../testing/testServices.ts'
import { hexOf } from '../platform/calls/wire.ts'
import { settle } from '../money/settlements/settle.ts'
import { writeOperation, writeOperations, type TestOperation } from '../testing/operations/testOperations.ts'

// What changed since the last visit: what it says an operation was is what the list said then.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 3_600 })
})
afterAll(() => server.close())

const minute = 60_000
const away = () => server.moveClock(31 * minute)
const shop = (merchantId: string = ids.merchantA1) => ({ merchantId: hexOf(merchantId) })
type Where = { params?: { merchantId: string }; mode?: Mode }
const look = async (as: As, where: Where = {}) => {
  const { status, body } = await server.call('operationChanges', { params: shop(), as, ...where })
  expect(status).toBe(200)
  return body
}
const idsOf = ({ results }: { results: readonly OperationChange[] }) => results.map(({ operation }) => operation.id).toSorted()
const seen = (as: As, until: string) => server.call('operationChangesSeen', { params: shop(), body: { until }, as })
const rowsNow = async () =>
  new Map((await server.call('operationList', { params: shop(), as: 'adminA' })).body.results.map((row) => [row.id, row] as const))

/** Approved and waiting for the shop, by its history. */
async function approved(fields: TestOperation & { reason: 'confirmation_required' | 'capture_required' }): Promise<string> {
  const id = await writeOperation(server.database.ownerUrl, { substatus: 'pending_merchant', ...fields })
  await server.ownerSql(
    `insert into operation_events (merchant_id, mode, operation_id, seq, at, event, actor, from_substatus, to_substatus, reason)
     select merchant_id, mode, id, 2, created_at, 'credit_accepted', 'provider', 'pending_customer', substatus, status_reason from operations where id = $1`,
    [id],
  )
  return id
}

/** A row of the list: its status, amounts and settlement. */
const stateOf = (row: OperationRow): OperationChange['before'] => ({
  substatus: row.substatus,
  statusReason: row.statusReason,
  suspensionReason: row.suspensionReason,
  voidedAmount: row.voidedAmount,
  capturedAmount: row.capturedAmount,
  refundedAmount: row.refundedAmount,
  settlementStatus: row.settlementStatus,
  settlementReference: row.settlementReference,
})

describe('what changed', () => {
  it('is each operation as listed before and as listed now, whatever happened in between', async () => {
    const url = server.database.ownerUrl
    const now = () => server.services.now()
    const [sold, again, held, ended, untouched] = [
      await writeOperation(url, { mid: 'A' }),
      await writeOperation(url, { mid: 'B' }),
      await writeOperation(url, { mid: 'C' }),
      await writeOperation(url, { mid: 'G' }),
      await writeOperation(url, { mid: 'D', substatus: 'stopped_customer' }),
    ]
    const toConfirm = await approved({ mid: 'E', reason: 'confirmation_required' })
    const due = new Date(now().getTime() + 10 * 86_400_000)
    const toCapture = await approved({ mid: 'F', reason: 'capture_required', captureMode: 'manual', captureBy: due })
    const to = (operationId: string) => ({ params: { ...shop(), operationId }, as: 'adminA' as const })
    const done = async (answer: Promise<{ status: number; raw: string }>) => {
      const { status, raw } = await answer
      expect(status, raw).toBeLessThan(300)
      return raw
    }
    const refund = async (id: string, amount: number) => {
      const raw = await done(server.call('operationRefund', { ...to(id), body: { amount } }))
      const { refund } = JSON.parse(raw) as { refund: { id: string } }
      return refund.id
    }
    const undo = (id: string, refundId: string) =>
      done(server.call('operationRefundUndo', { params: { ...shop(), operationId: id, refundId }, as: 'adminA' }))
    let undoLater = ''
    const rounds: (() => Promise<unknown>)[] = [
      // Held and cancelled between the reads: nothing changed. Another is still held at the end.
      async () => {
        await undo(again, await refund(again, 4_000))
        await refund(sold, 10_000)
        undoLater = await refund(held, 2_500)
      },
      // One held before is cancelled; the other is released, which changes nothing in the list.
      async () => {
        await undo(held, undoLater)
        server.moveClock(60 * minute)
        await server.runClock()
      },
      // Ended before a settlement includes its sale.
      async () => {
        await done(server.call('operationCancel', { ...to(ended), body: {} }))
        server.moveClock(60 * minute)
        await server.runClock()
        await done(server.call('operationConfirm', to(toConfirm)))
        await done(server.call('operationCapture', { ...to(toCapture), body: { amount: 20_000 } }))
      },
      async () => expect(await settle(server.services)).toMatchObject({ failed: 0 }),
      async () => {
        await done(server.call('operationCancel', { ...to(again), body: {} }))
        await done(server.call('operationCapture', { ...to(toCapture), body: { amount: 5_000 } }))
        server.moveClock(60 * minute)
        await server.runClock()
      },
      async () => {
        server.moveClock(2 * 86_400_000)
        await settle(server.services)
      },
      async () => {
        await refund(toConfirm, 1)
      },
      // The deadline for capturing the rest has passed.
      async () => {
        server.moveClock(8 * 86_400_000)
        await server.runClock()
        expect((await rowsNow()).get(toCapture)?.voidedAmount).toBe(35_000)
      },
    ]
    const touched = new Set<string>()
    for (const [nth, round] of rounds.entries()) {
      const before = await rowsNow()
      await look('adminA')
      away()
      await round()
      const after = await rowsNow()
      const changed = [...after.values()].filter(
        (row) => JSON.stringify(stateOf(row)) !== JSON.stringify(stateOf(before.get(row.id) ?? row)),
      )
      const changes = await look('adminA')
      expect(idsOf(changes), `round ${nth}`).toEqual(changed.map(({ id }) => id).toSorted())
      for (const { operation, before: was, changed: at } of changes.results) {
        touched.add(operation.id)
        expect([nth, operation.mid, was]).toEqual([nth, operation.mid, stateOf(before.get(operation.id) ?? operation)])
        expect(operation).toEqual(after.get(operation.id))
        expect(new Date(at) >= new Date(changes.since)).toBe(true)
      }
    }
    expect([...touched].toSorted()).toEqual([sold, again, held, ended, toConfirm, toCapture].toSorted())
    expect(touched.has(untouched)).toBe(false)
  })
})

describe('a visit', () => {
  it('is stored per user, shop and mode, with the operations of that time', async () => {
    const url = server.database.ownerUrl
    const operation = (given: TestOperation) => writeOperation(url, { createdAt: new Date(Date.now() - 5 * 86_400_000), ...given })
    const [live, test, other, stranger] = [
      await operation({ mid: 'real' }),
      await operation({ mid: 'prueba', mode: 'sandbox' }),
      await operation({ mid: 'otra', merchantId: ids.merchantA2 }),
      await operation({ mid: 'ajena', merchantId: ids.merchantB1 }),
    ]
    const places = [
      ['ownerA', live, {}],
      ['ownerA', test, { mode: 'sandbox' }],
      ['ownerA', other, { params: shop(ids.merchantA2) }],
      ['ownerB', stranger, { params: shop(ids.merchantB1) }],
    ] as const
    for (const [as, , where] of places) {
      // A first visit, whatever they have seen in other shops.
      const { since, until, results } = await look(as, where)
      expect([since, results]).toEqual([until, []])
      away()
    }
    for (const [as, operationId, { params = shop(), ...where }] of places.map(([as, id, where]) => [as, id, where as Where] as const))
      await server.call('operationRefund', { params: { ...params, operationId }, body: { amount: 100 }, as, ...where })
    const fresh = await operation({ mid: 'nueva', createdAt: server.services.now() })
    for (const [as, id, where] of places) expect(idsOf(await look(as, where))).toEqual([id])
    // A user without a visit has no news; a guest has their own.
    expect((await look('guestA')).results).toEqual([])
    away()
    await server.call('operationRefund', { params: { ...shop(), operationId: fresh }, body: { amount: 100 }, as: 'ownerA' })
    expect(idsOf(await look('guestA'))).toEqual([fresh])
    const foreign = await server.call('operationChanges', { params: shop(ids.merchantB1), as: 'ownerA' })
    expect(foreign.status).toBe(404)
    expect(
      (
        await server.call('operationChangesSeen', {
          params: shop(ids.merchantB1),
          body: { until: foreign.headers.get('date') ?? '' },
          as: 'ownerA',
        })
      ).status,
    ).toBe(404)
  })

  it('ends after half an hour of inactivity; seen changes are cleared, later ones are kept', async () => {
    const url = server.database.ownerUrl
    const [first, second] = [await writeOperation(url), await writeOperation(url)]
    const refund = (operationId: string) =>
      server.call('operationRefund', { params: { ...shop(), operationId }, body: { amount: 100 }, as: 'ownerA' })
    await look('editorA')
    away()
    await refund(first)
    const begun = await look('editorA')
    server.moveClock(20 * minute)
    expect((await look('editorA')).since).toBe(begun.since)
    server.moveClock(20 * minute)
    await refund(second)
    const later = await look('editorA')
    expect(idsOf(later)).toEqual([first, second].toSorted())
    expect((await seen('editorA', begun.until)).status).toBe(204)
    expect(idsOf(await look('editorA'))).toEqual([second])
    // Seen changes do not reappear, and future ones are not shown.
    expect((await seen('editorA', begun.since)).status).toBe(204)
    expect(idsOf(await look('editorA'))).toEqual([second])
    expect((await seen('editorA', '2099-01-01T00:00:00.000Z')).status).toBe(204)
    expect((await look('editorA')).results).toEqual([])
    server.moveClock(1)
    await refund(first)
    expect(idsOf(await look('editorA'))).toEqual([first])
  })

  it('is not stored while viewing the application as another member', async () => {
    await look('adminA')
    away()
    const { body } = await server.call('viewAsStart', { body: { role: 'guest' }, as: 'adminA' })
    const asGuest = { headers: { 'x-view-as': body.seal } }
    const viewed = await server.call('operationChanges', { params: shop(), as: 'adminA', ...asGuest })
    expect(viewed.status).toBe(200)
    expect(
      (await server.call('operationChangesSeen', { params: shop(), body: { until: viewed.body.until }, as: 'adminA', ...asGuest })).error
        .type,
    ).toBe('ViewOnly')
    away()
    expect((await look('adminA')).since).toBe(viewed.body.since)
  })
})

it('shows the newest 200, and that there are more', async () => {
  const url = server.database.ownerUrl
  const many = Array.from({ length: 201 }, (_, nth): TestOperation => ({ merchantId: ids.merchantA2, mid: `M-${nth}` }))
  const written = await writeOperations(url, many)
  const where = { params: shop(ids.merchantA2) }
  const change = (whose: readonly string[]) =>
    server.ownerSql(
      `with o as (update operations set substatus = 'payment_suspended', suspension_reason = 'dispute' where replace(id::text, '-', '') = any($1) returning *)
       insert into operation_events (merchant_id, mode, operation_id, seq, at, event, actor, from_substatus, to_substatus, reason)
       select merchant_id, mode, id, 9, $2, 'dispute_opened', 'provider', 'payment_process', 'payment_suspended', 'dispute' from o`,
      [whose, server.services.now()],
    )
  await look('limitedA', where)
  away()
  await change(written.slice(1))
  const all = await look('limitedA', where)
  expect([all.results.length, all.more]).toEqual([200, false])
  server.moveClock(minute)
  await change(written.slice(0, 1))
  const part = await look('limitedA', where)
  expect([part.results.length, part.more, part.results[0]?.operation.id]).toEqual([200, true, written[0]])
})
