import { daysBetween, type LocalDate } from '../../platform/dates.ts'
import { cents, divideHalfUp, sum, ZERO, type BasisPoints, type Cents } from '../../platform/money.ts'
import type { BookedInstalment } from './planAfterRefund.ts'

/** A plan that runs. `since`: the day from which interest runs; the opening fee was paid at the signature. */
export interface RunningPlan {
  instalments: readonly BookedInstalment[]
  tin: BasisPoints
  since: LocalDate
  openingFeeCents: Cents
}

/** What repaying before it is due costs and changes. Amounts in cents. */
export interface EarlyRepayment {
  /** The next instalment, which is paid with this amount. */
  number: number
  /** Principal and interest; the interest is negative when more is given back than has accrued. */
  amountCents: Cents
  principalCents: Cents
  interestCents: Cents
  /** Interest and opening fee that the customer saves. */
  savedCents: Cents
  /** The plan with the new amounts: the next instalment as it is paid, and those repaid with it without an amount. */
  instalments: BookedInstalment[]
}

/** Basis points in a year of months, as in `annuity.ts`. */
const YEARLY = 120_000n

/**
 * What the customer pays today to repay the next instalment, or from it on all that is left (docs/domain.md#early-repayment): the principal, with the
 * interest until today only (Ley 16/2011, art. 30). Null when nothing can be repaid early: nothing is left, or something is due already.
 */
export function earlyRepayment(plan: RunningPlan, all: boolean, today: LocalDate): EarlyRepayment | null {
  const left = plan.instalments.filter(isLeft)
  const [next] = left
  if (!next || next.dueOn <= today || plan.instalments.some(({ state }) => state === 'overdue')) return null
  const repaid = all ? left : [next]
  const feeBackCents = repaid.length === left.length ? feeBack(plan, today) : ZERO
  const savedCents = sum(interestSaved(plan, repaid, today), feeBackCents)
  const principalCents = sum(...repaid.map((one) => one.principalCents))
  const amountCents = cents(sum(...repaid.map((one) => one.amountCents)) - savedCents)
  if (amountCents < 1) return null
  const interestCents = cents(amountCents - principalCents)
  const numbers = new Set(repaid.map(({ number }) => number))
  const instalments = plan.instalments.map((one): BookedInstalment => {
    if (one.number === next.number) return { ...one, amountCents, principalCents, interestCents }
    return numbers.has(one.number) ? { ...one, amountCents: ZERO, principalCents: ZERO, interestCents: ZERO, state: 'cancelled' } : one
  })
  return { number: next.number, amountCents, principalCents, interestCents, savedCents, instalments }
}

const isLeft = ({ state, amountCents }: BookedInstalment): boolean => state === 'pending' && amountCents > 0

/** The interest on what is repaid for the time from today to each due date: a month counts as a twelfth, the part of the running one by its days. */
function interestSaved({ instalments, tin, since }: RunningPlan, repaid: readonly BookedInstalment[], today: LocalDate): Cents {
  const days = [since, ...instalments.map(({ dueOn }) => dueOn)]
  const running = days.findIndex((day) => day > today)
  const [begins, ends] = [days[running - 1] ?? since, days[running] ?? since]
  const length = Math.max(daysBetween(begins, ends), 1)
  const ahead = Math.min(daysBetween(today, ends), length)
  const weighted = repaid.reduce((total, one) => {
    const months = instalments.findIndex(({ number }) => number === one.number) + 1 - running
    return total + BigInt(one.principalCents) * BigInt(months * length + ahead)
  }, 0n)
  return cents(divideHalfUp(BigInt(tin) * weighted, YEARLY * BigInt(length)))
}

/** The part of the opening fee for the rest of the term. */
function feeBack({ instalments, since, openingFeeCents }: RunningPlan, today: LocalDate): Cents {
  const last = instalments.at(-1)?.dueOn
  if (last === undefined || openingFeeCents === 0) return ZERO
  const term = Math.max(daysBetween(since, last), 1)
  const rest = Math.min(Math.max(daysBetween(today, last), 0), term)
  return cents(divideHalfUp(BigInt(openingFeeCents) * BigInt(rest), BigInt(term)))
}
