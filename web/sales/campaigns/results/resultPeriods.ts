import { dayOfMonth, daysBetween, localDate, weekday, type LocalDate } from '#domain/platform/dates'

/** Results of one day of a campaign; amounts in cents. */
export type ResultDay = { on: string; orders: number; amount: number; subsidy: number }
/** Results of a range of days, both inclusive. */
export type ResultPeriod = { from: LocalDate; to: LocalDate; orders: number; amount: number; subsidy: number }

/** Maximum number of legible bars on a phone; more days are grouped by week, more weeks by month. */
const maxBars = 31

/** Groups a campaign's days by day, by week from Monday, or by calendar month. */
export function resultPeriods(days: readonly ResultDay[]): ResultPeriod[] {
  const begins = beginsOf(days)
  const periods: ResultPeriod[] = []
  for (const { on, orders, amount, subsidy } of days) {
    const day = localDate(on)
    const open = periods.at(-1)
    if (!open || begins(day)) periods.push({ from: day, to: day, orders, amount, subsidy })
    else Object.assign(open, { to: day, orders: open.orders + orders, amount: open.amount + amount, subsidy: open.subsidy + subsidy })
  }
  return periods
}

/** Whether a period starts on a day. */
function beginsOf(days: readonly ResultDay[]): (day: LocalDate) => boolean {
  const [first, last] = [days[0], days.at(-1)]
  const span = first && last ? daysBetween(localDate(first.on), localDate(last.on)) + 1 : 0
  if (span <= maxBars) return () => true
  return span <= maxBars * 7 ? (day) => weekday(day) === 1 : (day) => dayOfMonth(day) === 1
}
