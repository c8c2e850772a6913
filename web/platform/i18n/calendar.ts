import { isLocalDate, localDate, madridDay, weekday, type LocalDate } from '#domain/platform/dates'
import { t } from './t.ts'

/** Placeholder values of a day: browsers lack the month names of Galician and Basque. */
function partsOf(day: LocalDate) {
  const [year = '', month = '', date = ''] = day.split('-')
  const word = (key: 'calendar.months' | 'calendar.ofMonths' | 'calendar.weekdays', nth: number) => t(key).split(',')[nth - 1] ?? ''
  return {
    weekday: word('calendar.weekdays', weekday(day)),
    day: String(Number(date)),
    month: word('calendar.months', Number(month)),
    ofMonth: word('calendar.ofMonths', Number(month)),
    year,
  }
}

/** "jueves 19 de noviembre" of a day. */
export const dayName = (day: LocalDate): string => t('calendar.day', partsOf(day))

/** "jueves 19 de noviembre" in Madrid. */
export const dayText = (at: Date): string => dayName(madridDay(at))

/** "jueves 19 de noviembre de 2026" in Madrid. */
export const longDayText = (at: Date): string => t('calendar.longDay', partsOf(madridDay(at)))

/** "octubre de 2026" of a day or an ISO instant, in Madrid. */
export const monthText = (text: string): string =>
  t('calendar.month', partsOf(isLocalDate(text) ? localDate(text) : madridDay(new Date(text))))
