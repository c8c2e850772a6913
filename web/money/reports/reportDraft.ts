import type { BodyInput } from '#contract/platform/endpoint'
import type { CallName } from '#contract/index'
import { callsOfReport, fileSetTypes, tableTypes, type Report, type reportCreate } from '#contract/money/reports'
import { addDays, addMonths, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import { isReportPeriod } from '#domain/money/report'
import { daysOf } from '../../platform/lists/datePresets.ts'

export type ReportType = Report['type']
export type ReportFormat = Report['format']

/** Number of past months offered for the monthly package. */
const monthsOffered = 24

/** The form of a new report; dates are null while incomplete. */
export type ReportDraft = {
  type: ReportType
  from: LocalDate | null
  to: LocalDate | null
  format: ReportFormat
  filters: Report['filters']
  recipients: readonly string[]
}

const tables = ['csv', 'xlsx', 'json'] as const satisfies readonly ReportFormat[]

/** Whether a report is a set of files (documents) instead of a table. */
export const isFileSet = (type: ReportType): boolean => fileSetTypes.some((one) => one === type)

/** Table formats of a type; none for the monthly package and file sets. */
export const tablesOf = (type: ReportType): readonly (typeof tables)[number][] =>
  type === 'month_package' || isFileSet(type) ? [] : tables

/** Formats of a type: zip for the monthly package and file sets, otherwise tables. */
export const formatsOf = (type: ReportType): readonly ReportFormat[] => (tablesOf(type).length === 0 ? ['zip'] : tables)

/** The table types that the member may request. */
export const tableTypesFor = (may: (call: CallName) => boolean): readonly ReportType[] =>
  tableTypes.filter((type) => callsOfReport[type].every(may))

/** The types that a draft can be switched to; a file set keeps its type, because its files are selected in their own list. */
export const typesToSwitchTo = (type: ReportType, may: (call: CallName) => boolean): readonly ReportType[] =>
  isFileSet(type) ? [type] : tableTypesFor(may)

/** First days of the last ended months, newest first. */
export function pastMonths(now: Date): LocalDate[] {
  const first = localDate(`${madridDay(now).slice(0, 8)}01`)
  return Array.from({ length: monthsOffered }, (_, index) => addMonths(first, -1 - index))
}

/** First and last day of the month of a day. */
export function monthOf(day: LocalDate): { from: LocalDate; to: LocalDate } {
  const from = localDate(`${day.slice(0, 8)}01`)
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** Initial draft: the operations of this month or another type; for a repeated report, everything but its dates. */
export function draftOf(report: Report | null, now: Date, other: ReportType = 'operations'): ReportDraft {
  const type = report?.type ?? other
  const draft = {
    type,
    format: report?.format ?? 'csv',
    filters: report?.filters ?? [],
    recipients: report?.recipients ?? [],
    ...daysOf('month', now),
  }
  return type === 'month_package' ? withType(draft, type, now) : draft
}

/** Switches the type and resets formats, dates and filters that do not apply. */
export function withType(draft: ReportDraft, type: ReportType, now: Date): ReportDraft {
  const formats = formatsOf(type)
  const format = formats.includes(draft.format) ? draft.format : (formats[0] ?? 'csv')
  const filters = type === draft.type ? draft.filters : []
  const last = pastMonths(now)[0]
  const days =
    type === 'month_package' && last ? monthOf(last) : draft.type === 'month_package' && type !== draft.type ? daysOf('month', now) : {}
  return { ...draft, type, format, filters, ...days }
}

type DraftProblem = 'noDays' | 'crossed' | 'tooLong'

/** The problem of the dates; null when valid. */
export function problemOf({ from, to }: Pick<ReportDraft, 'from' | 'to'>): DraftProblem | null {
  if (from === null || to === null) return 'noDays'
  if (from > to) return 'crossed'
  return isReportPeriod({ from, to }) ? null : 'tooLong'
}

/** The request body; null while the dates are invalid. */
export function bodyOf(draft: ReportDraft): BodyInput<typeof reportCreate> | null {
  const { from, to } = draft
  if (problemOf(draft) !== null || from === null || to === null) return null
  return { ...draft, from, to, recipients: [...draft.recipients] }
}
