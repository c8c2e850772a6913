import { localDate, type LocalDate } from '#domain/platform/dates'
import { salesFinding } from '#domain/sales/insights/findings'
import { dayName } from '../../i18n/calendar.ts'
import { money } from '../../i18n/format.ts'
import { onWeekdays } from '../../i18n/shortCalendar.ts'
import { t } from '../../i18n/t.ts'
import { capital } from './capital.ts'

/** What is said of weekdays: to one merchant, or of all of them. */
type WeekdayWords = {
  best: (words: { best: string }) => string
  differ: (times: 'half' | 'double' | 'triple', words: { best: string; worst: string }) => string
}

/** What the days of sales show, as a title. */
export function salesTitle(days: Parameters<typeof salesFinding>[0], today: LocalDate, { best, differ }: WeekdayWords): string {
  const finding = salesFinding(days, today)
  if (finding.kind === 'nothing') return t('insights.sales.nothing')
  if (finding.kind === 'few') return t('insights.sales.few', { count: finding.operations })
  if (finding.kind === 'weekday') return capital(best({ best: onWeekdays(finding.best) }))
  if (finding.kind === 'only') return t('charts.point.part', { name: capital(dayName(localDate(finding.on))), value: money(finding.sold) })
  if (finding.kind === 'best') return t('insights.sales.best', { day: dayName(localDate(finding.on)), amount: money(finding.sold) })
  return capital(differ(finding.times, { best: onWeekdays(finding.best), worst: onWeekdays(finding.worst) }))
}
