import { type LocalDate, madridDay } from '#domain/platform/dates'
import { type Cents, sum } from '#domain/platform/money'
import { earlyRepayment, type EarlyRepayment } from '#domain/sales/plans/earlyRepayment'
import type { BookedInstalment } from '#domain/sales/plans/plan'
import type { OperationBooks } from './books.ts'

const isUnpaid = ({ state }: BookedInstalment) => state === 'pending' || state === 'overdue'
/** Unpaid principal, in cents. */
export const outstanding = (instalments: readonly BookedInstalment[]): Cents =>
  sum(...instalments.filter(isUnpaid).map((one) => one.principalCents))

/** The next unpaid instalment with a non-zero amount, if any. */
export function nextDue(instalments: readonly BookedInstalment[]): BookedInstalment | undefined {
  return instalments.find((one) => isUnpaid(one) && one.amountCents > 0)
}

type CollectionBooks = Pick<OperationBooks, 'facts' | 'instalments' | 'askedInstalment'>

/**
 * The number of the instalment that is being collected: the card was charged and has not answered, or is about to be charged for what falls due today. Until
 * the answer is booked nothing may be refunded or cancelled: a payment on its way would be refunded before it arrived, or never be charged again. `books`
 * is read under the operation's lock.
 */
export function instalmentUnderCollection({ facts, instalments, askedInstalment }: CollectionBooks, now: Date): number | undefined {
  if (askedInstalment !== null) return askedInstalment
  const due = nextDue(instalments)
  return facts.substatus === 'payment_process' && due?.state === 'pending' && due.dueOn === madridDay(now) ? due.number : undefined
}

/** What a customer pays today to repay the next instalment, or all that is left, before it is due; null while the plan does not run. */
export function earlyRepaymentOf(books: OperationBooks, all: boolean, today: LocalDate): EarlyRepayment | null {
  const lastCapture = books.captures.at(-1)
  if (books.facts.substatus !== 'payment_process' || !lastCapture) return null
  return earlyRepayment({ ...books, since: madridDay(lastCapture.capturedAt) }, all, today)
}

/** The books that a refund going out at `now` will find: it waits for the card, which usually approves. */
export function onceCollected(books: OperationBooks, now: Date): OperationBooks {
  const number = instalmentUnderCollection(books, now)
  if (number === undefined) return books
  const early = books.askedEarly && earlyRepaymentOf(books, books.askedEarly.all, books.askedEarly.on)
  const instalments = (early?.instalments ?? books.instalments).map((one) =>
    one.number === number ? { ...one, state: 'paid' as const } : one,
  )
  return { ...books, instalments, askedInstalment: null, askedEarly: null }
}
