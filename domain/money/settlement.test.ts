import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, localDate, weekday, type LocalDate } from '../platform/dates.ts'
import { isTargetBusinessDay, nextTargetBusinessDay } from '../platform/targetCalendar.ts'
import { basisPoints, cents, ZERO } from '../platform/money.ts'
import {
  addLines,
  closeSettlement,
  cutOffOf,
  executionDay,
  isValueDay,
  linesNetOf,
  MIN_PAYOUT_CENTS,
  monthEnd,
  monthsToCharge,
  monthStart,
  nextValueDay,
  noSums,
  periodOf,
  valueDayBefore,
  valueDayFrom,
  type PaymentRhythm,
} from './settlement.ts'

const daily: PaymentRhythm = { frequency: 'daily', weekday: 1 }
const weekly = (day: number): PaymentRhythm => ({ frequency: 'weekly', weekday: day })
const on = localDate
const days = (from: string, to: string): LocalDate[] => {
  const all: LocalDate[] = []
  for (let day = on(from); day <= to; day = addDays(day, 1)) all.push(day)
  return all
}

describe('value days', () => {
  test.each([
    ['2026-11-20', daily, '2026-11-20'],
    ['2026-11-21', daily, '2026-11-23'],
    ['2026-04-03', daily, '2026-04-07'],
    ['2026-12-25', daily, '2026-12-28'],
    ['2026-11-18', weekly(5), '2026-11-23'],
    ['2026-11-18', weekly(2), '2026-11-18'],
    ['2026-11-19', weekly(2), '2026-11-25'],
    ['2026-04-02', weekly(4), '2026-04-07'],
    ['2026-12-22', weekly(4), '2026-12-28'],
  ] as const)('from %s in rhythm %j the next is %s', (day, rhythm, expected) => {
    expect(valueDayFrom(on(day), rhythm)).toBe(expected)
  })

  test('a weekly shop is paid exactly once for each of its weekdays, on a business day after it', () => {
    for (let day = 1; day <= 7; day += 1) {
      const requestedDays = days('2024-01-01', '2030-12-31').filter((one) => weekday(one) === day)
      const expected = requestedDays.map(nextTargetBusinessDay)
      const paid = days(expected[0] ?? '', expected.at(-1) ?? '').filter((one) => isValueDay(one, weekly(day)))
      expect(paid).toEqual(expected)
    }
  })

  test('of a daily shop are the TARGET business days, and each has its previous one', () => {
    for (const day of days('2024-01-01', '2030-12-31')) {
      expect(isValueDay(day, daily)).toBe(isTargetBusinessDay(day))
      const before = valueDayBefore(day, daily)
      expect(valueDayFrom(addDays(before, 1), daily)).toBe(valueDayFrom(day, daily))
    }
  })
})

describe('the day of execution', () => {
  test.each([
    ['2026-11-18', '2026-11-18', '2026-11-18'],
    ['2026-11-20', '2026-11-18', '2026-11-20'],
    ['2026-11-18', '2026-11-19', '2026-11-19'],
    ['2026-11-18', '2026-11-21', '2026-11-23'],
    ['2026-04-02', '2026-04-03', '2026-04-07'],
    ['2026-12-24', '2026-12-25', '2026-12-28'],
  ])('of a payment of %s that is sent on %s is %s', (valueOn, today, expected) => {
    expect(executionDay(on(valueOn), on(today))).toBe(expected)
  })
})

describe('the cut-off', () => {
  test.each([
    ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['2026-11-23', '2026-11-22T23:00:00.000Z'],
  ])('of %s is midnight in Madrid: %s', (day, instant) => {
    expect(cutOffOf(on(day)).toISOString()).toBe(instant)
  })

  test('of a line on Friday is that of Monday', () => {
    expect(nextValueDay({ oldestOn: on('2026-11-20'), releaseOn: null, lastValueOn: null }, daily)).toBe('2026-11-23')
  })
})

