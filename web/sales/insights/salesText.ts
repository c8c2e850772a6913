import { localDate, type LocalDate } from '#domain/platform/dates'
import { salesFinding } from '#domain/sales/insights/findings'
import type { InsightPeriod } from '#contract/sales/insights'
import { dayName } from '../../platform/i18n/calendar.ts'
import { money } from '../../platform/i18n/format.ts'
import { onWeekdays } from '../../platform/i18n/shortCalendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { capital } from '../../platform/ui/charts/capital.ts'

/** What the days of sales show, as a title. */
export function salesTitle(days: InsightPeriod['days'], today: LocalDate): string {
  const finding = salesFinding(days, today)
  if (finding.kind === 'nothing') return t('insights.sales.nothing')
  if (finding.kind === 'few') return t('insights.sales.few', { count: finding.operations })
  if (finding.kind === 'weekday') return capital(t('insights.sales.weekday', { best: onWeekdays(finding.best) }))
  if (finding.kind === 'only') return t('charts.point.part', { name: capital(dayName(localDate(finding.on))), value: money(finding.sold) })
  if (finding.kind === 'best') return t('insights.sales.best', { day: dayName(localDate(finding.on)), amount: money(finding.sold) })
  return capital(t(`insights.sales.weekdays.${finding.times}`, { best: onWeekdays(finding.best), worst: onWeekdays(finding.worst) }))
}
