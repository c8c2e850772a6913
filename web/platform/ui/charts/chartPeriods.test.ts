import { expect, it } from 'vitest'
import { addDays, localDate } from '#domain/platform/dates'
import { chartPeriods, periodLength, sumOf } from './chartPeriods.ts'

const days = (count: number, from = '2026-01-01') =>
  Array.from({ length: count }, (_, nth) => ({ on: addDays(localDate(from), nth), sold: nth }))

it.each([
  [1, 'day', 1],
  [31, 'day', 31],
  [32, 'week', 5],
  [217, 'week', 32],
  [218, 'month', 8],
  [365, 'month', 12],
] as const)('draws %i days by %s', (count, length, points) => {
  expect(periodLength(days(count))).toBe(length)
  const periods = chartPeriods(days(count))
  expect(periods).toHaveLength(points)
  // Every day is in exactly one period, in order.
  expect(periods.flatMap((period) => period.days.map(({ on }) => on))).toEqual(days(count).map(({ on }) => on))
  expect(periods.reduce((sum, period) => sum + sumOf(period.days, ({ sold }) => sold), 0)).toBe(sumOf(days(count), ({ sold }) => sold))
})

it('begins weeks on Monday and months on their first day', () => {
  expect(chartPeriods(days(40)).map(({ from }) => from)).toEqual([
    '2026-01-01',
    '2026-01-05',
    '2026-01-12',
    '2026-01-19',
    '2026-01-26',
    '2026-02-02',
    '2026-02-09',
  ])
  expect(chartPeriods([])).toEqual([])
})
