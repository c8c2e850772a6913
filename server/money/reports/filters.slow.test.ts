import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import type { QueryInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { localDate } from '#domain/platform/dates'
import { cellForm } from '../../platform/files/table.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, snakeKey } from '../../platform/calls/wire.ts'
import { operationsSource } from './operationSources.ts'
import { readFilters } from './readRequest.ts'
import { testOperationRows } from '../../testing/reports/testOperationRows.ts'

let server: TestServer
const many = 160
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z') })
  await testOperationRows(server, { merchantId: ids.merchantA1, mode: 'live', many })
  await testOperationRows(server, { merchantId: ids.merchantA1, mode: 'sandbox', many: 30 })
  await testOperationRows(server, { merchantId: ids.merchantB1, mode: 'live', many: 30 })
})
afterAll(() => server.close())

type Query = QueryInput<Api['operationList']>
/** Every operation of the list, page by page: its id and its amount in cents. */
async function listed(query: Query): Promise<[string, number][]> {
  const all: [string, number][] = []
  for (let page: number | null = 1; page !== null;) {
    const { body }: { body: { results: { id: string; totalAmount: number }[]; next: number | null } } = await server.call('operationList', {
      as: 'ownerA',
      params: { merchantId: hexOf(ids.merchantA1) },
      query: { ...query, page },
    })
    all.push(...body.results.map(({ id, totalAmount }): [string, number] => [id, totalAmount]))
    page = body.next
  }
  return all
}

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const amount = fc.integer({ min: 990, max: 1_000 + many })
const day = fc.integer({ min: 9, max: 14 }).map((n) => localDate(`2026-01-${String(n).padStart(2, '0')}`))
const filters = fc.record({
  status: maybe(fc.constantFrom('accepted' as const, 'rejected' as const)),
  channel: maybe(fc.constantFrom('online' as const, 'phone' as const)),
  minAmount: maybe(amount),
  maxAmount: maybe(amount),
  q: maybe(fc.constantFrom('iniguez', 'ruiz', 'ana ruiz', 'P-1', 'correo.test@x', 'nobody', '10,25')),
  days: fc.tuple(day, day).map((two) => two.toSorted() as typeof two),
})

it('a report has exactly the rows of the list, in its order, and its total, for 200 random filters', async () => {
  let rowsSeen = 0
  await fc.assert(
    fc.asyncProperty(filters, async ({ days: [from, to], ...filterValues }) => {
      const present = Object.entries(filterValues).filter(([, value]) => value !== undefined)
      const shown = await listed({ ...(Object.fromEntries(present) as Query), from, to })
      const read = readFilters(present.map(([key, value]) => ({ key: snakeKey(key), value: String(value) })))
      if (read === null) throw new Error('the list knows these filters')
      const scope = mintScope(ids.merchantA1, 'live')
      const source = operationsSource({ database: server.services.database, scope, from, to, filters: read, tax: 'IVA' })
      const [idAt, totalAt] = [
        source.columns.findIndex(({ name }) => name === 'id'),
        source.columns.findIndex(({ name }) => name === 'total'),
      ]
      const held: [string, number][] = []
      for await (const { content } of source.batches(cellForm(true)))
        for (const cells of content) held.push([cells[idAt] ?? '', Number(cells[totalAt])])
      const counted = await server.services.database.read(scope, (db) => db.first<{ many: number }>(source.count))
      expect([held, counted?.many]).toEqual([shown, shown.length])
      rowsSeen += held.length
    }),
    { numRuns: testRuns(200, 6) },
  )
  expect(rowsSeen).toBeGreaterThan(testRuns(500, 6))
})
