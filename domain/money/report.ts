import { addDays, addMonths, dayOfMonth, daysBetween, startOfMadridDay, weekday, type LocalDate } from '../platform/dates.ts'

/** Maximum days of a report, first and last included (docs/domain.md#reports). */
export const REPORT_DAYS = 366
/** Maximum number of requested reports in progress per shop and mode; scheduled ones do not count (docs/domain.md#reports). */
export const REPORTS_UNDER_WAY = 3
/** Days for which a file is kept after it is ready (docs/domain.md#reports). */
export const REPORT_KEPT_DAYS = 90
/** Maximum number of schedules per shop and mode. */
export const SCHEDULES_PER_SHOP = 20
/** Hours after midnight in Madrid at which schedules run: settlements are created by then. */
const RUN_HOUR = 3

export const reportFrequencies = ['daily', 'weekly', 'monthly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]
/** First and last Madrid day. */
export type ReportPeriod = { from: LocalDate; to: LocalDate }

/** The day after `day` on which a schedule runs next: every day, every Monday, or the first of each month. */
export function nextRunDay(frequency: ReportFrequency, day: LocalDate): LocalDate {
  if (frequency === 'daily') return addDays(day, 1)
  if (frequency === 'weekly') return addDays(day, 8 - weekday(day))
  return addMonths(addDays(day, 1 - dayOfMonth(day)), 1)
}

/** The period that ended the day before a run: a day, a week from Monday to Sunday, a calendar month. */
export function periodBefore(frequency: ReportFrequency, runOn: LocalDate): ReportPeriod {
  const to = addDays(runOn, -1)
  if (frequency === 'daily') return { from: to, to }
  return { from: frequency === 'weekly' ? addDays(runOn, -7) : addMonths(runOn, -1), to }
}

/** The instant at which a schedule runs on a day. */
export const runInstant = (runOn: LocalDate): Date => new Date(startOfMadridDay(runOn).getTime() + RUN_HOUR * 3_600_000)

/** Whether a period is valid: in order, and at most {@link REPORT_DAYS} long. */
export function isReportPeriod({ from, to }: ReportPeriod): boolean {
  const days = daysBetween(from, to) + 1
  return days >= 1 && days <= REPORT_DAYS
}

/** Whether a period is one calendar month. */
export function isWholeMonth({ from, to }: ReportPeriod): boolean {
  return dayOfMonth(from) === 1 && to === addDays(addMonths(from, 1), -1)
}

/** Maximum number of addresses without an account that get a shop's monthly package. */
export const PACKAGE_RECIPIENTS = 5
/** Days in which an address has to be confirmed. */
export const PACKAGE_CONFIRM_DAYS = 14

type RecipientState = { askedAt: Date; confirmedAt: Date | null; stoppedAt: Date | null }

/** Whether an address gets packages: only once it was confirmed from its mailbox, and until it stops them (docs/domain.md#reports). */
export function packageRecipientState(
  { askedAt, confirmedAt, stoppedAt }: RecipientState,
  now: Date,
): 'asked' | 'active' | 'expired' | 'stopped' {
  if (stoppedAt) return 'stopped'
  if (confirmedAt) return 'active'
  return now.getTime() < askedAt.getTime() + PACKAGE_CONFIRM_DAYS * 86_400_000 ? 'asked' : 'expired'
}
