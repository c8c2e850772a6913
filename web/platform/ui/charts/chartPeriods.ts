import { dayOfMonth, daysBetween, localDate, weekday, type LocalDate } from '#domain/platform/dates'

/** Consecutive days drawn as one point; both ends inclusive. */
export type ChartPeriod<Day> = { from: LocalDate; to: LocalDate; days: readonly Day[] }
/** What one point is. */
export type PeriodLength = 'day' | 'week' | 'month'

/** The most points that can be told apart on a phone; more days are drawn by week from Monday, more weeks by calendar month. */
const maxPoints = 31

/** What the points of some days are. */
export function periodLength(days: readonly { on: string }[]): PeriodLength {
  const [first, last] = [days[0], days.at(-1)]
  const span = first && last ? daysBetween(localDate(first.on), localDate(last.on)) + 1 : 0
  if (span <= maxPoints) return 'day'
  return span <= maxPoints * 7 ? 'week' : 'month'
}

/** Groups consecutive days by day, by week from Monday, or by calendar month. */
export function chartPeriods<Day extends { on: string }>(days: readonly Day[], length = periodLength(days)): ChartPeriod<Day>[] {
  const begins = (day: LocalDate) => length === 'day' || (length === 'week' ? weekday(day) === 1 : dayOfMonth(day) === 1)
  const periods: { from: LocalDate; to: LocalDate; days: Day[] }[] = []
  for (const one of days) {
    const day = localDate(one.on)
    const open = periods.at(-1)
    if (!open || begins(day)) periods.push({ from: day, to: day, days: [one] })
    else {
      open.to = day
      open.days.push(one)
    }
  }
  return periods
}

/** The sums of earlier days, cut into as many and as long periods as those that they are compared with. */
export function periodSumsLike<Day>(days: readonly Day[], like: readonly ChartPeriod<unknown>[], figure: (day: Day) => number): number[] {
  let at = 0
  return like.map(({ days: { length } }) => {
    const own = days.slice(at, at + length)
    at += length
    return sumOf(own, figure)
  })
}

/** The sum of a figure over days. */
export const sumOf = <Day>(days: readonly Day[], figure: (day: Day) => number): number => days.reduce((sum, day) => sum + figure(day), 0)
