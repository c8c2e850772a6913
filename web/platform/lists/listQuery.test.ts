import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categories, categoryOf, channels, products, substatuses } from '#domain/sales/operations/lifecycle'
import { operationFacts } from '#domain/sales/operations/facts'
import { searchTypes } from '#domain/sales/operations/searchTypes'
import { localDate } from '#domain/platform/dates'
import {
  emptyListQuery,
  filtersOf,
  listDialogs,
  listSearch,
  orderings,
  readListQuery,
  sameList,
  withChange,
  type ListQuery,
} from './listQuery.ts'

const day = fc.integer({ min: 0, max: 3000 }).map((days) => localDate(new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10)))
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })

const queries: fc.Arbitrary<ListQuery> = fc
  .record({
    status: maybe(fc.constantFrom(...categories)),
    substatus: maybe(fc.constantFrom(...substatuses)),
    q: fc.string({ maxLength: 120 }).map((text) => text.trim()),
    searchAs: maybe(fc.constantFrom(...searchTypes)),
    from: maybe(day),
    to: maybe(day),
    minAmount: maybe(fc.integer({ min: 0, max: 1_000_000_000 })),
    maxAmount: maybe(fc.integer({ min: 0, max: 1_000_000_000 })),
    channel: maybe(fc.constantFrom(...channels)),
    product: maybe(fc.constantFrom(...products)),
    fact: maybe(fc.constantFrom(...operationFacts)),
    campaign: maybe(fc.stringMatching(/^[0-9a-f]{32}$/)),
    ordering: fc.constantFrom(...orderings),
    page: fc.integer({ min: 1, max: 200_000 }),
    view: maybe(fc.stringMatching(/^[0-9a-f]{32}$/)),
    dialog: maybe(fc.constantFrom(...listDialogs)),
  })
  .map((query) => ({
    ...query,
    status: query.substatus ? categoryOf(query.substatus) : query.status,
    searchAs: query.q === '' ? null : query.searchAs,
    to: query.from && query.to && query.from > query.to ? query.from : query.to,
    maxAmount:
      query.minAmount !== null && query.maxAmount !== null && query.minAmount > query.maxAmount ? query.minAmount : query.maxAmount,
  }))

describe('the list query in the address', () => {
  it('round-trips through the address', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const address = Object.fromEntries(new URLSearchParams(listSearch(query)))
        expect(readListQuery(address)).toEqual({ query, ignored: [] })
      }),
    )
  })

  it('leaves out empty and default values', () => {
    expect(listSearch(emptyListQuery)).toEqual({})
    expect(readListQuery({ q: '', status: '', page: '' })).toEqual({ query: emptyListQuery, ignored: [] })
  })

  it.each([
    ['status', 'foo'],
    ['substatus', 'paid'],
    ['page', '0'],
    ['page', '-1'],
    ['page', '1e3'],
    ['page', '200001'],
    ['from', '2026-02-30'],
    ['to', 'ayer'],
    ['min_amount', '12,5'],
    ['max_amount', '-1'],
    ['channel', 'fax'],
    ['product', 'loan'],
    ['ordering', 'name'],
    ['search_as', 'nif'],
    ['dialog', 'evil'],
  ])('leaves out and names %s=%s instead of emptying the list', (parameter, value) => {
    const { query, ignored } = readListQuery({ [parameter]: value, q: 'garcía' })
    expect(ignored).toEqual([{ parameter, value }])
    expect(query).toEqual({ ...emptyListQuery, q: 'garcía' })
  })

  it('ignores parameters of others', () => {
    expect(readListQuery({ sandbox: 'true', utm: 'x' })).toEqual({ query: emptyListQuery, ignored: [] })
  })

  it('derives the category from the sub-status, and drops crossed bounds', () => {
    const read = readListQuery({
      status: 'rejected',
      substatus: 'payment_process',
      from: '2026-11-02',
      to: '2026-11-01',
      min_amount: '200',
      max_amount: '100',
    })
    expect(read.query).toMatchObject({
      status: 'accepted',
      substatus: 'payment_process',
      from: '2026-11-02',
      to: null,
      minAmount: 200,
      maxAmount: null,
    })
    expect(read.ignored.map(({ parameter }) => parameter)).toEqual(['status', 'to', 'max_amount'])
  })

  it('resets the page when a filter changes, and keeps it when a dialog opens', () => {
    const query = { ...emptyListQuery, page: 7, q: 'ana', searchAs: 'mail' as const }
    expect(withChange(query, { channel: 'phone' })).toEqual({ ...query, page: 1, channel: 'phone' })
    expect(withChange(query, { q: 'eva' })).toMatchObject({ q: 'eva', searchAs: null, page: 1 })
    expect(sameList(query, { dialog: 'guide' })).toEqual({ ...query, dialog: 'guide' })
  })

  it('sends no absent filter', () => {
    expect(Object.values(filtersOf(emptyListQuery)).every((value) => value === undefined)).toBe(true)
    expect(filtersOf({ ...emptyListQuery, minAmount: 0 }).minAmount).toBe(0)
  })
})
