import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate, weekday } from '../platform/dates.ts'
import { isReportPeriod, isWholeMonth, nextRunDay, periodBefore, REPORT_DAYS, reportFrequencies, runInstant } from './report.ts'

const day = localDate

describe('a schedule', () => {
  it.each([
    ['daily', '2026-02-28', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['daily', '2024-02-28', '2024-02-29', '2024-02-28', '2024-02-28'],
    // A Sunday, a Monday.
    ['weekly', '2026-11-22', '2026-11-23', '2026-11-16', '2026-11-22'],
    ['weekly', '2026-11-23', '2026-11-30', '2026-11-23', '2026-11-29'],
    ['monthly', '2026-12-31', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['monthly', '2026-03-01', '2026-04-01', '2026-03-01', '2026-03-31'],
  ] as const)('%s after %s runs on %s, from %s to %s', (frequency, after, runOn, from, to) => {
    expect(nextRunDay(frequency, day(after))).toBe(runOn)
    expect(periodBefore(frequency, day(runOn))).toEqual({ from, to })
  })

  it('covers every day exactly once, for years', () => {
    for (const frequency of reportFrequencies)
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 9_000 }), (offset) => {
          const first = nextRunDay(frequency, addDays(day('2020-01-01'), offset))
          const second = nextRunDay(frequency, first)
          expect(periodBefore(frequency, second).from).toBe(addDays(periodBefore(frequency, first).to, 1))
          if (frequency === 'weekly') expect(weekday(first)).toBe(1)
          if (frequency === 'monthly') expect(isWholeMonth(periodBefore(frequency, first))).toBe(true)
        }),
      )
  })

  it('runs three hours after midnight in Madrid, in summer, in winter and on clock changes', () => {
    expect(runInstant(day('2026-07-01')).toISOString()).toBe('2026-07-01T01:00:00.000Z')
    expect(runInstant(day('2026-12-01')).toISOString()).toBe('2026-12-01T02:00:00.000Z')
    expect(runInstant(day('2026-03-29')).toISOString()).toBe('2026-03-29T02:00:00.000Z')
  })
})

it('a period has at least one day and at most 366', () => {
  const from = day('2026-01-01')
  expect([0, 1, REPORT_DAYS, REPORT_DAYS + 1].map((days) => isReportPeriod({ from, to: addDays(from, days - 1) }))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isWholeMonth({ from: day('2026-02-01'), to: day('2026-02-28') })).toBe(true)
  expect(isWholeMonth({ from: day('2026-02-01'), to: day('2026-03-01') })).toBe(false)
  expect(isWholeMonth({ from: day('2026-02-02'), to: day('2026-03-01') })).toBe(false)
})
