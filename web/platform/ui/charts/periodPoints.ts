import type { LocalDate } from '#domain/platform/dates'
import { dayName, monthText } from '../../i18n/calendar.ts'
import { shortDayText, shortMonthText } from '../../i18n/shortCalendar.ts'
import { date } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { chartPeriods, periodLength, type ChartPeriod, type PeriodLength } from './chartPeriods.ts'
import type { ChartPoint } from './chartData.ts'

/** The name of a period below the axis: "6 nov", "nov", "hoy". */
function periodLabel({ from, to }: ChartPeriod<unknown>, length: PeriodLength, today: LocalDate): string {
  if (length === 'day' && from === today) return t('charts.period.today')
  return length === 'month' && from.slice(0, 7) === to.slice(0, 7) ? shortMonthText(from) : shortDayText(from)
}

/** The name of a period in full: a day, the days of a week, a month. */
function periodName({ from, to }: Pick<ChartPeriod<unknown>, 'from' | 'to'>, length: PeriodLength): string {
  if (length === 'day' || from === to) return dayName(from)
  return length === 'month' ? monthText(from) : t('charts.period.days', { from: date(from), to: date(to) })
}

/** Days as points of a chart, by day, week or month. `valuesOf`: the figures of a period, as `data.columns`. */
export function periodPoints<Day extends { on: string }>(
  days: readonly Day[],
  today: LocalDate,
  valuesOf: (period: ChartPeriod<Day>, nth: number) => { values: (number | null)[]; href?: string | undefined },
): { length: PeriodLength; points: ChartPoint[]; periods: ChartPeriod<Day>[] } {
  const length = periodLength(days)
  const periods = chartPeriods(days, length)
  const points = periods.map((period, nth) => ({
    key: period.from,
    label: periodLabel(period, length, today),
    name: periodName(period, length),
    ...valuesOf(period, nth),
  }))
  return { length, points, periods }
}
