import { addDays, type LocalDate, madridDay, weekday } from '../platform/dates.ts'
import { madridAt } from './notices.ts'

/** The weekly e-mail is sent on Monday at half past eight in Madrid, or later that day when the server was down then. */
const SENT_AT = { hour: 8, minute: 30 } as const

/** Weeks shown in its charts; the e-mail is about the last one. */
const WEEKS_SHOWN = 8

/** The Monday whose weekly e-mail is due now; null at any other time. */
export function dueMonday(now: Date): LocalDate | null {
  const day = madridDay(now)
  return weekday(day) === 1 && now >= madridAt(day, SENT_AT) ? day : null
}

type Week = { from: LocalDate; to: LocalDate }

/** The last weeks before a Monday, oldest first. */
export const weeksBefore = (monday: LocalDate): Week[] =>
  Array.from({ length: WEEKS_SHOWN }, (_, nth) => {
    const from = addDays(monday, (nth - WEEKS_SHOWN) * 7)
    return { from, to: addDays(from, 6) }
  })
