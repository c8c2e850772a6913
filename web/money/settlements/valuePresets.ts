import { addDays, addMonths, localDate, madridDay, type LocalDate } from '#domain/platform/dates'

export const valuePresets = ['month', 'lastMonth', 'year'] as const
type ValuePreset = (typeof valuePresets)[number]

/** The dates of a preset in Madrid, both inclusive, up to the end of the month or year because value dates can be in the future. */
export function presetDays(preset: ValuePreset, now: Date): { from: LocalDate; to: LocalDate } {
  const today = madridDay(now)
  if (preset === 'year') return { from: localDate(`${today.slice(0, 4)}-01-01`), to: localDate(`${today.slice(0, 4)}-12-31`) }
  const first = addMonths(localDate(`${today.slice(0, 8)}01`), preset === 'month' ? 0 : -1)
  return { from: first, to: addDays(addMonths(first, 1), -1) }
}
