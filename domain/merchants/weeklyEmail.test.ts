import { describe, expect, test } from 'vitest'
import { localDate } from '../platform/dates.ts'
import { dueMonday, weeksBefore } from './weeklyEmail.ts'

describe('the weekly e-mail', () => {
  test.each([
    ['the Monday after the clocks go forward', '2026-03-30', '2026-03-30T06:29:59.999Z', '2026-03-30T06:30:00Z', '2026-03-30T22:00:00Z'],
    ['the Monday after the clocks go back', '2026-10-26', '2026-10-26T07:29:59.999Z', '2026-10-26T07:30:00Z', '2026-10-26T23:00:00Z'],
  ])('is due from half past eight in Madrid until midnight on %s', (_, monday, early, first, after) => {
    expect([early, first, after].map((at) => dueMonday(new Date(at)))).toEqual([null, monday, null])
  })

  test('is due on no other day, the Sundays on which clocks change included', () => {
    const at = (day: string) => dueMonday(new Date(`${day}T09:00:00Z`))
    expect(['2026-03-29', '2026-10-25', '2026-11-24', '2026-11-28'].map(at)).toEqual([null, null, null, null])
  })

  test('is about whole weeks of seven days, also where a day has 23 or 25 hours', () => {
    for (const monday of ['2026-03-30', '2026-10-26'].map(localDate)) {
      const weeks = weeksBefore(monday)
      expect(weeks).toHaveLength(8)
      expect(weeks.at(-1)).toEqual(
        monday === '2026-03-30' ? { from: '2026-03-23', to: '2026-03-29' } : { from: '2026-10-19', to: '2026-10-25' },
      )
      expect(weeks[0]).toEqual(
        monday === '2026-03-30' ? { from: '2026-02-02', to: '2026-02-08' } : { from: '2026-08-31', to: '2026-09-06' },
      )
    }
  })
})
