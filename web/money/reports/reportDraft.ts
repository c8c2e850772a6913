import type { BodyInput } from '#contract/platform/endpoint'
import type { CallName } from '#contract/index'
import { callsOfReport, fileSetTypes, tableTypes, type Report, type reportCreate } from '#contract/money/reports'
import { addDays, addMonths, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import { isReportPeriod } from '#domain/money/report'
import { daysOf } from '../../platform/lists/datePresets.ts'

export type ReportType = Report['type']
export type ReportFormat = Report['format']

/** How far back a month's package is offered. */
const monthsOffered = 24

/** What is being asked for; days are null while they are not typed whole. */
export type ReportDraft = {
  type: ReportType
  from: LocalDate | null
  to: LocalDate | null
  format: ReportFormat
  filters: Report['filters']
  recipients: readonly string[]
}

const tables = ['csv', 'xlsx', 'json'] as const satisfies readonly ReportFormat[]

/** Whether a report is papers, each a file. */
export const isFileSet = (type: ReportType): boolean => fileSetTypes.some((one) => one === type)

/** The tables that a type can be had as; a month's package and papers are none. */
export const tablesOf = (type: ReportType): readonly (typeof tables)[number][] =>
  type === 'month_package' || isFileSet(type) ? [] : tables

/** What a type can be had as: a month's package and papers are one zip, everything else a table. */
export const formatsOf = (type: ReportType): readonly ReportFormat[] => (tablesOf(type).length === 0 ? ['zip'] : tables)

/** The tables that somebody may ask for: none of what is withheld from them. */
export const tableTypesFor = (may: (call: CallName) => boolean): readonly ReportType[] =>
  tableTypes.filter((type) => callsOfReport[type].every(may))

/** What a report may be turned into: papers stay papers, which are chosen where they are listed. */
export const typesBeside = (type: ReportType, may: (call: CallName) => boolean): readonly ReportType[] =>
  isFileSet(type) ? [type] : tableTypesFor(may)

/** The last months that are over, newest first, by their first day. */
export function pastMonths(now: Date): LocalDate[] {
  const first = localDate(`${madridDay(now).slice(0, 8)}01`)
  return Array.from({ length: monthsOffered }, (_, index) => addMonths(first, -1 - index))
}

/** First and last day of a day's month. */
export function monthOf(day: LocalDate): { from: LocalDate; to: LocalDate } {
  const from = localDate(`${day.slice(0, 8)}01`)
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** As the dialog opens: the operations of this month, or another type; of a report to repeat, everything but its days. */
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

/** Another type: its formats, its kind of days, no filters of another list. */
export function withType(draft: ReportDraft, type: ReportType, now: Date): ReportDraft {
  const formats = formatsOf(type)
  const format = formats.includes(draft.format) ? draft.format : (formats[0] ?? 'csv')
  const filters = type === draft.type ? draft.filters : []
  const last = pastMonths(now)[0]
  const days =
    type === 'month_package' && last ? monthOf(last) : draft.type === 'month_package' && type !== draft.type ? daysOf('month', now) : {}
  return { ...draft, type, format, filters, ...days }
}

export type DraftProblem = 'noDays' | 'crossed' | 'tooLong'

/** What is wrong with its days; null when it can be asked for. */
export function problemOf({ from, to }: Pick<ReportDraft, 'from' | 'to'>): DraftProblem | null {
  if (from === null || to === null) return 'noDays'
  if (from > to) return 'crossed'
  return isReportPeriod({ from, to }) ? null : 'tooLong'
}

/** The draft as the call takes it; null while its days cannot be sent. */
export function bodyOf(draft: ReportDraft): BodyInput<typeof reportCreate> | null {
  const { from, to } = draft
  if (problemOf(draft) !== null || from === null || to === null) return null
  return { ...draft, from, to, recipients: [...draft.recipients] }
}
