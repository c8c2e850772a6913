import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { operationCounts } from '#contract/sales/operations'
import { testRuns } from '#domain/testing/testRuns'
import { categories, channels, products, substatuses } from '#domain/sales/operations/lifecycle'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import type { Filters } from '../lifecycle/filterConditions.ts'
import { readOperationSearch } from '../lifecycle/operationSearch.ts'
import { type CountLimits, readCounts, readTotals } from './countOperations.ts'
import { writeOperations, type TestOperation } from '../../testing/operations/testOperations.ts'

const merchantId = hexOf(ids.merchantA1)
const names = ['García', 'Ibáñez', 'Muñoz', 'Peña'] as const
const many = 160

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const start = Date.parse('2026-03-26T22:30:00Z')
  const own = Array.from({ length: many }, (_, nth): TestOperation => ({
    substatus: substatuses[nth % substatuses.length] ?? 'rejected',
    channel: channels[nth % channels.length] ?? 'online',
    product: products[(nth >> 2) % products.length] ?? 'instalments',
    totalCents: 1_000 + ((nth * 37) % 90) * 10,
    tinBps: 0,
    numInstalments: 3,
    firstName: 'Ana',
    lastName: names[nth % names.length] ?? 'Peña',
    mid: `PED-${nth}`,
    phone: `6${String(12_000_000 + nth).padStart(8, '0')}`,
    createdAt: new Date(start + nth * 3_600_000),
  }))
  await writeOperations(server.database.ownerUrl, own)
  // Another shop of the same owner and the other mode: excluded from these totals.
  await writeOperations(server.database.ownerUrl, [
    { merchantId: ids.merchantA2, totalCents: 777_700 },
    { mode: 'sandbox', totalCents: 888_800 },
  ])
})
afterAll(() => server.close())

type Query = NonNullable<Parameters<typeof server.call<'operationTotals'>>[1]>['query']
const totals = async (query: Query, more: object = {}) => {
  const { status, body } = await server.call('operationTotals', { params: { merchantId }, query: query ?? {}, as: 'ownerA', ...more })
  expect(status).toBe(200)
  return body
}

/** Count and sum in the last line of the list's own export. */
async function exported(query: object): Promise<{ count: number; totalAmount: number }> {
  const snake = (key: string) => key.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [snake(key), String(value)]))
  const { raw } = await server.send('GET', `/v2/merchants/${merchantId}/orders/download?format=csv&${search}`, { as: 'ownerA' })
  const line = raw.trimEnd().split('\r\n').at(-1) ?? ''
  const count = /Total: ([\d.]+) operaci/.exec(line)?.[1] ?? ''
  const total = /(-?\d+,\d{2})/.exec(line)?.[1] ?? ''
  return { count: Number(count.replaceAll('.', '')), totalAmount: Math.round(Number(total.replace(',', '.')) * 100) }
}

