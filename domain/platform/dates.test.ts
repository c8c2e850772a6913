import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  endOfMadridDay,
  formatDate,
  formatDateTime,
  formatTime,
  isLocalDate,
  localDate,
  madridDay,
  parseDateMask,
  startOfMadridDay,
  startOfNextMadridDay,
  weekday,
} from './dates.ts'
import { cardCreditSeenOn, isTargetBusinessDay, nextTargetBusinessDay } from './targetCalendar.ts'
import { testRuns } from '../testing/testRuns.ts'

const FIRST = localDate('2024-01-01')
const DAYS = daysBetween(FIRST, localDate('2030-12-31')) + 1
const day = fc.integer({ min: 0, max: DAYS - 1 }).map((index) => addDays(FIRST, index))
const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 0, 1) }).map((ms) => new Date(ms))
const HOUR = 3_600_000

describe('localDate', () => {
  test.each(['2026-03-29', '2024-02-29', '2000-02-29', '1900-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isLocalDate(text)).toBe(true)
    expect(localDate(text)).toBe(text)
  })

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '0050-01-01',
    '2026-1-1',
    ' 2026-01-01',
    '2026-01-01T00:00',
    '',
  ])('refuses «%s»', (text) => {
    expect(isLocalDate(text)).toBe(false)
    expect(() => localDate(text)).toThrow(RangeError)
  })
})

describe('Madrid', () => {
  test('reads the clock as the calendar of the platform does, on any day and around every change', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid', dateStyle: 'short', timeStyle: 'short' })
    const localTime = (at: Date) => `${madridDay(at)} ${formatTime(at)}`
    for (const day of ['2024-03-31', '2024-10-27', '2026-03-29', '2026-10-25', '1979-04-01', '1940-03-16']) {
      for (let minutes = 0; minutes < 24 * 60; minutes += 15) {
        const at = new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000 + 59_999)
        expect(localTime(at)).toBe(calendar.format(at))
      }
    }
    for (let year = 1996; year < 2100; year += 1) {
      for (let month = 0; month < 12; month += 1) {
        // Every hour of the last eight days of a month, where a change could lie.
        for (let hour = 0; hour < 8 * 24; hour += month === 2 || month === 9 ? 1 : 24) {
          const at = new Date(Date.UTC(year, month + 1, 0, 23 - hour))
          expect(localTime(at)).toBe(calendar.format(at))
        }
      }
    }
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1902-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (at) => localTime(at) === calendar.format(at),
      ),
    )
  })

  test('refuses what is no instant', () => {
    expect(() => madridDay(new Date(Number.NaN))).toThrow(RangeError)
  })

  test('knows the days of 23 and 25 hours', () => {
    expect(startOfMadridDay(localDate('2026-03-29')).toISOString()).toBe('2026-03-28T23:00:00.000Z')
    expect(startOfMadridDay(localDate('2026-03-30')).toISOString()).toBe('2026-03-29T22:00:00.000Z')
    expect(startOfMadridDay(localDate('2026-10-25')).toISOString()).toBe('2026-10-24T22:00:00.000Z')
    expect(startOfMadridDay(localDate('2026-10-26')).toISOString()).toBe('2026-10-25T23:00:00.000Z')
    expect(endOfMadridDay(localDate('2026-12-31')).toISOString()).toBe('2026-12-31T22:59:59.999Z')
  })

  test('a day in Madrid is not a day in UTC', () => {
    expect(madridDay(new Date('2026-06-30T22:30:00Z'))).toBe('2026-07-01')
    expect(madridDay(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01')
    expect(madridDay(new Date('2026-12-31T22:59:59.999Z'))).toBe('2026-12-31')
    expect(() => madridDay(new Date(Number.NaN))).toThrow(RangeError)
  })

  test('shows its own clock, also in the hour that comes twice', () => {
    expect(formatDateTime(new Date('2026-10-25T00:30:00Z'))).toBe('25.10.2026, 02:30')
    expect(formatDateTime(new Date('2026-10-25T01:30:00Z'))).toBe('25.10.2026, 02:30')
    expect(formatTime(new Date('2026-03-29T01:00:00Z'))).toBe('03:00')
    expect(formatTime(new Date('2026-01-01T23:00:00Z'))).toBe('00:00')
    expect(formatTime(new Date('2026-01-01T08:42:59.999Z'))).toBe('09:42')
    expect(formatDate(new Date('2026-06-30T22:30:00Z'))).toBe('01.07.2026')
    expect(formatDate(localDate('2026-12-31'))).toBe('31.12.2026')
  })
})

