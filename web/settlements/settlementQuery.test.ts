import { expect, test } from 'vitest'
import { presetDays, readSettlementQuery, settlementSearch } from './settlementQuery.ts'

test('the address is read, and nonsense is left out', () => {
  expect(readSettlementQuery({ from: '2026-02-01', to: '2026-02-28', page: '3' })).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
    page: 3,
  })
  expect(readSettlementQuery({ from: '2026-02-30', to: 'x', page: '0' })).toEqual({ from: null, to: null, page: 1 })
  expect(readSettlementQuery({ from: '2026-03-02', to: '2026-03-01' })).toEqual({ from: null, to: null, page: 1 })
})

test('it is written back without its defaults', () => {
  const given = { from: '2026-02-01', page: '2' }
  expect(settlementSearch(readSettlementQuery(given))).toEqual(given)
  expect(settlementSearch(readSettlementQuery({}))).toEqual({})
})

test('presets are whole months and years of Madrid', () => {
  // Already March in Madrid.
  const now = new Date('2026-02-28T23:30:00Z')
  expect(presetDays('month', now)).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(presetDays('lastMonth', now)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(presetDays('year', now)).toEqual({ from: '2026-01-01', to: '2026-12-31' })
})
