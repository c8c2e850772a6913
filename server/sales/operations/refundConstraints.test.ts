import { afterAll, beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/platform/money'
import { ids } from '../../testing/testFixture.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

// Whatever the code does: written past the verbs, as the owner of the tables.
let server: TestServer
let operationId: string
beforeAll(async () => {
  server = await startTestServer()
  const [id = ''] = await writeOperations(server.database.ownerUrl, [
    { merchantId: ids.merchantA1, mode: 'live', totalCents: cents(10_000) },
  ])
  operationId = id
})
afterAll(() => server.close())

it.each([
  ['operations', 'refunded_cents', 'captured_cents + 1', 'id'],
  ['operations', 'held_cents', 'refunded_cents + 1', 'id'],
  ['captures', 'refunded_cents', 'amount_cents + 1', 'operation_id'],
])('the database refuses to refund too much: %s.%s = %s', async (table, column, value, key) => {
  await expect(
    server.ownerSql(`update ${table} set ${column} = ${value} where ${key} = $1 returning ${key}`, [operationId]),
  ).rejects.toMatchObject({
    code: '23514',
  })
  expect(await server.ownerSql(`select from ${table} where ${key} = $1`, [operationId])).toHaveLength(1)
})
