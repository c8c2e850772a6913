import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'

// A refund of one selected capture (docs/domain.md#refunds: refunds are kept per capture).
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const params = (operationId: string) => ({ params: { merchantId, operationId } })

/** An operation captured in parts of these cents, and its captures, oldest first. */
async function captured(parts: readonly number[], more: object = {}): Promise<{ operationId: string; captures: string[] }> {
  const operationId = await writeOperation(server.database.ownerUrl, {
    captureMode: 'manual',
    substatus: 'pending_merchant',
    reason: 'capture_required',
    captureBy: new Date(server.services.now().getTime() + 5 * 86_400_000),
    totalCents: parts.reduce((all, one) => all + one, 0),
    ...more,
  })
  const captures: string[] = []
  for (const amount of parts) {
    const answer = await server.call('operationCapture', {
      ...params(operationId),
      body: { amount },
      as: 'ownerA',
      key: crypto.randomUUID(),
    })
    captures.push(answer.body.capture.id)
  }
  return { operationId, captures }
}
const refund = (operationId: string, body: { amount: number; captureId?: string | undefined; expectedRemaining?: number }, more = {}) =>
  server.call('operationRefund', { ...params(operationId), body, as: 'ownerA', key: crypto.randomUUID(), ...more })
const view = async (operationId: string) => (await server.call('operationDetail', { ...params(operationId), as: 'ownerA' })).body
const borne = async (operationId: string) => (await view(operationId)).captures.map((one) => one.refundedAmount)

describe('a refund of one capture', () => {
  it('is allocated to that capture only; without a selection the oldest comes first', async () => {
    const { operationId, captures } = await captured([20_000, 30_000, 10_000])
    expect((await refund(operationId, { amount: 25_000, captureId: captures[1] })).status).toBe(201)
    expect(await borne(operationId)).toEqual([0, 25_000, 0])
    expect((await refund(operationId, { amount: 22_000 })).status).toBe(201)
    expect(await borne(operationId)).toEqual([20_000, 27_000, 0])
    expect((await refund(operationId, { amount: 10_000, captureId: captures[2] })).body.remainingAmount).toBe(3_000)
    server.moveClock(21_000)
    await server.runClock()
    expect(await view(operationId)).toMatchObject({ refundedAmount: 57_000, heldAmount: 0 })
  })

  it('cannot exceed what is left of it, though the operation has more', async () => {
    const { operationId, captures } = await captured([20_000, 30_000])
    expect((await refund(operationId, { amount: 5_000, captureId: captures[0] })).status).toBe(201)
    expect(await refund(operationId, { amount: 15_001, captureId: captures[0] })).toMatchObject({
      status: 409,
      error: { type: 'RefundAmountExceeded', message: expect.stringContaining('150,00') },
    })
    expect(await borne(operationId)).toEqual([5_000, 0])
    expect((await view(operationId)).refundedAmount).toBe(5_000)
    expect((await refund(operationId, { amount: 15_000, captureId: captures[0] })).status).toBe(201)
    expect((await refund(operationId, { amount: 1, captureId: captures[0] })).error.type).toBe('RefundAmountExceeded')
  })

  it('is refused for a capture of another operation or shop, or an unknown one, in the same words', async () => {
    const { operationId } = await captured([20_000, 30_000])
    const other = await captured([20_000])
    const elsewhere = await writeOperation(server.database.ownerUrl, { merchantId: ids.merchantB1 })
    const answer = await server.call('operationDetail', {
      params: { merchantId: hexOf(ids.merchantB1), operationId: elsewhere },
      as: 'ownerB',
    })
    for (const captureId of [other.captures[0], answer.body.captures[0]?.id, 'f'.repeat(32)]) {
      expect(await refund(operationId, { amount: 100, captureId })).toMatchObject({
        status: 404,
        error: { type: 'ObjectNotFoundException', fields: { uuid: captureId } },
      })
    }
    expect((await refund(operationId, { amount: 100, captureId: 'not-an-id' })).status).toBe(400)
    expect([await borne(operationId), await borne(other.operationId)]).toEqual([[0, 0], [0]])
    expect((await view(operationId)).refundedAmount).toBe(0)
  })

  it('requested twenty times concurrently succeeds as often as the capture covers', async () => {
    const { operationId, captures } = await captured([10_000, 50_000])
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(operationId, { amount: 3_000, captureId: captures[0] })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ error }) => error.type === 'RefundAmountExceeded')).toHaveLength(17)
    expect([await borne(operationId), (await view(operationId)).refundedAmount]).toEqual([[9_000, 0], 9_000])
  })

  it('has a dry run with the same rules', async () => {
    const { operationId, captures } = await captured([20_000, 30_000])
    const preview = (query: { amount: number; captureId?: string | undefined }) =>
      server.call('operationRefundPreview', { ...params(operationId), query, as: 'ownerA' })
    const chosen = await preview({ amount: 20_000, captureId: captures[0] })
    expect([chosen.status, chosen.body]).toEqual([200, (await preview({ amount: 20_000 })).body])
    expect((await preview({ amount: 20_001, captureId: captures[0] })).error.type).toBe('RefundAmountExceeded')
    expect((await preview({ amount: 100, captureId: 'f'.repeat(32) })).status).toBe(404)
  })
})
