import { afterAll, beforeAll, expect, it } from 'vitest'
import { tripsOf } from '../../testing/testTrips.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { assertBooks } from '../../testing/operations/testBooks.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'

// A refund that goes out as it is made, never held. How often it waits for the database: what leaves before an answer was waited for is one trip.
let server: TestServer
beforeAll(async () => void (server = await startTestServer({ refundHoldSeconds: 0 })))
afterAll(() => server.close())

it('waits for the database at most four times, its commit among them', async () => {
  const operationId = await writeOperation(server.database.ownerUrl, { totalCents: 60_000 })
  const refund = () =>
    server.call('operationRefund', { params: { merchantId: hexOf(ids.merchantA1), operationId }, body: { amount: 1_000 }, as: 'ownerA' })
  // Signs in and prepares the statements.
  expect((await refund()).body.refund.state).toBe('completed')
  const trips = await tripsOf(async () => expect((await refund()).status).toBe(201))
  const from = trips.findIndex((trip) => trip.includes('begin'))
  const until = trips.findIndex((trip) => trip.includes('commit'))
  expect(from).toBeGreaterThanOrEqual(0)
  expect(trips.slice(from, until + 1).length, JSON.stringify(trips)).toBeLessThanOrEqual(4)
  await assertBooks(server.database.ownerUrl)
})

const at = (operationId: string) => ({ params: { merchantId: hexOf(ids.merchantA1), operationId }, as: 'ownerA' as const })
const operation = () => writeOperation(server.database.ownerUrl, { totalCents: 60_000, numInstalments: 6, email: 'ana@correo.test' })
const give = async (operationId: string, amount: number) =>
  (await server.call('operationRefund', { ...at(operationId), body: { amount, reason: 'other', comment: 'Llegó tarde' } })).body.refund.id
/** The money of an operation and of what was given back of it; no id and no time. */
async function money(operationId: string) {
  const { body } = await server.call('operationDetail', at(operationId))
  return {
    totals: [body.capturedAmount, body.refundedAmount, body.heldAmount, body.netAmount, body.feeAmount, body.vatAmount, body.subsidyAmount],
    state: [body.substatus, body.statusReason, body.settlementStatus, body.nextDueAmount],
    refunds: body.refunds.map(({ id: _id, releaseAt: _release, created: _created, completedAt, ...rest }) => ({
      ...rest,
      completed: completedAt !== null,
    })),
    lines: body.settlementLines.map(({ kind, grossAmount, feeAmount, vatAmount, netAmount }) => ({
      kind,
      grossAmount,
      feeAmount,
      vatAmount,
      netAmount,
    })),
    instalments: body.instalments.map(({ amount, principal, interest, state }) => ({ amount, principal, interest, state })),
    captures: body.captures.map(({ refundedAmount }) => refundedAmount),
  }
}

it('leaves the same money behind as one that was held first, of a part and of the whole', async () => {
  const [held, atOnce] = [await operation(), await operation()]
  server.services.config.refundHoldSeconds = 20
  for (const amount of [12_345, 47_655]) {
    await give(held, amount)
    server.moveClock(21_000)
    await server.runClock()
  }
  server.services.config.refundHoldSeconds = 0
  for (const amount of [12_345, 47_655]) await give(atOnce, amount)
  expect(await money(atOnce)).toEqual(await money(held))
  expect((await money(atOnce)).refunds).toMatchObject([
    { amount: 12_345, state: 'completed' },
    { amount: 47_655, state: 'completed' },
  ])
  await assertBooks(server.database.ownerUrl)
})

it('is told to the customer once', async () => {
  const refundId = await give(await operation(), 1_000)
  const told: string[] = []
  const services = { ...server.services, mail: async ({ text }: { text: string }) => void told.push(text) }
  await server.runClock(services)
  await server.runClock(services)
  expect(told.filter((words) => words.includes(refundId))).toHaveLength(1)
})

it('passes as often as money was captured, however many ask at once', async () => {
  const operationId = await operation()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      server.call('operationRefund', { ...at(operationId), body: { amount: 25_000 }, key: crypto.randomUUID() }),
    ),
  )
  // A machine with too much to do puts some off, with 429.
  expect(answers.map(({ status }) => status).filter((status) => ![201, 409, 429].includes(status))).toEqual([])
  const passed = answers.filter(({ status }) => status === 201).length
  expect(passed).toBeLessThanOrEqual(2)
  expect((await money(operationId)).totals.slice(0, 3)).toEqual([60_000, passed * 25_000, 0])
  await assertBooks(server.database.ownerUrl)
})