/** Reproducible random numbers (mulberry32), so that a failure can be repeated. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomFilters(next: () => number): object {
  const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(next() * values.length)]
  const maybe = (share: number, make: () => object): object => (next() < share ? make() : {})
  const day = (from: number) => `2026-0${3 + Math.floor(from / 31)}-${String(1 + (from % 28)).padStart(2, '0')}`
  return {
    ...maybe(0.3, () => ({ status: oneOf(categories) })),
    ...maybe(0.2, () => ({ substatus: oneOf(substatuses) })),
    ...maybe(0.3, () => ({ channel: oneOf(channels) })),
    ...maybe(0.3, () => ({ product: oneOf(products) })),
    ...maybe(0.3, () => ({ q: oneOf([...names, 'ana', 'PED-1', 'PED-150', 'x', '15,00', '612000007']) })),
    ...maybe(0.3, () => ({ from: day(25 + Math.floor(next() * 6)) })),
    ...maybe(0.3, () => ({ to: day(31 + Math.floor(next() * 6)) })),
    ...maybe(0.3, () => ({ minAmount: 1_000 + Math.floor(next() * 500) })),
    ...maybe(0.3, () => ({ maxAmount: 1_200 + Math.floor(next() * 700) })),
  }
}

describe('totals of the list', () => {
  it('equal count and sum in the export with the same filters, for many sets of filters', async () => {
    const next = chance(20_261_122)
    let filled = 0
    for (let nth = 0; nth < testRuns(200, 6); nth += 1) {
      const filters = randomFilters(next)
      const shown = await totals(filters)
      expect(shown, JSON.stringify(filters)).toEqual({ ...(await exported(filters)), capped: false, fact: null })
      if (shown.count > 0) filled += 1
    }
    // Filters without results prove nothing.
    expect(filled).toBeGreaterThan(testRuns(100, 6))
  })

  it('cover only the shop and mode of the call', async () => {
    expect((await totals({})).count).toBe(many)
    expect(await totals({}, { mode: 'sandbox' })).toEqual({ count: 1, capped: false, totalAmount: 888_800, fact: null })
    expect(await totals({}, { params: { merchantId: hexOf(ids.merchantA2) } })).toEqual({
      count: 1,
      capped: false,
      totalAmount: 777_700,
      fact: null,
    })
    const foreign = await server.call('operationTotals', { params: { merchantId: hexOf(ids.merchantB1) }, query: {}, as: 'ownerA' })
    expect(foreign.status).not.toBe(200)
  })

  it('do not let a guest search by phone number', async () => {
    expect((await totals({ q: '612000007' })).count).toBe(1)
    expect((await totals({ q: '612000007' }, { as: 'guestA' })).count).toBe(0)
  })
})

describe('counting with limits', () => {
  const limits = { rows: 1_000, newest: 1_000, wide: 1_000, candidates: 1_000, indexed: 1_000 }
  const scope = mintScope(ids.merchantA1, 'live')
  const counted = (filters: Filters, lowered: Partial<CountLimits>) =>
    server.services.database.read(scope, async (db) => {
      const query = { scope, query: filters, search: readOperationSearch(filters, 'owner', scope) }
      const counts = JSON.parse(await readCounts(db, query, { ...limits, ...lowered })) as AnswerOf<typeof operationCounts>
      return { ...counts, totals: await readTotals(db, query, { ...limits, ...lowered }) }
    })
  const sumOf = ({ substatuses }: AnswerOf<typeof operationCounts>) => substatuses.reduce((sum, { count }) => sum + count, 0)

  it.each([
    ['index', { channel: 'online' as const }, { rows: 3 }, 4],
    ['amount', { q: '10,00' }, { rows: 0 }, 1],
    ['index of names', { q: 'García' }, { newest: 10, candidates: 5 }, 6],
    ['index of names, with another filter', { q: 'García', from: '2026-03-28' }, { newest: 10, candidates: 5 }, undefined],
    ['newest rows', { q: 'García' }, { newest: 12, wide: 20, indexed: 0 }, 5],
  ] as const)('by the %s gives a lower bound, and says so', async (_, filters, lowered, expected) => {
    const [exact, bound] = [await counted(filters, {}), await counted(filters, lowered)]
    expect([exact.totals.capped, exact.totals.count]).toEqual([false, sumOf(exact)])
    if (expected === undefined) return expect(bound).toEqual(exact)
    expect([bound.totals.capped, bound.totals.totalAmount, bound.totals.count]).toEqual([true, null, expected])
    expect(exact.totals.count).toBeGreaterThan(expected)
    bound.substatuses.forEach(({ count, capped }, at) => {
      expect(count).toBeLessThanOrEqual(exact.substatuses[at]?.count ?? 0)
      if (!capped) expect(count).toBe(exact.substatuses[at]?.count)
    })
    expect(bound.substatuses.some(({ capped }) => capped)).toBe(true)
  })

  it('is exact whenever it does not say otherwise, whichever limit is low', async () => {
    const filters: Filters[] = [
      { q: 'García' },
      { q: 'García', channel: 'phone' },
      { q: 'peña', to: '2026-03-29', minAmount: 1_200 },
      { q: 'nadie' },
    ]
    for (const query of filters) {
      const exact = await counted(query, {})
      for (const lowered of [
        { newest: 7 },
        { newest: 7, indexed: 0 },
        { newest: 7, candidates: 3 },
        { newest: 7, indexed: 0, wide: 9 },
        { rows: 2 },
      ]) {
        const { substatuses: counts, totals: sums } = await counted(query, lowered)
        counts.forEach(({ count, capped }, at) =>
          expect([lowered, capped ? count <= (exact.substatuses[at]?.count ?? 0) : count === exact.substatuses[at]?.count]).toEqual([
            lowered,
            true,
          ]),
        )
        expect(sums.capped ? sums.count <= exact.totals.count && sums.totalAmount === null : sums).toEqual(
          sums.capped ? true : exact.totals,
        )
      }
    }
  })

  it('counts a list that only the status narrows exactly, and leaves out its sum beyond the limit', async () => {
    const { totals: all, ...counts } = await counted({}, { rows: 5 })
    expect([all, sumOf(counts)]).toEqual([{ count: many, capped: false, totalAmount: null, fact: null }, many])
  })
})