const zones: [zone: string, offsetInJuly: number][] = [
  ['UTC', 0],
  ['Europe/Madrid', -120],
  ['America/Los_Angeles', 420],
  ['Pacific/Kiritimati', -840],
]

describe.each(zones)('on a machine in %s', (zone, offsetInJuly) => {
  const machine = process.env['TZ']
  const enter = () => {
    process.env['TZ'] = zone
    expect(new Date(2026, 6, 1).getTimezoneOffset(), 'the zone did not change').toBe(offsetInJuly)
  }
  afterEach(() => {
    if (machine === undefined) delete process.env['TZ']
    else process.env['TZ'] = machine
  })

  test('every day from 2024 to 2030 starts at its first instant and has 23, 24 or 25 hours', () => {
    enter()
    const lengths = new Map<number, string[]>()
    for (let index = 0; index < DAYS; index += 1) {
      const today = addDays(FIRST, index)
      const start = startOfMadridDay(today)
      expect(madridDay(start)).toBe(today)
      expect(madridDay(new Date(start.getTime() - 1))).toBe(addDays(today, -1))
      expect(formatDateTime(start)).toBe(`${formatDate(today)}, 00:00`)
      const hours = (startOfNextMadridDay(today).getTime() - start.getTime()) / HOUR
      lengths.set(hours, [...(lengths.get(hours) ?? []), today])
    }
    expect([...lengths.keys()].toSorted()).toEqual([23, 24, 25])
    expect(lengths.get(23)).toEqual(['2024-03-31', '2025-03-30', '2026-03-29', '2027-03-28', '2028-03-26', '2029-03-25', '2030-03-31'])
    expect(lengths.get(25)).toEqual(['2024-10-27', '2025-10-26', '2026-10-25', '2027-10-31', '2028-10-29', '2029-10-28', '2030-10-27'])
  })

  test('any instant lies within its day, and its date and clock are those of a plain UTC shift', () => {
    enter()
    const property = fc.property(instant, (at) => {
      const today = madridDay(at)
      expect(startOfMadridDay(today) <= at && at <= endOfMadridDay(today)).toBe(true)
      const shifted = [1, 2].map((hours) => new Date(at.getTime() + hours * HOUR).toISOString())
      const shown = `${today}T${formatTime(at)}`
      expect(shifted.map((text) => text.slice(0, 16))).toContain(shown)
    })
    fc.assert(property, { numRuns: testRuns(2_000) })
  })

  test('months and days are counted on the calendar', () => {
    enter()
    expect(addMonths(localDate('2026-03-01'), -1)).toBe('2026-02-01')
    expect(addDays(localDate('2026-03-29'), 1)).toBe('2026-03-30')
    expect(parseDateMask('29.3.2026')).toBe('2026-03-29')
    expect(weekday(localDate('2026-03-29'))).toBe(7)
  })
})

describe('calendar arithmetic', () => {
  test('months are clamped to the month end and anchored on the original day', () => {
    const signed = localDate('2026-01-31')
    expect([0, 1, 2, 3].map((count) => addMonths(signed, count))).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
    expect(addMonths(localDate('2026-02-28'), 1, 31)).toBe('2026-03-31')
    expect(addMonths(localDate('2023-11-30'), 3)).toBe('2024-02-29')
    expect(addMonths(localDate('2026-12-15'), 1)).toBe('2027-01-15')
    expect(addMonths(localDate('2026-01-15'), -1)).toBe('2025-12-15')
    expect(addMonths(localDate('2026-01-15'), -13)).toBe('2024-12-15')
  })

  test('going months and days forth and back returns', () => {
    const property = fc.property(day, fc.integer({ min: -4_000, max: 4_000 }), (start, count) => {
      expect(daysBetween(start, addDays(start, count))).toBe(count)
      expect(addDays(addDays(start, count), -count)).toBe(start)
      expect(addMonths(addMonths(start, count), -count, dayOfMonth(start))).toBe(start)
    })
    fc.assert(property, { numRuns: testRuns(3_000) })
  })

  test('weekdays follow ISO 8601', () => {
    expect(weekday(localDate('2026-11-23'))).toBe(1)
    expect(weekday(localDate('2026-11-29'))).toBe(7)
    fc.assert(fc.property(day, (start) => weekday(addDays(start, 1)) === (weekday(start) % 7) + 1))
  })
})

