import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkRow } from '#contract/sales/bulkOperations'
import { MAX_BULK_OPERATIONS } from '#domain/sales/operations/bulkRefund'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation, writeOperations, type TestOperation } from '../../testing/operations/testOperations.ts'

// Bulk actions: selection, preview, and that carrying them out agrees with the preview.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ownerSql('update memberships set refund_limit_cents = null, refund_day_limit_cents = null')
  await server.ownerSql('delete from refund_spendings')
})

const merchantId = hexOf(ids.merchantA1)
const write = (given: TestOperation = {}) => writeOperation(server.database.ownerUrl, { totalCents: 10_000, ...given })
const deferred: TestOperation = {
  captureMode: 'manual',
  substatus: 'pending_merchant',
  reason: 'capture_required',
  captureBy: new Date(Date.now() + 86_400_000),
}
const preview = (action: 'capture' | 'refund', of: readonly string[], as: As = 'editorA', more: object = {}) =>
  server.call('operationBulkPreview', { params: { merchantId }, query: { action, ids: of.join() }, as, ...more })
const rows = async (action: 'capture' | 'refund', of: readonly string[], as: As = 'editorA') => {
  const { status, body } = await preview(action, of, as)
  expect(status).toBe(200)
  return body
}
const limit = (persona: Persona, refundCents: number | null, dayCents: number | null) =>
  server.ownerSql('update memberships set refund_limit_cents = $2, refund_day_limit_cents = $3 where user_id = $1', [
    personas[persona].id,
    refundCents,
    dayCents,
  ])
/** Carries out a row as the screen does: by its own call, with the amount from the dry run. */
async function act({ id, will, amount }: BulkRow, key: string, as: As = 'editorA'): Promise<number> {
  const to = { params: { merchantId, operationId: id }, as, key }
  if (will === 'capture') return (await server.call('operationCapture', { ...to, body: { amount } })).status
  if (will === 'ask') return (await server.call('refundRequestCreate', { ...to, body: { amount } })).status
  return (await server.call('operationRefund', { ...to, body: { amount, expectedRemaining: amount } })).status
}
const refunded = async (operationId: string) =>
  (await server.call('operationDetail', { params: { merchantId, operationId }, as: 'ownerA' })).body.refundedAmount

describe('the dry run of several refunds', () => {
  it('returns the amount of each, and why one is blocked, in the requested order', async () => {
    const [whole, waiting, paid] = [await write(), await write(deferred), await write({ totalCents: 25_000 })]
    const part = { params: { merchantId, operationId: paid }, body: { amount: 2_400 }, as: 'editorA' as const }
    expect((await server.call('operationRefund', part)).status).toBe(201)
    const read = await rows('refund', [waiting, paid, whole])
    expect(read.map(({ id, will, amount }) => ({ id, will, amount }))).toEqual([
      { id: waiting, will: 'blocked', amount: 0 },
      { id: paid, will: 'refund', amount: 22_600 },
      { id: whole, will: 'refund', amount: 10_000 },
    ])
    expect(read[0]?.why).toBe('Esta operación no admite devoluciones.')
    expect(await refunded(whole)).toBe(0)
  })

  it('equals what is then done, and a repetition is done once', async () => {
    const ids = [await write(), await write({ totalCents: 7_300 })]
    const read = await rows('refund', ids)
    for (const row of read) expect(await act(row, `first-${row.id}`)).toBe(201)
    for (const row of read) expect(await act(row, `first-${row.id}`)).toBe(201)
    expect(await Promise.all(ids.map(refunded))).toEqual([10_000, 7_300])
    const again = await rows('refund', ids)
    expect(again.map(({ will, why }) => ({ will, why }))).toEqual(
      ids.map(() => ({ will: 'blocked', why: 'Ya no queda nada por devolver.' })),
    )
    // Under another key the amount is stale.
    for (const row of read) expect(await act(row, `other-${row.id}`)).toBe(409)
    expect(await Promise.all(ids.map(refunded))).toEqual([10_000, 7_300])
  })

  it('applies the limits per refund and per day to all of them together, and marks the rest for approval', async () => {
    await limit('editorA', 8_000, 12_000)
    const ids = [
      await write({ totalCents: 7_000 }),
      await write({ totalCents: 9_000 }),
      await write({ totalCents: 6_000 }),
      await write({ totalCents: 5_000 }),
    ]
    const read = await rows('refund', ids)
    expect(read.map(({ will }) => will)).toEqual(['refund', 'ask', 'ask', 'refund'])
    for (const row of read) expect(await act(row, `limit-${row.id}`)).toBe(201)
    expect(await Promise.all(ids.map(refunded))).toEqual([7_000, 0, 0, 5_000])
    const again = await rows('refund', ids)
    expect(again.map(({ will }) => will)).toEqual(['blocked', 'blocked', 'blocked', 'blocked'])
    expect(again[1]?.why).toContain('Ya has pedido aprobación')
    // A user without limits needs no approval.
    expect((await rows('refund', ids.slice(1, 3), 'ownerA')).map(({ will }) => will)).toEqual(['refund', 'refund'])
  })

  it('refuses the whole request when one is of another shop, mode or account', async () => {
    const own = await write()
    for (const foreign of [
      await write({ merchantId: ids.merchantA2 }),
      await write({ mode: 'sandbox' }),
      await write({ merchantId: ids.merchantB1 }),
      'f'.repeat(32),
    ]) {
      for (const action of ['refund', 'capture'] as const) {
        const refused = await preview(action, [own, foreign], 'ownerA')
        expect(refused.status).toBe(404)
        expect(refused.error.fields).toEqual({ uuid: foreign })
      }
    }
    expect((await preview('refund', [own], 'ownerA', { mode: 'sandbox' })).status).toBe(404)
    expect((await preview('refund', [own], 'guestA')).error.type).toBe('PermissionDenied')
  })
})

