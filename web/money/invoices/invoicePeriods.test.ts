import { expect, test } from 'vitest'
import { lastMonths, lastQuarters, thisYear } from './invoicePeriods.ts'

// Already March in Madrid, still February in London.
const now = new Date('2026-02-28T23:30:00Z')

test('lastMonths returns the ended months, newest first, across the year boundary', () => {
  expect(lastMonths(now, 3)).toEqual([
    { kind: 'month', from: '2026-02-01', to: '2026-02-28' },
    { kind: 'month', from: '2026-01-01', to: '2026-01-31' },
    { kind: 'month', from: '2025-12-01', to: '2025-12-31' },
  ])
})

test('lastQuarters returns the current quarter and the previous ones', () => {
  expect(lastQuarters(now, 2)).toEqual([
    { kind: 'quarter', from: '2026-01-01', to: '2026-03-31' },
    { kind: 'quarter', from: '2025-10-01', to: '2025-12-31' },
  ])
  expect(lastQuarters(new Date('2026-12-31T22:59:59Z'), 1)[0]).toMatchObject({ from: '2026-10-01', to: '2026-12-31' })
  expect(lastQuarters(new Date('2026-12-31T23:00:00Z'), 1)[0]).toMatchObject({ from: '2027-01-01', to: '2027-03-31' })
})

test('thisYear returns the current year in Madrid', () => {
  expect(thisYear(now)).toEqual({ kind: 'year', from: '2026-01-01', to: '2026-12-31' })
})
