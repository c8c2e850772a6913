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
  const principalCents = sum(...repaid.map((one) => one.principalCents))
  const accruedCents = repaid.length === left.length ? accrued(plan, next, principalCents, today) : accruedOn(plan, next, today)
  const interestCents = cents(accruedCents - feeBackCents)
  const amountCents = sum(principalCents, interestCents)
  if (amountCents < 1) return null
  const savedCents = cents(sum(...repaid.map((one) => one.amountCents)) - amountCents)
  const numbers = new Set(repaid.map(({ number }) => number))
  const instalments = plan.instalments.map((one): BookedInstalment => {
    if (one.number === next.number) return { ...one, amountCents, principalCents, interestCents }
    return numbers.has(one.number) ? { ...one, amountCents: ZERO, principalCents: ZERO, interestCents: ZERO, state: 'cancelled' } : one
  })
  return { number: next.number, amountCents, principalCents, interestCents, savedCents, instalments }
}

const isLeft = ({ state, amountCents }: BookedInstalment): boolean => state === 'pending' && amountCents > 0

/** How far the plan is: months as parts of `length` days, of which `ahead` are left of the running one; `running` is the number of its instalment. */
function monthOf({ instalments, since }: RunningPlan, today: LocalDate): { running: number; length: number; ahead: number } {
  const days = [since, ...instalments.map(({ dueOn }) => dueOn)]
  const running = days.findIndex((day) => day > today)
  const [begins, ends] = [days[running - 1] ?? since, days[running] ?? since]
  const length = Math.max(daysBetween(begins, ends), 1)
  return { running, length, ahead: Math.min(daysBetween(today, ends), length) }
}

const placeOf = ({ instalments }: RunningPlan, { number }: BookedInstalment) => instalments.findIndex((one) => one.number === number) + 1

/** Interest on a principal for a time in days, of which `length` are a month; half up. */
const interestFor = (principalCents: Cents, tin: BasisPoints, days: number, length: number): Cents =>
  cents(divideHalfUp(BigInt(tin) * BigInt(principalCents) * BigInt(days), YEARLY * BigInt(length)))

/** For the whole remaining debt: the interest since the last due date, less the interest of months that were already paid. */
function accrued(plan: RunningPlan, next: BookedInstalment, principalCents: Cents, today: LocalDate): Cents {
  const { running, length, ahead } = monthOf(plan, today)
  return interestFor(principalCents, plan.tin, (running - placeOf(plan, next) + 1) * length - ahead, length)
}

/** Of the next instalment: its interest, less that on its own principal until its due date. */
function accruedOn(plan: RunningPlan, next: BookedInstalment, today: LocalDate): Cents {
  const { running, length, ahead } = monthOf(plan, today)
  const days = (placeOf(plan, next) - running) * length + ahead
  return cents(next.interestCents - interestFor(next.principalCents, plan.tin, days, length))
}

/** The part of the opening fee for the rest of the term. */
function feeBack({ instalments, since, openingFeeCents }: RunningPlan, today: LocalDate): Cents {
  const last = instalments.at(-1)?.dueOn
  if (last === undefined || openingFeeCents === 0) return ZERO
  const term = Math.max(daysBetween(since, last), 1)
  const rest = Math.min(Math.max(daysBetween(today, last), 0), term)
  return cents(divideHalfUp(BigInt(openingFeeCents) * BigInt(rest), BigInt(term)))
}
