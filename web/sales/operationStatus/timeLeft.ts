import { daysBetween, formatDate, formatTime, madridDay, type LocalDate } from '#domain/platform/dates'

/** A relative day: today or tomorrow with the time, otherwise the date. */
type DayText = { day: 'today' | 'tomorrow' | 'date'; date: string; time: string }

/** The relative day of an instant in Madrid's time zone. */
export function dayText(at: Date, now: Date): DayText {
  const days = daysBetween(madridDay(now), madridDay(at))
  return { day: days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'date', date: formatDate(at), time: formatTime(at) }
}

/** The time left, in the relevant unit: minutes, hours (with minutes below six hours), days from two days on. */
export type TimeLeft =
  | { unit: 'over' }
  | { unit: 'minutes'; count: number }
  | { unit: 'hoursMinutes'; count: number; minutes: number }
  | { unit: 'hours'; count: number }
  | { unit: 'days'; count: number }

const MINUTE_MS = 60_000

/** The time from `now` to an instant, rounded down. */
export function timeLeft(at: Date, now: Date): TimeLeft {
  const minutes = Math.floor((at.getTime() - now.getTime()) / MINUTE_MS)
  if (at <= now) return { unit: 'over' }
  if (minutes < 60) return { unit: 'minutes', count: Math.max(minutes, 1) }
  const hours = Math.floor(minutes / 60)
  if (hours < 6 && minutes % 60 > 0) return { unit: 'hoursMinutes', count: hours, minutes: minutes % 60 }
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}

/** Number of days from today in Madrid to a day. */
export function daysUntil(day: LocalDate, now: Date): number {
  return daysBetween(madridDay(now), day)
}
