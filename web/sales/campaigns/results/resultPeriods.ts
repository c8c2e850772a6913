import { dayOfMonth, daysBetween, localDate, weekday, type LocalDate } from '#domain/platform/dates'

/** What came on a day of a campaign; amounts in cents. */
export type ResultDay = { on: string; orders: number; amount: number; subsidy: number }
/** Some of its days together, both included. */
export type ResultPeriod = { from: LocalDate; to: LocalDate; orders: number; amount: number; subsidy: number }

/** So many bars can be told apart on a phone; more days are drawn by the week, more weeks by the month. */
const most = 31

/** The days of a campaign as they are drawn: each by itself, by weeks from Monday on, or by months of the calendar. */
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

/** On which days another period begins. */
function beginsOf(days: readonly ResultDay[]): (day: LocalDate) => boolean {
  const [first, last] = [days[0], days.at(-1)]
  const span = first && last ? daysBetween(localDate(first.on), localDate(last.on)) + 1 : 0
  if (span <= most) return () => true
  return span <= most * 7 ? (day) => weekday(day) === 1 : (day) => dayOfMonth(day) === 1
}
