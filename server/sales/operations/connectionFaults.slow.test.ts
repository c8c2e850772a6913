import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { assertBooks } from '../../testing/operations/testBooks.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'

// All of the application's database connections are terminated repeatedly while users refund: nothing is lost, done twice or half done.
const terminations = testRuns(16, 3)
const people = 8
let server: TestServer
let operations: string[]
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 0 })
  operations = await writeOperations(
    server.database.ownerUrl,
    Array.from({ length: people }, () => ({ substatus: 'payment_process' as const, totalCents: 300_000 })),
  )
  // Before the faults: sign-in has no idempotency key.
  await server.as('ownerA')
})
afterAll(() => server.close())

it('requested refunds happen exactly once while all connections are terminated again and again', async () => {
  const { pid } = process
  let [calls, underWay] = [0, 0]
  /** Terminations, and refunds that were answered. */
  const seen = { ends: 0, made: 0 }
  /** Requests in progress when the connections were terminated, and requests answered with an unknown outcome. */
  let [met, unknown] = [0, 0]
  const ending = (async () => {
    for (; seen.ends < terminations; seen.ends += 1) {
      // After as many refunds as there are people, not by the clock: a busy machine gets on too.
      const enough = seen.made + people
      while (seen.made < enough) await sleep(20)
      met += underWay
      await server.ownerSql(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trastienda' and datname = current_database()`,
      )
    }
  })()
  /** Repeats the request with one key until there is an answer, as the browser does. */
  const refund = async (operationId: string) => {
    const key = randomUUID()
    for (let tries = 1; ; tries += 1) {
      calls += 1
      underWay += 1
      const answer = await server.call('operationRefund', {
        params: { merchantId: hexOf(ids.merchantA1), operationId },
        body: { amount: 100 },
        as: 'ownerA',
        key,
      })
      underWay -= 1
      if (answer.status === 201) return
      if (![409, 429, 500].includes(answer.status) || tries > 50) throw new Error(`${answer.status} ${answer.raw}`)
      if (answer.status === 500) unknown += 1
      await sleep(20)
    }
  }
  const done = await Promise.all(
    operations.map(async (operationId) => {
      let refunds = 0
      for (; seen.ends < terminations; refunds += 1) {
        await refund(operationId)
        seen.made += 1
      }
      return refunds
    }),
  )
  await ending
  const rows = await server.ownerSql<{ id: string; refunded: string }>('select id, refunded_cents / 100 as refunded from operations')
  const refundedOf = new Map(rows.map((row) => [hexOf(row.id), Number(row.refunded)]))
  expect(operations.map((id) => refundedOf.get(id))).toEqual(done)
  expect(done.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(people)
  // What was cut before its COMMIT is retried invisibly; only what was cut during it has no answer. The number of requests affected does not depend on how
  // much a busy machine does between two terminations.
  expect(met).toBeGreaterThan(terminations)
  expect(unknown / met).toBeLessThan(0.5)
  expect(process.pid).toBe(pid)
  await assertBooks(server.database.ownerUrl)
  console.log(JSON.stringify({ refunds: done.reduce((sum, n) => sum + n, 0), asked: calls, terminations, met, unknown }))
})
