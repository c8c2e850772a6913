import { addDays, daysBetween, startOfMadridDay, type LocalDate } from '../../platform/dates.ts'

/** Days after an instalment fell due on which a card that said no is asked again (docs/domain.md#collection). */
export const RETRY_DAYS: readonly number[] = [3, 7, 14, 30]

/** Days after an instalment fell due on which it is asked for the last time; then collection stops. */
export const DEFAULT_AFTER_DAYS = 90

/**
 * From when an instalment may be asked of the card on file: 00:00 in Madrid of the day it falls due, or when a card that said no is to be
 * asked again.
 */
export function collectableFrom(dueOn: LocalDate, askAgainAt: Date | null): Date {
  return askAgainAt ?? startOfMadridDay(dueOn)
}

/** Whether an instalment may be asked for now. */
export function isCollectable(dueOn: LocalDate, askAgainAt: Date | null, now: Date): boolean {
  return now >= collectableFrom(dueOn, askAgainAt)
}

/**
 * The day on which a card that said no `today` is asked again, or null when that was the last time: the operation is in default
 * (docs/domain.md#transitions, T19). Days that passed without asking are not made up for.
 */
export function askAgainOn(dueOn: LocalDate, today: LocalDate): LocalDate | null {
  const late = daysBetween(dueOn, today)
  const next = [...RETRY_DAYS, DEFAULT_AFTER_DAYS].find((days) => days > late)
  return next === undefined ? null : addDays(dueOn, next)
}
