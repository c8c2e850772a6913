import type { Report } from '#contract/money/reports'
import { addDays, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import { isReportPeriod, REPORT_DAYS } from '#domain/money/report'
import { listSearch, type ListQuery } from '../../platform/lists/listQuery.ts'

/** What is not a filter of the report: its days are its own, the rest is how the list is looked at. */
const notFilters = new Set(['from', 'to', 'ordering', 'page', 'view', 'dialog'])

/** The list as a report made in the background: the same filters under the same names, its days; null when it has no days or too many. */
export function backgroundExport(query: ListQuery, now: Date): (Pick<Report, 'filters'> & { from: LocalDate; to: LocalDate }) | null {
  const { from } = query
  const to = query.to ?? madridDay(now)
  if (from === null || !isReportPeriod({ from: localDate(from), to })) return null
  const filters = Object.entries(listSearch(query)).filter(([key]) => !notFilters.has(key))
  return { from, to, filters: filters.map(([key, value]) => ({ key, value })) }
}

/** As many days as a report may have, the last of them today. */
export function longestDays(now: Date): { from: LocalDate; to: LocalDate } {
  const to = madridDay(now)
  return { from: addDays(to, 1 - REPORT_DAYS), to }
}
