import { expect, test } from 'vitest'
import { addDays, localDate, madridDay, type LocalDate } from './dates.ts'
import { cutOffOf, nextValueDay, periodOf, valueDayBefore, type PaymentRhythm } from '../money/settlement.ts'

const daily: PaymentRhythm = { frequency: 'daily', weekday: 1 }
const wednesdays: PaymentRhythm = { frequency: 'weekly', weekday: 3 }
/** Years with a leap day and without; more of them by `npm run nightly`. */
const [first, last, count] = process.env.NIGHTLY === undefined ? ['2027-01-01', '2028-12-31', 731] : ['2024-01-01', '2030-12-31', 2_557]
const days: LocalDate[] = []
for (let day = localDate(first); day <= localDate(last); day = addDays(day, 1)) days.push(day)

test('the cut-off puts every instant around midnight, for years, into exactly one period of each rhythm', () => {
  expect(days).toHaveLength(count)
  for (const rhythm of [daily, wednesdays]) {
    for (const day of days) {
      for (const hour of [21, 22, 23, 24]) {
        for (const offMs of [-1, 0, 1_800_000]) {
          const at = new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 + offMs)
          const valueOn = nextValueDay({ oldestOn: madridDay(at), releaseOn: null, lastValueOn: null }, rhythm)
          if (valueOn === null) throw new Error('a line waits')
          const before = valueDayBefore(valueOn, rhythm)
          if (!(at >= cutOffOf(before) && at < cutOffOf(valueOn))) expect(`${at.toISOString()} is held by ${valueOn}`).toBe('held once')
          const { from, to } = periodOf(valueOn, { oldestOn: madridDay(at), lastValueOn: null }, rhythm)
          if (!(from <= madridDay(at) && madridDay(at) <= to)) expect(`${at.toISOString()} is in ${from}–${to}`).toBe('in its period')
        }
      }
    }
  }
})