describe('the next settlement', () => {
  test('is due with a line or a due reserve, whichever is first', () => {
    const none = { oldestOn: null, releaseOn: null, lastValueOn: null }
    expect(nextValueDay(none, daily)).toBeNull()
    expect(nextValueDay({ ...none, lastValueOn: on('2026-11-20') }, daily)).toBeNull()
    expect(nextValueDay({ ...none, releaseOn: on('2026-11-21') }, daily)).toBe('2026-11-23')
    expect(nextValueDay({ ...none, oldestOn: on('2026-11-24'), releaseOn: on('2026-11-23') }, daily)).toBe('2026-11-23')
    expect(nextValueDay({ ...none, oldestOn: on('2026-11-17'), releaseOn: on('2026-12-01') }, daily)).toBe('2026-11-18')
  })

  test('never precedes an existing one: a late line goes to the next one, whose period starts with it', () => {
    const late = { oldestOn: on('2026-11-16'), releaseOn: null, lastValueOn: on('2026-11-18') }
    expect(nextValueDay(late, daily)).toBe('2026-11-19')
    expect(periodOf(on('2026-11-19'), late, daily)).toEqual({ from: '2026-11-16', to: '2026-11-18' })
  })

  test('covers the days since the previous value date', () => {
    const fresh = { oldestOn: on('2026-11-21'), lastValueOn: on('2026-11-20') }
    expect(periodOf(on('2026-11-23'), fresh, daily)).toEqual({ from: '2026-11-20', to: '2026-11-22' })
    expect(periodOf(on('2026-11-24'), { oldestOn: null, lastValueOn: null }, weekly(1))).toEqual({ from: '2026-11-17', to: '2026-11-23' })
    // Daily until the 20th, weekly since.
    expect(periodOf(on('2026-11-24'), fresh, weekly(1))).toEqual({ from: '2026-11-20', to: '2026-11-23' })
  })
})

describe('months whose minimum fee a settlement charges', () => {
  const charged = (valueOn: string, last: string | null, from = '2026-01-01') =>
    monthsToCharge(on(valueOn), last === null ? null : on(last), on(from)).join(' ')
  test.each([
    ['none within a month', charged('2026-11-24', '2026-11-02'), ''],
    ['the last one on the first settlement of a month', charged('2026-12-01', '2026-11-30'), '2026-11-01'],
    ['those without a settlement too', charged('2027-02-03', '2026-11-30'), '2026-11-01 2026-12-01 2027-01-01'],
    ['none before the agreement', charged('2026-12-01', '2026-09-30', '2026-11-01'), '2026-11-01'],
    ['none that has not ended', charged('2026-12-01', '2026-11-30', '2026-12-01'), ''],
    ['from the agreement on when nothing was settled before', charged('2026-03-02', null), '2026-01-01 2026-02-01'],
  ])('%s', (_, months, expected) => expect(months).toBe(expected))

  test('end with the last instant in Madrid', () => {
    expect(monthEnd(on('2026-10-01')).toISOString()).toBe('2026-10-31T22:59:59.999Z')
    expect(monthEnd(on('2026-06-01')).toISOString()).toBe('2026-06-30T21:59:59.999Z')
  })

  test('each once, whatever the days of settlements', () => {
    const day = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays(on('2024-01-01'), days))
    fc.assert(
      fc.property(fc.uniqueArray(day, { minLength: 1, maxLength: 40 }), day.map(monthStart), (days, from) => {
        const all: string[] = []
        let last: LocalDate | null = null
        for (const valueOn of days.toSorted()) {
          all.push(...monthsToCharge(valueOn, last, from))
          last = valueOn
        }
        expect(new Set(all).size).toBe(all.length)
        const end = monthStart(last ?? from)
        const months = Array.from({ length: 60 }, (_, nth) => addMonths(on('2024-01-01'), nth))
        expect(all).toEqual(months.filter((month) => month >= from && month < end))
      }),
    )
  })
})

