import { describe, expect, test } from 'vitest'
import { localDate } from '#domain/platform/dates'
import { calendarDays, readCalendarQuery, sumsOf, twoWeeks, weeksOfMonth, type AnsweredDay } from './calendarDays.ts'

const nothing = { count: 0, amount: 0, operations: [] }
const dayOf = (fields: Partial<AnsweredDay> & { on: string }): AnsweredDay => ({
  settlements: [],
  expected: null,
  captures: nothing,
  refunds: nothing,
  debits: [],
  disputes: nothing,
  ...fields,
})
const settlement = (status: 'paid' | 'closed' | 'compensated' | 'returned', netAmount: number, closingBalance = 0) => ({
  id: 'a'.repeat(32),
  reference: 'LIQ-1',
  status,
  netAmount,
  reserveHeld: 0,
  reserveReleased: 100,
  closingBalance,
})
const expected = {
  netAmount: 700,
  openingBalance: 0,
  lines: 700,
  minimumFees: 0,
  reserveHeld: 0,
  reserveReleased: 30,
  closingBalance: 0,
  lineCount: 1,
}

describe('the days of the money calendar', () => {
  test('are whole weeks: of a month that begins on a Sunday and ends on a Monday, and of two weeks', () => {
    expect(weeksOfMonth(localDate('2026-11-01'))).toEqual({ from: '2026-10-26', to: '2026-12-06' })
    expect(weeksOfMonth(localDate('2027-02-01'))).toEqual({ from: '2027-02-01', to: '2027-02-28' })
    expect(twoWeeks(localDate('2026-11-29'))).toEqual({ from: '2026-11-23', to: '2026-12-06' })
  })

  test('count what was paid or is on its way, and expect nothing on a day that has a settlement', () => {
    const range = { from: localDate('2026-11-23'), to: localDate('2026-11-29') }
    const days = calendarDays(range, {
      today: '2026-11-26',
      days: [
        dayOf({ on: '2026-11-23', settlements: [settlement('paid', 500), settlement('returned', 400)], expected }),
        dayOf({ on: '2026-11-24', settlements: [settlement('compensated', 0, -900)] }),
        dayOf({ on: '2026-11-26', settlements: [settlement('closed', 300)] }),
        dayOf({ on: '2026-11-27', expected }),
        dayOf({ on: '2026-11-28', expected: { ...expected, netAmount: 0, closingBalance: -50 } }),
      ],
    })
    expect(days.map(({ on }) => on)).toEqual(Array.from({ length: 7 }, (_, nth) => `2026-11-${23 + nth}`))
    expect(days.map(({ paid, onItsWay, expected: coming, debt, released }) => [paid, onItsWay, coming, debt, released])).toEqual([
      [500, 0, null, 0, 200],
      [null, 0, null, 900, 100],
      [null, 0, null, 0, 0],
      [300, 300, null, 0, 100],
      [null, 0, 700, 0, 30],
      [null, 0, null, 50, 30],
      [null, 0, null, 0, 0],
    ])
    expect(sumsOf(days)).toEqual({ received: 500, coming: 1_000 })
    expect(days.filter(({ today }) => today).map(({ on }) => on)).toEqual(['2026-11-26'])
  })

  test('are read from the address; what is not valid is today’s month', () => {
    const today = localDate('2026-11-26')
    expect(readCalendarQuery({ month: '2027-01' }, today)).toEqual({ month: '2027-01-01', day: null })
    expect(readCalendarQuery({ day: '2026-12-24' }, today)).toEqual({ month: '2026-12-01', day: '2026-12-24' })
    const wrong: Record<string, string>[] = [{}, { month: '2026-13' }, { month: 'x', day: '2026-02-30' }]
    for (const search of wrong) expect(readCalendarQuery(search, today)).toEqual({ month: '2026-11-01', day: null })
  })
})
