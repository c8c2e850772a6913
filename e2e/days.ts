import { addDays, addMonths, type LocalDate, localDate, madridDay } from '#domain/platform/dates'

/** Today in Madrid, when the journeys began. */
const today = madridDay(new Date())

/** A year to come: what is planned for one of its days lies ahead on whatever day the journeys run. */
export const yearAhead = (count: number): number => Number(today.slice(0, 4)) + count

const thisMonth = localDate(`${today.slice(0, 7)}-01`)
/** The days of the last whole month, in which every shop of the demo has sold. */
export const lastMonth: Readonly<Record<'from' | 'to', LocalDate>> = { from: addMonths(thisMonth, -1), to: addDays(thisMonth, -1) }

const quarter = addMonths(thisMonth, -((Number(today.slice(5, 7)) - 1) % 3) - 3)
/** The last whole tax quarter: every month of it is invoiced. By name, as its button says. */
export const lastQuarter = {
  name: `${Math.ceil(Number(quarter.slice(5, 7)) / 3)}T ${quarter.slice(0, 4)}`,
  from: quarter,
  to: addDays(addMonths(quarter, 3), -1),
}

/** December in three years, as a card's expiry is typed. */
export const cardExpiry = `12${String(yearAhead(3)).slice(-2)}`