describe('the equation', () => {
  const close = (openingCents: number, linesNetCents: number, rate = 0, releasedCents = 0) =>
    closeSettlement({
      openingCents: cents(openingCents),
      linesNetCents: cents(linesNetCents),
      reserveRate: basisPoints(rate),
      releasedCents: cents(releasedCents),
    })

  test.each([
    ['pays what the lines leave', close(0, 54_603), [0, 54_603, 0]],
    ['carries a debt on', close(0, -18_213), [0, 0, -18_213]],
    ['repays the debt first', close(-18_213, 54_603), [0, 36_390, 0]],
    ['repays what it can', close(-18_213, 10_000), [0, 0, -8_213]],
    ['carries less than a euro on', close(0, 99), [0, 0, 99]],
    ['pays one euro', close(0, 100), [0, 100, 0]],
    ['adds what was too little', close(99, 1), [0, 100, 0]],
    ['pays nothing for nothing', close(0, 0), [0, 0, 0]],
    ['holds a tenth back', close(0, 100_005, 1000), [-10_001, 90_004, 0]],
    ['holds nothing back of what repays a debt', close(-50_000, 100_000, 1000), [-5_000, 45_000, 0]],
    ['holds nothing back twice', close(50, 100_000, 1000), [-10_000, 90_050, 0]],
    ['lets a reserve repay a debt', close(-5_000, 0, 1000, 3_000), [0, 0, -2_000]],
    ['pays a reserve that comes free whole', close(0, 0, 1000, 3_000), [0, 3_000, 0]],
  ])('%s', (_, end, [held, net, closing]) => {
    expect(end).toEqual({ reserveHeldCents: held, netCents: net, closingCents: closing })
  })

  const amount = fc.integer({ min: 0, max: 5_000_000 })
  const line = fc
    .record({ kind: fc.constantFrom('order', 'refund', 'cancel', 'fee_minimum'), gross: amount, fee: amount, vat: amount, subsidy: amount })
    .map(({ kind, gross, fee, vat, subsidy }) => {
      const sign = kind === 'order' || kind === 'fee_minimum' ? 1 : -1
      return {
        kind,
        grossCents: kind === 'fee_minimum' ? 0 : sign * gross,
        feeCents: sign * fee,
        vatCents: sign * vat,
        subsidyCents: sign * subsidy,
      }
    })

  test('holds no reserve from the shop’s own repayments', () => {
    const paidIn = (openingCents: number, linesNetCents: number, repaid: number) =>
      closeSettlement({
        openingCents: cents(openingCents),
        linesNetCents: cents(linesNetCents),
        repaidCents: cents(repaid),
        reserveRate: basisPoints(1000),
        releasedCents: ZERO,
      })
    expect(paidIn(-5_000, 5_500, 5_500)).toEqual({ reserveHeldCents: 0, netCents: 500, closingCents: 0 })
    expect(paidIn(-5_000, 15_000, 5_000)).toEqual({ reserveHeldCents: -1_000, netCents: 9_000, closingCents: 0 })
    // The bank reversed it: that is a debt, which sales repay first.
    expect(paidIn(0, -2_000, -6_000)).toEqual({ reserveHeldCents: 0, netCents: 0, closingCents: -2_000 })
  })

  test('balances to the cent for any lines, day after day, and never pays an amount twice', () => {
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 12 }), fc.integer({ min: 0, max: 3000 }), (daysOfLines, rate) => {
        let opening = ZERO
        let earned = 0
        let paid = 0
        let held = 0
        for (const lines of daysOfLines) {
          const linesNetCents = linesNetOf(addLines(noSums, lines))
          const exact = lines.reduce((all, one) => all + one.grossCents - one.feeCents - one.vatCents - one.subsidyCents, 0)
          expect(linesNetCents).toBe(exact)
          const end = closeSettlement({ openingCents: opening, linesNetCents, reserveRate: basisPoints(rate), releasedCents: ZERO })
          expect(opening + linesNetCents + end.reserveHeldCents).toBe(end.netCents + end.closingCents)
          expect(end.reserveHeldCents).toBeLessThanOrEqual(0)
          expect(end.netCents === 0 || end.netCents >= MIN_PAYOUT_CENTS).toBe(true)
          // A debt remains only when nothing was paid or held, and nothing above the minimum is carried forward.
          if (end.closingCents < 0) expect([end.netCents, end.reserveHeldCents]).toEqual([0, 0])
          expect(end.closingCents).toBeLessThan(MIN_PAYOUT_CENTS)
          opening = end.closingCents
          earned += linesNetCents
          paid += end.netCents
          held -= end.reserveHeldCents
        }
        expect(earned).toBe(paid + held + opening)
      }),
      { numRuns: 500 },
    )
  })
})
