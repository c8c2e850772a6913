import { addDays, daysBetween, startOfMadridDay, type LocalDate } from '../../platform/dates.ts'

/** Retry schedule: days after the due date on which a declined card is charged again (docs/domain.md#collection). */
export const RETRY_DAYS: readonly number[] = [3, 7, 14, 30]

/** Days after the due date of the last attempt; then collection stops. */
export const DEFAULT_AFTER_DAYS = 90

/** From when an instalment may be charged: 00:00 in Madrid on its due date, or its next retry after a decline. */
export function collectableFrom(dueOn: LocalDate, askAgainAt: Date | null): Date {
  return askAgainAt ?? startOfMadridDay(dueOn)
}

/** Whether an instalment may be charged now. */
export function isCollectable(dueOn: LocalDate, askAgainAt: Date | null, now: Date): boolean {
  return now >= collectableFrom(dueOn, askAgainAt)
}

/**
 * The day of the next retry after a decline `today`, or null after the last attempt: the operation is in default (docs/domain.md#transitions, T19). Missed
 * retry days are not made up for.
 */
export function askAgainOn(dueOn: LocalDate, today: LocalDate): LocalDate | null {
  const late = daysBetween(dueOn, today)
  const next = [...RETRY_DAYS, DEFAULT_AFTER_DAYS].find((days) => days > late)
  return next === undefined ? null : addDays(dueOn, next)
}
