import type { Report } from '#contract/money/reports'
import { addDays, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import { isReportPeriod, REPORT_DAYS } from '#domain/money/report'
import { listSearch, type ListQuery } from '../../platform/lists/listQuery.ts'

/** Query parameters that are not filters of the report: dates, which it has itself, and display options. */
const notFilters = new Set(['from', 'to', 'ordering', 'page', 'view', 'dialog'])

/** The list as a background report: the same filters and date range; null without a range, or when it is too long. */
export function backgroundExport(query: ListQuery, now: Date): (Pick<Report, 'filters'> & { from: LocalDate; to: LocalDate }) | null {
  const { from } = query
  const to = query.to ?? madridDay(now)
  if (from === null || !isReportPeriod({ from: localDate(from), to })) return null
  const filters = Object.entries(listSearch(query)).filter(([key]) => !notFilters.has(key))
  return { from, to, filters: filters.map(([key, value]) => ({ key, value })) }
}

/** The longest range of a report, ending today. */
export function longestDays(now: Date): { from: LocalDate; to: LocalDate } {
  const to = madridDay(now)
  return { from: addDays(to, 1 - REPORT_DAYS), to }
}
