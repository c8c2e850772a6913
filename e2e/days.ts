import { addDays, addMonths, type LocalDate, localDate, madridDay } from '#domain/platform/dates'

/** Today in Madrid, when the journeys began. */
const today = madridDay(new Date())

/** Next year: a plan for one of its days is in the future whenever the journeys run. */
export const yearAhead = (count: number): number => Number(today.slice(0, 4)) + count

const thisMonth = localDate(`${today.slice(0, 7)}-01`)
/** The days of the last complete month, in which every demo shop has sales. */
export const lastMonth: Readonly<Record<'from' | 'to', LocalDate>> = { from: addMonths(thisMonth, -1), to: addDays(thisMonth, -1) }

const quarter = addMonths(thisMonth, -((Number(today.slice(5, 7)) - 1) % 3) - 3)
/** The last complete tax quarter: every month of it is invoiced. By its button's name. */
export const lastQuarter = {
  name: `${Math.ceil(Number(quarter.slice(5, 7)) / 3)}T ${quarter.slice(0, 4)}`,
  from: quarter,
  to: addDays(addMonths(quarter, 3), -1),
}

/** December in three years, in the format of a card's expiry. */
export const cardExpiry = `12${String(yearAhead(3)).slice(-2)}`
