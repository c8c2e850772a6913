import { addDays, addMonths, localDate, madridDay, type LocalDate } from '#domain/platform/dates'

/** A period of whole months: a month, a tax quarter or a year. */
export type InvoicePeriod = { kind: 'month' | 'quarter' | 'year'; from: LocalDate; to: LocalDate }

const firstOfMonth = (day: LocalDate): LocalDate => localDate(`${day.slice(0, 8)}01`)

function periodOf(kind: InvoicePeriod['kind'], from: LocalDate, months: number): InvoicePeriod {
  return { kind, from, to: addDays(addMonths(from, months), -1) }
}

/** The last ended months in Madrid, newest first: a month is invoiced on the first day of the next. */
export function lastMonths(now: Date, count: number): InvoicePeriod[] {
  const present = firstOfMonth(madridDay(now))
  return Array.from({ length: count }, (_, index) => periodOf('month', addMonths(present, -1 - index), 1))
}

/** The current tax quarter in Madrid and the previous ones, newest first. */
export function lastQuarters(now: Date, count: number): InvoicePeriod[] {
  const month = firstOfMonth(madridDay(now))
  const present = addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3))
  return Array.from({ length: count }, (_, index) => periodOf('quarter', addMonths(present, -3 * index), 3))
}

/** The current year in Madrid. */
export const thisYear = (now: Date): InvoicePeriod => periodOf('year', localDate(`${madridDay(now).slice(0, 4)}-01-01`), 12)
