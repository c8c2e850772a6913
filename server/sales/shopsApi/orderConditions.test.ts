import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { orderFilters, orderOrderings, orderStatuses, lookups, type Filter, type ReadFilters } from '#domain/sales/shopsApi/shopFilters'
import { prepared, sql } from '../../platform/database/sql.ts'
import { orderConditions, orderOrdering } from './orders.ts'

// A program's filters have unlimited shapes: cached, they would repeatedly evict every other statement.
const instant = { since: new Date(0), before: new Date(86_400_000) }
const known: Filter[] = orderFilters.flatMap(({ name: field, kind, families }) =>
  families.flatMap((family) =>
    lookups[family].map((lookup) => {
      const ofDay = kind === 'instant' && family === 'range' ? instant : 7
      return { field, lookup, values: [lookup === 'isnull' ? true : kind === 'text' ? 'ana' : ofDay] }
    }),
  ),
)
const nothing: ReadFilters = { page: 1, filters: [], statuses: [], terms: [], ordering: [] }
const verified: Filter = { field: 'verified', lookup: 'isnull', values: [true] }
const orderings = orderOrderings.flatMap((by) => [true, false].map((descending) => ({ by, descending })))

const parts: [name: string, fc.Arbitrary<Partial<ReadFilters>>][] = [
  ['filters', fc.shuffledSubarray(known, { minLength: 30 }).map((filters) => ({ filters }))],
  [
    'values of one filter',
    fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }).map((values) => ({ filters: [{ ...verified, values }] })),
  ],
  ['keys', fc.shuffledSubarray(orderings, { minLength: 12 }).map((ordering) => ({ ordering }))],
  [
    'all of it',
    fc.record({
      filters: fc.shuffledSubarray(known, { minLength: 20 }),
      statuses: fc.shuffledSubarray([...orderStatuses]),
      terms: fc.array(fc.constant('ana'), { maxLength: 10 }),
    }),
  ],
]

it.each(parts)('no statement is cached for a thousand random %s', (_, arbitrary) => {
  const put = (read: Partial<ReadFilters>) => [orderConditions({ ...nothing, ...read }), orderOrdering(read.ordering ?? [])] as const
  // The constant parts of a condition are our own, and cached.
  for (const filter of known) put({ filters: [filter, { ...verified, values: [false] }], terms: ['ana'] })
  for (const key of orderings) put({ ordering: [key] })
  const own = () => sql`select ${sql`a`} from ${sql`b`}`.strings
  const ownStatements = own()
  for (const read of fc.sample(arbitrary, { numRuns: testRuns(1_000, 6), seed: 53 }))
    for (const query of put(read)) expect(prepared(sql`select ${query}`).name).toBeUndefined()
  expect(own()).toBe(ownStatements)
})

it('the conditions cover all filters, for any value, in the requested order', () => {
  const filters: Filter[] = [
    { field: 'mid', lookup: 'exact', values: ['a', 'b'] },
    { field: 'id', lookup: 'search', values: ['c d'] },
  ]
  const { text, values } = prepared(orderConditions({ ...nothing, filters, statuses: ['ko'] }))
  expect(text).toMatch(
    /^true and \(false or o\.category in \('stopped', 'rejected'\)\) and \(false or .+ = \$1 or .+ = \$2\) and \(false or true and .+\$3 and .+\$4\)$/,
  )
  expect(values).toEqual(['a', 'b', '%c%', '%d%'])
  expect(prepared(orderOrdering([])).text).toMatch(/^order by \S+ desc, o\.id desc$/)
})
