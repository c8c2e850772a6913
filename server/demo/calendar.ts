import { addDays, addMonths, daysBetween, madridDay, startOfMadridDay, weekday, type LocalDate } from '#domain/platform/dates'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'

/** A day in Madrid with precomputed values. */
export type Day = {
  index: number
  on: LocalDate
  startMs: number
  endMs: number
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** The next TARGET business day: the value date of this day's operations. */
  valueOn: LocalDate
}

export type Calendar = {
  nowMs: number
  today: Day
  /** Days of the demo's history, oldest first, today last. */
  past: readonly Day[]
  dayOf(atMs: number): Day
  /** Due dates of a plan signed on a day: monthly, anchored on that day of the month. */
  monthsAfter(on: LocalDate, count: number): readonly LocalDate[]
  indexOf(on: LocalDate): number
}

/** Months of history. */
const HISTORY_DAYS = 548
const LEAD_DAYS = 5

/** Precomputes the calendar of a demo that ends at `now`; otherwise every date would need a time zone lookup. */
export function makeCalendar(now: Date): Calendar {
  const todayOn = madridDay(now)
  const first = addDays(todayOn, -HISTORY_DAYS - LEAD_DAYS)
  const starts = Array.from({ length: HISTORY_DAYS + LEAD_DAYS + 2 }, (_, index) => startOfMadridDay(addDays(first, index)).getTime())
  const days = starts.slice(0, -1).map((startMs, index): Day => {
    const on = addDays(first, index)
    return { index, on, startMs, endMs: (starts[index + 1] ?? 0) - 1, weekday: weekday(on), valueOn: nextTargetBusinessDay(on) }
  })
  const today = days.at(-1)
  if (!today) throw new RangeError('a calendar has days')
  const months = new Map<LocalDate, LocalDate[]>()
  return {
    nowMs: now.getTime(),
    today,
    past: days.slice(LEAD_DAYS),
    dayOf: (atMs) => {
      let index = Math.min(Math.max(Math.floor((atMs - (starts[0] ?? 0)) / 86_400_000), 0), days.length - 1)
      while (index > 0 && atMs < (starts[index] ?? 0)) index -= 1
      while (index < days.length - 1 && atMs >= (starts[index + 1] ?? 0)) index += 1
      return days[index] ?? today
    },
    monthsAfter: (on, count) => {
      const known = months.get(on) ?? []
      for (let month = known.length + 1; month <= count; month += 1) known.push(addMonths(on, month))
      months.set(on, known)
      return known
    },
    indexOf: (on) => daysBetween(first, on),
  }
}
