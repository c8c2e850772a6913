import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, localDate } from '#domain/platform/dates'
import { resultPeriods, type ResultDay } from './resultPeriods.ts'

const from = localDate('2026-11-01') // a Sunday
const days = (count: number, amount = (nth: number) => nth): ResultDay[] =>
  Array.from({ length: count }, (_, nth) => ({ on: addDays(from, nth), orders: 1, amount: amount(nth), subsidy: 2 }))
const spans = (count: number) => resultPeriods(days(count)).map((one) => `${one.from.slice(5)} ${one.to.slice(5)}`)

it('groups results by day, then by week from Monday, then by month', () => {
  expect(resultPeriods([])).toEqual([])
  expect(spans(31)).toHaveLength(31)
  expect(spans(32)).toEqual(['11-01 11-01', '11-02 11-08', '11-09 11-15', '11-16 11-22', '11-23 11-29', '11-30 12-02'])
  expect(spans(218)[0]).toBe('11-01 11-30')
  expect(spans(366)).toHaveLength(13)
})

it('preserves the totals and leaves no gap between periods', () => {
  const some = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 366 })
  fc.assert(
    fc.property(some, (amounts) => {
      const periods = resultPeriods(days(amounts.length, (nth) => amounts[nth] ?? 0))
      const sums = periods.reduce((sum, one) => [sum[0]! + one.orders, sum[1]! + one.amount, sum[2]! + one.subsidy], [0, 0, 0])
      expect(sums).toEqual([amounts.length, amounts.reduce((sum, one) => sum + one, 0), amounts.length * 2])
      expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([from, addDays(from, amounts.length - 1)])
      for (const [nth, one] of periods.slice(1).entries()) expect(one.from).toBe(addDays(periods[nth]!.to, 1))
    }),
    { numRuns: 50 },
  )
})
