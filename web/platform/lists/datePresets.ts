import { addDays, addMonths, localDate, madridDay, weekday, type LocalDate } from '#domain/platform/dates'

export const datePresets = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'quarter'] as const
type DatePreset = (typeof datePresets)[number]

const firstOfMonth = (day: LocalDate) => localDate(`${day.slice(0, 8)}01`)

/** First and last day of a preset in Madrid, inclusive; weeks start on Monday, and the quarter is the current one up to today. */
export function daysOf(preset: DatePreset, now: Date): { from: LocalDate; to: LocalDate } {
  const today = madridDay(now)
  if (preset === 'today') return { from: today, to: today }
  if (preset === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  if (preset === 'week') return { from: addDays(today, 1 - weekday(today)), to: today }
  if (preset === 'month') return { from: firstOfMonth(today), to: today }
  if (preset === 'quarter') return { from: addMonths(firstOfMonth(today), -((Number(today.slice(5, 7)) - 1) % 3)), to: today }
  const last = addMonths(firstOfMonth(today), -1)
  return { from: last, to: addDays(firstOfMonth(today), -1) }
}
