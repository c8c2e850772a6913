import { expect, it } from 'vitest'
import { localDate } from '#domain/platform/dates'
import { figureDaysSearch, figureRanges, readFigureDays } from './figureRange.ts'

const today = localDate('2026-11-27')

it.each([
  [{}, '28', '2026-10-31', '2026-11-27', 'before'],
  [{ range: 'today' }, 'today', '2026-11-27', '2026-11-27', 'before'],
  [{ range: '7', compare: 'lastYear' }, '7', '2026-11-21', '2026-11-27', 'lastYear'],
  [{ range: 'month' }, 'month', '2026-11-01', '2026-11-27', 'before'],
  [{ range: 'year', compare: 'none' }, 'year', '2026-01-01', '2026-11-27', 'none'],
  [{ from: '2026-03-01', to: '2026-03-31' }, null, '2026-03-01', '2026-03-31', 'before'],
])('reads the days of %j', (search, range, from, to, compare) => {
  const days = readFigureDays(search as Record<string, string>, today)
  expect(days).toEqual({ range, from, to, compare })
  expect(readFigureDays(figureDaysSearch(days), today)).toEqual(days)
})

const unreadable: readonly Record<string, string>[] = [
  { range: '12', compare: 'never' },
  { from: '2026-03-31', to: '2026-03-01' },
  { from: '2024-01-01', to: '2026-03-01' },
  { from: '2026-02-30', to: '2026-03-01' },
  { from: '2026-03-01' },
]
it.each(unreadable)('takes the usual days for %j', (search) => {
  expect(readFigureDays(search, today)).toEqual(readFigureDays({}, today))
})

it('writes every range into the address and back', () => {
  for (const range of figureRanges) {
    const days = readFigureDays({ range }, today)
    expect(readFigureDays(figureDaysSearch(days), today)).toEqual(days)
  }
})
