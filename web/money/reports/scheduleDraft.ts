import type { ReportSchedule } from '#contract/money/reports'
import { localDate, madridDay } from '#domain/platform/dates'
import { nextRunDay, periodBefore, reportFrequencies, type ReportFrequency, type ReportPeriod } from '#domain/money/report'
import { formatsOf, type ReportFormat, type ReportType } from './reportDraft.ts'

/** The form of a schedule. */
export type ScheduleDraft = { type: ReportType; format: ReportFormat; frequency: ReportFrequency; recipients: readonly string[] }

/** Frequencies of a type: only monthly for the monthly package. */
export const frequenciesOf = (type: ReportType): readonly ReportFrequency[] => (type === 'month_package' ? ['monthly'] : reportFrequencies)

/** Initial form. */
export const defaultSchedule: ScheduleDraft = { type: 'operations', format: 'xlsx', frequency: 'weekly', recipients: [] }

/** Switches the type; unsupported formats and frequencies fall back to its first. */
export function withScheduledType(draft: ScheduleDraft, type: ReportType): ScheduleDraft {
  const [formats, frequencies] = [formatsOf(type), frequenciesOf(type)]
  return {
    ...draft,
    type,
    format: formats.includes(draft.format) ? draft.format : (formats[0] ?? draft.format),
    frequency: frequencies.includes(draft.frequency) ? draft.frequency : (frequencies[0] ?? draft.frequency),
  }
}

/** The first run of a schedule created now, and its period. */
export function firstRun(frequency: ReportFrequency, now: Date): { on: string; period: ReportPeriod } {
  const on = nextRunDay(frequency, madridDay(now))
  return { on, period: periodBefore(frequency, on) }
}

/** The period of a schedule's next run. */
export const nextPeriod = ({ frequency, nextRunOn }: Pick<ReportSchedule, 'frequency' | 'nextRunOn'>): ReportPeriod =>
  periodBefore(frequency, localDate(nextRunOn))