describe('the dry run of several captures', () => {
  it('returns the remaining amount of each; captured twice under one key it is captured once', async () => {
    const [firstId, taken, late] = [
      await write(deferred),
      await write(),
      await write({ ...deferred, captureBy: new Date(Date.now() - 1_000) }),
    ]
    const read = await rows('capture', [firstId, taken, late])
    expect(read.map(({ will, amount }) => [will, amount])).toEqual([
      ['capture', 10_000],
      ['blocked', 0],
      ['blocked', 0],
    ])
    expect(read[2]?.why).toMatch(/^El plazo para capturar terminó el /)
    const first = read[0]
    if (!first) throw new Error('no row')
    expect([await act(first, 'capture-1'), await act(first, 'capture-1'), await act(first, 'capture-2')]).toEqual([201, 201, 409])
    expect((await rows('capture', [firstId]))[0]).toMatchObject({ will: 'blocked', why: 'No queda nada por capturar.' })
  })

  it('allows no capture while a cancellation is held', async () => {
    const id = await write({ ...deferred, totalCents: 20_000 })
    const to = { params: { merchantId, operationId: id }, as: 'editorA' as const }
    expect((await server.call('operationCapture', { ...to, body: { amount: 5_000 } })).status).toBe(201)
    expect((await rows('capture', [id]))[0]).toMatchObject({ will: 'capture', amount: 15_000 })
    expect((await server.call('operationCancel', { ...to, body: {} })).status).toBe(204)
    expect((await rows('capture', [id]))[0]?.will).toBe('blocked')
  })
})

describe('selecting all of a list', () => {
  it("returns the first ones in the list's order with their amounts and possible actions, and says that there are more", async () => {
    const many = Array.from({ length: MAX_BULK_OPERATIONS + 5 }, (_, nth): TestOperation => ({
      merchantId: ids.merchantA2,
      totalCents: 1_000 + nth,
      createdAt: new Date(Date.parse('2026-02-01T10:00:00Z') + nth * 60_000),
      mid: `SEL-${nth}`,
    }))
    await writeOperations(server.database.ownerUrl, many)
    const shop = { params: { merchantId: hexOf(ids.merchantA2) }, as: 'ownerA' as const }
    const query = { from: '2026-02-01', to: '2026-02-01', ordering: 'created' as const }
    const { body } = await server.call('operationSelection', { ...shop, query })
    expect(body.more).toBe(true)
    expect(body.results.map(({ totalAmount }) => totalAmount)).toEqual(
      many.slice(0, MAX_BULK_OPERATIONS).map(({ totalCents }) => totalCents),
    )
    expect(body.results[0]).toMatchObject({ captureAmount: 0, refundAmount: 1_000 })
    const list = await server.call('operationList', { ...shop, query })
    expect(body.results.slice(0, 25).map(({ id }) => id)).toEqual(list.body.results.map(({ id }) => id))
    const few = await server.call('operationSelection', { ...shop, query: { ...query, q: 'SEL-17' } })
    expect(few.body).toMatchObject({ more: false })
    expect(few.body.results.length).toBeGreaterThan(1)
  })

  it('exports only those selected', async () => {
    const [first, , two] = [await write({ mid: 'EXP-1' }), await write({ mid: 'EXP-2' }), await write({ mid: 'EXP-3' })]
    const path = `/v2/merchants/${merchantId}/orders/download?format=csv&ids=${first},${two}`
    const { raw } = await server.send('GET', path, { as: 'ownerA' })
    expect(raw.match(/EXP-\d/g)?.toSorted()).toEqual(['EXP-1', 'EXP-3'])
    const foreign = await write({ merchantId: ids.merchantB1, mid: 'EXP-9' })
    const other = await server.send('GET', `/v2/merchants/${merchantId}/orders/download?format=csv&ids=${foreign}`, { as: 'ownerA' })
    expect(other.raw).not.toContain('EXP-9')
  })
})
