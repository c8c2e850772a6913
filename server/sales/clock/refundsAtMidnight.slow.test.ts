import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, localDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { testRuns } from '#domain/testing/testRuns'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { giveCard, see, writeOperation } from '../../testing/clock/clockFixture.ts'

// The day of the request decides what the shop gets back, held or not: what the preview says before midnight is what the settlement says after it.
const runs = Number(process.env.MODEL_RUNS ?? testRuns(30, 3))
const merchantId = hexOf(ids.merchantA1)
const day = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2027-03-09T11:00:00Z') })
  server.stopClock()
})
afterAll(() => server.close())

const scenario = fc.record({
  holdSeconds: fc.constantFrom(0, 20, 300),
  /** Offset of the request from midnight. */
  secondsFromMidnight: fc.constantFrom(-290, -15, -10, -1, 0, 1, 15),
  /** The midnight after the sale, or the one at which an instalment falls due. */
  midnight: fc.constantFrom('sale' as const, 'sale' as const, 'due' as const),
  /** Percentages of the remainder, held before the last request. */
  heldBefore: fc.array(fc.constantFrom(10, 35), { maxLength: 2 }),
  last: fc.constantFrom('cancel' as const, 'all' as const, 'part' as const),
  tinBps: fc.constantFrom(0, 1999),
  downpayment: fc.constantFrom('none' as const, 'equal' as const),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never

const moveTo = (at: number) => server.moveClock(Math.max(0, at - server.services.now().getTime()))

/** An operation, with the clock moved to the time of the request. */
async function sold({ midnight, secondsFromMidnight, tinBps, downpayment }: Scenario): Promise<string> {
  const now = server.services.now().getTime()
  const capturedAt = new Date(midnight === 'sale' ? now : now - 27 * day)
  const terms = { totalCents: 46_699, numInstalments: 3, tinBps, downpayment, createdAt: capturedAt }
  const operationId = await writeOperation(server.database.ownerUrl, terms)
  await giveCard(server, [operationId])
  const next = midnight === 'sale' ? addDays(madridDay(capturedAt), 1) : localDate((await see(server, operationId)).next_due_on ?? '')
  moveTo(startOfMadridDay(next).getTime() + secondsFromMidnight * 1_000)
  return operationId
}

const ask = (operationId: string, amount: number | null) => {
  const by = { params: { merchantId, operationId }, as: 'ownerA', key: randomUUID() } as const
  return amount === null ? server.call('operationCancel', by) : server.call('operationRefund', { ...by, body: { amount } })
}

it('the preview equals the settled amounts, whichever midnight lies between request and refund', async () => {
  let nothingCharged = 0
  await fc.assert(
    fc.asyncProperty(scenario, async (run) => {
      const { holdSeconds, heldBefore, last } = run
      server.services.config.refundHoldSeconds = holdSeconds
      const operationId = await sold(run)
      const by = { params: { merchantId, operationId }, as: 'ownerA' } as const
      const remaining = async () => (await server.call('operationDetail', by)).body.remainingAmount
      for (const share of heldBefore) {
        expect((await ask(operationId, Math.floor(((await remaining()) * share) / 100))).status).toBe(201)
        server.moveClock(10)
      }
      const left = await remaining()
      const amount = last === 'part' ? Math.floor(left / 3) : left
      const { preview } =
        last === 'cancel'
          ? (await server.call('operationCancelPreview', by)).body
          : (await server.call('operationRefundPreview', { ...by, query: { amount } })).body
      const onDayOfSale = run.midnight === 'sale' && run.secondsFromMidnight < 0
      expect((await ask(operationId, last === 'cancel' ? null : amount)).status).toBeLessThan(300)
      // Past any undo period, a minute at a time: a refund waiting for a card goes out after it.
      for (let minutes = 0; minutes < 8; minutes += 1) {
        server.moveClock(60_000)
        await server.runClock()
      }
      const { body } = await server.call('operationDetail', by)
      expect(body.refunds.filter(({ state }) => state !== 'completed')).toEqual([])
      const line = body.settlementLines.find(({ kind, grossAmount }) => kind !== 'order' && grossAmount === -amount)
      const { merchant, customer } = preview ?? {}
      expect([line?.feeAmount, line?.vatAmount, line?.subsidyAmount, line?.netAmount]).toEqual([
        -(merchant?.feeBack ?? 0) + 0,
        -(merchant?.vatBack ?? 0) + 0,
        -(merchant?.subsidyBack ?? 0) + 0,
        merchant?.netChange,
      ])
      expect(body.refunds.find((one) => one.amount === amount)?.creditToCustomer).toBe(customer?.creditToCustomer)
      expect(body.nextDueAmount ?? 0).toBe(customer?.nextDueAmountAfter)
      if (last === 'part') return
      // A cancellation on the day of the sale is free; later the fixed part is kept: 30 cents and its VAT.
      const net = body.settlementLines.reduce((all, { netAmount }) => all + netAmount, 0)
      if (onDayOfSale) nothingCharged += 1
      expect(net).toBe(onDayOfSale ? 0 : -36)
    }),
    { numRuns: runs, endOnFailure: true },
  )
  expect(nothingCharged).toBeGreaterThan(0)
})
