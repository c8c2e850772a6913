import { expect, test } from 'vitest'
import { daySearch, readDayQuery } from './dayQuery.ts'

test('parses the address and leaves out invalid values', () => {
  expect(readDayQuery({ from: '2026-02-01', to: '2026-02-28', page: '3' })).toEqual({ from: '2026-02-01', to: '2026-02-28', page: 3 })
  expect(readDayQuery({ from: '2026-02-30', to: 'x', page: '0' })).toEqual({ from: null, to: null, page: 1 })
  expect(readDayQuery({ from: '2026-03-02', to: '2026-03-01' })).toEqual({ from: null, to: null, page: 1 })
})

test('serializes the query without its defaults', () => {
  const search = { from: '2026-02-01', page: '2' }
  expect(daySearch(readDayQuery(search))).toEqual(search)
  expect(daySearch(readDayQuery({}))).toEqual({})
})
