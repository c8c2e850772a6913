import type { ReportSchedule } from '#contract/money/reports'
import { localDate, madridDay } from '#domain/platform/dates'
import { nextRunDay, periodBefore, reportFrequencies, type ReportFrequency, type ReportPeriod } from '#domain/money/report'
import { formatsOf, type ReportFormat, type ReportType } from './reportDraft.ts'

/** What is being scheduled. */
export type ScheduleDraft = { type: ReportType; format: ReportFormat; frequency: ReportFrequency; recipients: readonly string[] }

/** How often a type can run: a month's package every month. */
export const frequenciesOf = (type: ReportType): readonly ReportFrequency[] => (type === 'month_package' ? ['monthly'] : reportFrequencies)

/** As the dialog opens. */
export const plainSchedule: ScheduleDraft = { type: 'operations', format: 'xlsx', frequency: 'weekly', recipients: [] }

/** Another type: formats and frequencies that it has not fall to its first. */
export function withScheduledType(draft: ScheduleDraft, type: ReportType): ScheduleDraft {
  const [formats, frequencies] = [formatsOf(type), frequenciesOf(type)]
  return {
    ...draft,
    type,
    format: formats.includes(draft.format) ? draft.format : (formats[0] ?? draft.format),
    frequency: frequencies.includes(draft.frequency) ? draft.frequency : (frequencies[0] ?? draft.frequency),
  }
}

/** The first run of what would be scheduled now, and the days that it will hold. */
export function firstRun(frequency: ReportFrequency, now: Date): { on: string; period: ReportPeriod } {
  const on = nextRunDay(frequency, madridDay(now))
  return { on, period: periodBefore(frequency, on) }
}

/** The days that a schedule's next run will hold. */
export const nextPeriod = ({ frequency, nextRunOn }: Pick<ReportSchedule, 'frequency' | 'nextRunOn'>): ReportPeriod =>
  periodBefore(frequency, localDate(nextRunOn))
