import { daysOfRange, type ApiCallRange } from '#domain/merchants/apiCallLog'
import { HOUR_MS, addDays, madridDay, startOfMadridDay } from '#domain/platform/dates'

/** The first instant of a period that ends now: 24 hours with the one that runs, or days of Madrid with today. */
export function rangeStart(range: ApiCallRange, now: Date): Date {
  if (range === 'day') return new Date((Math.floor(now.getTime() / HOUR_MS) - 23) * HOUR_MS)
  return startOfMadridDay(addDays(madridDay(now), 1 - daysOfRange[range]))
}

/** The starts of all hours or days of a period. */
export function rangePoints(range: ApiCallRange, now: Date): Date[] {
  const start = rangeStart(range, now)
  if (range === 'day') return Array.from({ length: 24 }, (_, hour) => new Date(start.getTime() + hour * HOUR_MS))
  const first = madridDay(start)
  return Array.from({ length: daysOfRange[range] }, (_, day) => startOfMadridDay(addDays(first, day)))
}
