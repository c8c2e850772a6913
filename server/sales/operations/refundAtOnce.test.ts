import { afterAll, beforeAll, expect, it } from 'vitest'
import { shortId } from '#domain/platform/shortId'
import { tripsOf } from '../../testing/testTrips.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { assertBooks } from '../../testing/operations/testBooks.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'

// A refund that goes out immediately, never held, and its number of database round trips.
let server: TestServer
beforeAll(async () => void (server = await startTestServer({ refundHoldSeconds: 0 })))
afterAll(() => server.close())

it('an immediate refund makes at most four round trips to the database, including its commit', async () => {
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
/** The money columns of an operation and its refunds; no id and no time. */
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

it('an immediate refund leaves the same amounts as a held one, for a part and for the whole', async () => {
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

it('an immediate refund is reported to the customer once', async () => {
  const refundId = await give(await operation(), 1_000)
  const texts: string[] = []
  const services = { ...server.services, mail: async ({ text }: { text: string }) => void texts.push(text) }
  await server.runClock(services)
  await server.runClock(services)
  expect(texts.filter((words) => words.includes(shortId(refundId)))).toHaveLength(1)
})

it('concurrent immediate refunds succeed only up to the captured amount', async () => {
  const operationId = await operation()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      server.call('operationRefund', { ...at(operationId), body: { amount: 25_000 }, key: crypto.randomUUID() }),
    ),
  )
  // An overloaded machine answers some with 429.
  expect(answers.map(({ status }) => status).filter((status) => ![201, 409, 429].includes(status))).toEqual([])
  const passed = answers.filter(({ status }) => status === 201).length
  expect(passed).toBeLessThanOrEqual(2)
  expect((await money(operationId)).totals.slice(0, 3)).toEqual([60_000, passed * 25_000, 0])
  await assertBooks(server.database.ownerUrl)
})
