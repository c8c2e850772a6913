import { describe, expect, it } from 'vitest'
import { addDays, localDate, weekday } from '../../platform/dates.ts'
import { busiestHours, changeOf, incomparable, largestPart, salesFinding, shareChange, soldOfTen } from './findings.ts'

/** Days from Monday 2 November 2026, with what each weekday sells in cents. */
const days = (count: number, soldOf: (weekday: number, nth: number) => number) =>
  Array.from({ length: count }, (_, nth) => {
    const on = addDays(localDate('2026-11-02'), nth)
    const sold = soldOf(weekday(on), nth)
    return { on, sold, operations: sold > 0 ? 1 : 0 }
  })

describe('the finding about sales', () => {
  it.each([
    ['nothing sold', days(28, () => 0), { kind: 'nothing' }],
    ['fewer than ten sales', days(9, () => 100), { kind: 'few', operations: 9 }],
    [
      'Saturdays twice a Monday',
      days(28, (of) => (of === 6 ? 200 : of === 1 ? 100 : 150)),
      { kind: 'weekdays', best: 6, worst: 1, times: 'double' },
    ],
    ['three times as much', days(28, (of) => (of === 5 ? 300 : 100)), { kind: 'weekdays', best: 5, worst: 1, times: 'triple' }],
    ['half more', days(28, (of) => (of === 5 ? 150 : 100)), { kind: 'weekdays', best: 5, worst: 1, times: 'half' }],
    [
      'closed on Sundays, which are not compared',
      days(28, (of) => (of === 7 ? 0 : of === 6 ? 220 : 110)),
      { kind: 'weekdays', best: 6, worst: 1, times: 'double' },
    ],
    ['only Saturdays', days(77, (of) => (of === 6 ? 100 : 0)), { kind: 'weekday', best: 6 }],
    ['every weekday alike', days(28, (_, nth) => 100 + (nth === 9 ? 40 : 0)), { kind: 'best', on: '2026-11-11', sold: 140 }],
    ['too short for a pattern', days(13, (of) => (of === 6 ? 900 : 100)), { kind: 'best', on: '2026-11-07', sold: 900 }],
  ])('%s', (_, sales, finding) => {
    expect(salesFinding(sales, '2027-02-01')).toEqual(finding)
  })
  it('does not judge a weekday by today, which is not over', () => {
    // The fourth Saturday has only begun.
    const sales = days(27, (of, nth) => (nth === 26 ? 1 : of === 6 ? 100 : 150))
    expect(salesFinding(sales, '2026-11-28')).toEqual({ kind: 'weekdays', best: 1, worst: 6, times: 'half' })
    const four = days(28, (of, nth) => (nth === 27 ? 1 : of === 7 ? 100 : 140))
    expect(salesFinding(four, '2026-11-29')).toEqual({ kind: 'best', on: '2026-11-02', sold: 140 })
    expect(
      salesFinding(
        days(14, (of) => (of === 6 ? 900 : 100)),
        '2026-11-15',
      ),
    ).toEqual({ kind: 'best', on: '2026-11-07', sold: 900 })
    expect(salesFinding([{ on: '2026-11-02', sold: 500, operations: 12 }], '2026-11-02')).toEqual({
      kind: 'only',
      on: '2026-11-02',
      sold: 500,
    })
  })
})

it('compares nothing with fewer than ten sales, with days before the shop began, or of today alone', () => {
  const range = (operations: number, from: string) => ({ operations, from })
  const why = (now: number, before: number, since: string | null, today = '2026-11-28') =>
    incomparable(range(now, '2026-11-01'), range(before, '2026-10-04'), { since, today })
  expect(why(10, 10, '2026-01-01')).toBeNull()
  expect(why(9, 50, '2026-01-01')).toBe('few')
  expect(why(50, 9, '2026-01-01')).toBe('few')
  expect(why(50, 50, '2026-10-05')).toBe('young')
  expect(why(0, 0, null)).toBe('young')
  expect(why(50, 50, '2026-01-01', '2026-11-01')).toBe('unfinished')
  const ofAllShops = (today: string) => incomparable(range(50, '2026-11-01'), range(50, '2026-10-04'), { today })
  expect([ofAllShops('2026-11-28'), ofAllShops('2026-11-01')]).toEqual([null, 'unfinished'])
})

it('says changes of figures in parts of the earlier one, and of shares in points', () => {
  expect(changeOf(112, 100)).toBe(1_200)
  expect(changeOf(112, 0)).toBeNull()
  expect(changeOf(null, 100)).toBeNull()
  expect(shareChange(310, 370)).toBe(-60)
  expect(shareChange(310, null)).toBeNull()
})

it('finds the three busiest hours and the busiest day', () => {
  const hours = [
    { weekday: 5, hour: 18, count: 6 },
    { weekday: 5, hour: 19, count: 4 },
    { weekday: 6, hour: 11, count: 5 },
    { weekday: 2, hour: 20, count: 5 },
  ]
  expect(busiestHours(hours)).toEqual({ weekday: 5, from: 18, to: 21, share: 7_500 })
  expect(busiestHours(hours.slice(0, 1))).toBeNull()
})

it('says shares in tenths and the largest part only when they mean something', () => {
  expect(soldOfTen(402, 318)).toBe(8)
  expect(soldOfTen(9, 9)).toBeNull()
  expect(soldOfTen(20, 25)).toBe(10)
  expect(
    largestPart([
      { value: 'a', count: 3 },
      { value: 'b', count: 4 },
    ]),
  ).toEqual({ value: 'b', count: 4 })
  expect(largestPart([{ value: 'a', count: 4 }])).toBeNull()
  expect(largestPart('abcd'.split('').map((value) => ({ value, count: 5 })))).toBeNull()
})
