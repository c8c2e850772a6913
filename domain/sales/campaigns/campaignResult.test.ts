import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { campaignDays, changeSince, costPerExtraEuro, sameWeekdaysBefore, shareOf } from './campaignResult.ts'
import { addDays, daysBetween, localDate, startOfMadridDay, weekday } from '../../platform/dates.ts'

const first = localDate('2026-01-01')

describe('campaignDays', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const from = (startsAt: string, endsAt: string | null = null) =>
    campaignDays({ startsAt: new Date(startsAt), endsAt: endsAt === null ? null : new Date(endsAt) }, now)

  it('are Madrid days up to today; an end at midnight is the day before', () => {
    expect(from('2026-11-19T23:00:00Z')).toEqual({ from: '2026-11-20', to: '2026-11-22' })
    expect(from('2026-11-19T23:00:00Z', '2026-11-21T23:00:00Z')).toEqual({ from: '2026-11-20', to: '2026-11-21' })
    expect(from('2026-11-19T23:00:00Z', '2026-11-30T23:00:00Z')).toEqual({ from: '2026-11-20', to: '2026-11-22' })
    expect(from('2026-11-22T12:00:01Z')).toBeNull()
    expect(campaignDays({ startsAt: null, endsAt: null }, now)).toBeNull()
  })
})

describe('sameWeekdaysBefore', () => {
  it('are as many, on the same weekdays, just before the first and no earlier than necessary', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(365), (start, length) => {
        const days = { from: addDays(first, start), to: addDays(first, start + length) }
        const before = sameWeekdaysBefore(days)
        expect(daysBetween(before.from, before.to)).toBe(length)
        expect(weekday(before.from)).toBe(weekday(days.from))
        const apart = daysBetween(before.to, days.from)
        expect(apart).toBeGreaterThan(0)
        expect(apart).toBeLessThanOrEqual(7)
        expect(startOfMadridDay(before.to) < startOfMadridDay(days.from)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('shares and changes', () => {
  it('are zero or null when there is nothing to compare', () => {
    expect([shareOf(500, 0), shareOf(0, 500), shareOf(-5, 500), shareOf(501, 500)]).toEqual([0, 0, 0, 10_000])
    expect(shareOf(1, 3)).toBe(3_333)
    expect([costPerExtraEuro(600, 20_000, 10_000), costPerExtraEuro(-5, 20_000, 10_000)]).toEqual([6, 0])
    expect([costPerExtraEuro(600, 10_000, 10_000), costPerExtraEuro(600, 10_000, 0)]).toEqual([null, null])
    expect([changeSince(500, 0), changeSince(500, 400), changeSince(300, 400), changeSince(0, 400)]).toEqual([null, 2_500, -2_500, -10_000])
  })
})
