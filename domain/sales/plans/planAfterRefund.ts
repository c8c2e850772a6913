import { annuityPayment, monthlyInterest, repaid } from './annuity.ts'
import type { LocalDate } from '../../platform/dates.ts'
import { cents, sum, ZERO, type BasisPoints, type Cents } from '../../platform/money.ts'
import type { InstalmentState } from '../operations/states.ts'

/** An instalment as booked; the amount beyond principal and interest is its fixed fee. */
export interface BookedInstalment {
  number: number
  dueOn: LocalDate
  amountCents: Cents
  principalCents: Cents
  interestCents: Cents
  state: InstalmentState
}

/** The effect of a refund on the customer's plan. Amounts in cents. */
export interface PlanAfterRefund {
  /** The same numbers and dates with their new amounts. */
  instalments: BookedInstalment[]
  /** Unpaid principal before and after. */
  outstandingBeforeCents: Cents
  outstandingAfterCents: Cents
  /** The part of the refund credited to the customer's card. */
  creditToCustomerCents: Cents
  /** Nothing is owed any more. */
  completed: boolean
  /** No principal is owed any more, but interest of overdue instalments is. */
  completedButDefaults: boolean
}

/**
 * The plan after a partial refund (docs/domain.md#plan-after-a-refund). The unpaid principal falls by the refund, unpaid instalments keep number and date and
 * get a new amount, and the excess over the principal is credited to the customer. Paid instalments do not change; interest already due stays. An instalment
 * with no amount left is cancelled. While a card is being charged for an instalment nothing is refunded: the refund waits for the outcome.
 * @throws RangeError unless the refund is at least one cent
 */
export function planAfterRefund(
  instalments: readonly BookedInstalment[],
  tin: BasisPoints,
  refundCents: Cents,
  today: LocalDate,
): PlanAfterRefund {
  if (refundCents < 1) throw new RangeError(`not an amount to refund: ${refundCents}`)
  const unpaid = instalments.filter(isUnpaid)
  const outstandingBeforeCents = sum(...unpaid.map((instalment) => instalment.principalCents))
  const outstandingAfterCents = cents(Math.max(outstandingBeforeCents - refundCents, 0))
  const recomputed = spread(unpaid, outstandingAfterCents, tin, today)
  const after = instalments.map((instalment) => recomputed.get(instalment.number) ?? { ...instalment })
  const owed = sum(...after.filter(isUnpaid).map((instalment) => instalment.amountCents))
  return {
    instalments: after,
    outstandingBeforeCents,
    outstandingAfterCents,
    creditToCustomerCents: cents(refundCents - (outstandingBeforeCents - outstandingAfterCents)),
    completed: owed === 0,
    completedButDefaults: outstandingAfterCents === 0 && owed > 0,
  }
}

/**
 * New amounts by number for the instalments that a refund may change: `principal` at the constant payment over all of them, the last absorbing the cents. One
 * already due keeps its interest and fee.
 */
function spread(open: readonly BookedInstalment[], principal: Cents, tin: BasisPoints, today: LocalDate): Map<number, BookedInstalment> {
  const payment = open.length === 0 ? ZERO : annuityPayment(principal, open.length, tin)
  let left = principal
  const entries = open.map((before, index) => {
    const feeCents = cents(before.amountCents - before.principalCents - before.interestCents)
    const accrued = monthlyInterest(left, tin)
    const principalCents = index === open.length - 1 ? left : repaid(payment, accrued, left)
    left = cents(left - principalCents)
    const alreadyDue = before.dueOn <= today
    const interestCents = alreadyDue ? before.interestCents : accrued
    const keepsFee = alreadyDue || principalCents + interestCents > 0
    const amountCents = sum(principalCents, interestCents, keepsFee ? feeCents : ZERO)
    const state: InstalmentState = amountCents === 0 ? 'cancelled' : before.state
    return [before.number, { ...before, amountCents, principalCents, interestCents, state }] as const
  })
  return new Map(entries)
}

/** The effect of a cancellation on the customer's plan. Amounts in cents. */
export interface PlanAfterCancellation {
  instalments: BookedInstalment[]
  /** The amount credited to the customer's card. */
  creditToCustomerCents: Cents
}

/**
 * The plan after cancelling, or refunding everything remaining (docs/domain.md#plan-after-a-refund): unpaid instalments are cancelled and paid ones are
 * refunded. The customer gets back exactly what was paid: `paidAtSignatureCents` (down payment and opening fee) and the instalments, less
 * `alreadyCreditedCents` of earlier refunds.
 */
export function planAfterCancellation(input: {
  instalments: readonly BookedInstalment[]
  paidAtSignatureCents: Cents
  alreadyCreditedCents: Cents
}): PlanAfterCancellation {
  const { paidAtSignatureCents, alreadyCreditedCents } = input
  const returned = input.instalments.filter((one) => one.state === 'paid')
  const paid = sum(paidAtSignatureCents, ...returned.map((instalment) => instalment.amountCents))
  return {
    instalments: input.instalments.map((one) => cancelled(one, returned.includes(one))),
    creditToCustomerCents: cents(Math.max(paid - alreadyCreditedCents, 0)),
  }
}

function cancelled(instalment: BookedInstalment, returned: boolean): BookedInstalment {
  if (returned) return { ...instalment, state: 'refunded' }
  if (!isUnpaid(instalment)) return { ...instalment }
  return { ...instalment, amountCents: ZERO, principalCents: ZERO, interestCents: ZERO, state: 'cancelled' }
}

function isUnpaid(instalment: BookedInstalment): boolean {
  return instalment.state === 'pending' || instalment.state === 'overdue'
}
