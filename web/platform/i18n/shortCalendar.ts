import { dayOfMonth, type LocalDate } from '#domain/platform/dates'
import { t } from './t.ts'

type ListKey = `calendar.${'shortMonths' | 'weekdays' | 'shortWeekdays' | 'onWeekdays'}`
const word = (key: ListKey, nth: number): string => t(key).split(',')[nth - 1] ?? ''

/** "nov" of a day's month, for an axis. */
export const shortMonthText = (day: LocalDate): string => word('calendar.shortMonths', Number(day.slice(5, 7)))

/** "6 nov", for an axis. */
export const shortDayText = (day: LocalDate): string =>
  t('calendar.shortDay', { day: String(dayOfMonth(day)), shortMonth: shortMonthText(day) })

/** "L" of a weekday, 1 Monday to 7 Sunday, before a row. */
export const shortWeekday = (of: number): string => word('calendar.shortWeekdays', of)

/** "lunes" of a weekday, 1 Monday to 7 Sunday. */
export const weekdayName = (of: number): string => word('calendar.weekdays', of)

/** "los lunes" of a weekday, 1 Monday to 7 Sunday. */
export const onWeekdays = (of: number): string => word('calendar.onWeekdays', of)
