import { addDays, madridDay, type LocalDate } from '../../platform/dates.ts'
import { ZERO } from '../../platform/money.ts'
import { WITHDRAWAL_WINDOW_DAYS, type OperationFacts, type Permission } from './lifecycle.ts'

/** The last day in Madrid on which the customer may withdraw from the credit: fourteen days after confirmation, inclusive (Ley 16/2011, art. 28). */
export function withdrawUntil(confirmedAt: Date): LocalDate {
  return addDays(madridDay(confirmedAt), WITHDRAWAL_WINDOW_DAYS)
}

/** Whether the customer may withdraw from the credit now (T18): an active plan, within the withdrawal period. */
export function canWithdraw(
  { substatus, confirmedAt, disputedCents = ZERO }: Pick<OperationFacts, 'substatus' | 'confirmedAt' | 'disputedCents'>,
  now: Date,
): Permission {
  if (disputedCents > 0) return { allowed: false, why: 'disputed' }
  if (substatus !== 'payment_process') return { allowed: false, why: 'state' }
  if (!confirmedAt) return { allowed: false, why: 'not_confirmed' }
  const lastDay = withdrawUntil(confirmedAt)
  return madridDay(now) > lastDay ? { allowed: false, why: 'window_over', on: lastDay } : { allowed: true }
}