describe('TARGET calendar', () => {
  test.each([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-12-25',
    '2024-12-26',
    '2025-04-18',
    '2025-04-21',
    '2024-03-29',
    '2024-04-01',
    '2027-03-26',
    '2027-03-29',
    '2038-04-23',
    '2038-04-26',
    '2100-03-26',
    '2100-03-29',
    '2026-11-28',
    '2026-11-29',
  ])('%s is closed', (text) => expect(isTargetBusinessDay(localDate(text))).toBe(false))

  test.each(['2026-04-02', '2026-04-07', '2026-10-12', '2026-12-08', '2026-01-06', '2026-12-24', '2026-12-31', '2026-05-04'])(
    '%s is open',
    (text) => expect(isTargetBusinessDay(localDate(text))).toBe(true),
  )

  test('a card shows money that was given back five business days later', () => {
    expect(cardCreditSeenOn(localDate('2026-11-23'))).toBe('2026-11-30')
    expect(cardCreditSeenOn(localDate('2026-12-23'))).toBe('2026-12-31')
  })

  test('the next business day is strictly after', () => {
    expect(nextTargetBusinessDay(localDate('2026-11-23'))).toBe('2026-11-24')
    expect(nextTargetBusinessDay(localDate('2026-11-27'))).toBe('2026-11-30')
    expect(nextTargetBusinessDay(localDate('2026-04-02'))).toBe('2026-04-07')
    expect(nextTargetBusinessDay(localDate('2026-12-24'))).toBe('2026-12-28')
    expect(nextTargetBusinessDay(localDate('2026-12-31'))).toBe('2027-01-04')
  })

  test('a year has the weekdays less the holidays that fall on one', () => {
    const open = (year: number) => {
      const start = localDate(`${year}-01-01`)
      const length = daysBetween(start, localDate(`${year + 1}-01-01`))
      return Array.from({ length }, (_, index) => addDays(start, index)).filter(isTargetBusinessDay).length
    }
    expect([2024, 2025, 2026].map(open)).toEqual([256, 255, 256])
  })
})

describe('date mask', () => {
  test.each([
    ['31.12.2026', '2026-12-31'],
    ['1.2.2026', '2026-02-01'],
    [' 29.02.2024 ', '2024-02-29'],
    ['01.01.1900', '1900-01-01'],
    ['31.12.9999', '9999-12-31'],
  ])('reads «%s»', (text, expected) => expect(parseDateMask(text)).toBe(expected))

  test.each([
    '31.12.1899',
    '32.1.2026',
    '0.1.2026',
    '1.13.2026',
    '1.0.2026',
    '30.2.2026',
    '29.2.2026',
    '1.1.26',
    '1/1/2026',
    '1.1.20260',
    '2026-01-01',
    '',
  ])('refuses «%s»', (text) => expect(parseDateMask(text)).toBeNull())

  test('reads back whatever is shown', () => {
    fc.assert(
      fc.property(day, (start) => parseDateMask(formatDate(start)) === start),
      { numRuns: testRuns(1_000) },
    )
  })
})

describe('the last and the first day that can be written', () => {
  const [first, last] = [localDate('1000-01-01'), localDate('9999-12-31')]

  test('what lies beyond them is that day', () => {
    expect([1, 400, 10 ** 9, Number.MAX_SAFE_INTEGER].map((count) => addDays(last, count))).toEqual([last, last, last, last])
    expect([-1, -(10 ** 9)].map((count) => addDays(first, count))).toEqual([first, first])
    expect([addMonths(localDate('9999-01-01'), 216), addMonths(last, 1), addMonths(first, -1)]).toEqual([last, last, first])
    expect([addDays(last, -1), addMonths(last, -1), addMonths(localDate('9999-11-30'), 1)]).toEqual([
      '9999-12-30',
      '9999-11-30',
      '9999-12-30',
    ])
  })

  test('the last day ends like any other, and comes before the instant after it', () => {
    expect(endOfMadridDay(last).toISOString()).toBe('9999-12-31T22:59:59.999Z')
    expect(startOfNextMadridDay(last).toISOString()).toBe('9999-12-31T23:00:00.000Z')
    expect(startOfNextMadridDay(localDate('2026-03-29')).toISOString()).toBe('2026-03-29T22:00:00.000Z')
  })

  test('every day of the mask takes every step without an error', () => {
    const masked = fc
      .integer({ min: 0, max: daysBetween(localDate('1900-01-01'), last) })
      .map((count) => addDays(localDate('1900-01-01'), count))
    fc.assert(
      fc.property(masked, fc.integer({ min: -40_000, max: 4_000_000 }), (start, count) => {
        expect([addDays(start, count), addMonths(start, count), nextTargetBusinessDay(start)].every(isLocalDate)).toBe(true)
        expect(endOfMadridDay(start).getTime()).toBeGreaterThan(startOfMadridDay(start).getTime())
      }),
    )
  })
})
