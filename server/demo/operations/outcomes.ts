import type { StatusReason, SuspensionReason } from '#domain/sales/operations/states'
import { type Random, weighted } from '../random.ts'

/** How an operation ends, or its current state. `paying` follows its due dates to the end. */
export type Outcome = 'paying' | 'part_refunded' | 'cancelled_same_day' | SuspensionReason | StatusReason

const HOUR = 1 / 24

/** Weight among all operations and the range of ages, in days, at which it can have this outcome. */
const rules: readonly (readonly [outcome: Outcome, weight: number, fromDays: number, toDays?: number])[] = [
  ['paying', 66.5, 0],
  ['part_refunded', 4.2, 1.2, 400],
  ['cancelled_same_day', 0.7, 0.6],
  ['merchant_cancelled', 1.3, 1.5],
  ['fully_refunded', 1.0, 3],
  ['customer_withdrawal', 0.4, 3],
  ['default', 0.8, 150],
  ['fraud_hold', 0.5, 2, 60],
  ['dispute', 0.6, 70, 150],
  ['ko_generic', 7.2, HOUR / 2],
  ['failed_challenge', 1.4, 6 * HOUR],
  ['expired', 5.6, 3.2],
  ['expired_challenge', 1.3, 2.4],
  ['consent_expired', 0.9, 3.2],
  ['customer_dismissed', 3.9, HOUR],
  ['confirmation_rejected_by_merchant', 1.1, 1],
  ['merchant_failed_to_confirm', 0.7, 1.3],
  ['capture_expired', 0.5, 16],
  ['duplicated', 1.4, 1],
]

const draw = weighted(rules.map((rule) => [rule, rule[1]] as const))

/** Outcomes decided by the clock or a person; each occurs in a shop that is large enough. */
export const settledOutcomes: readonly Outcome[] = rules.map(([outcome]) => outcome).filter((outcome) => outcome !== 'paying')

const fits = (ageDays: number, fromDays: number, toDays = Number.POSITIVE_INFINITY) => ageDays > fromDays && ageDays < toDays

/** Whether an operation of this age can have this outcome. */
export function isOldEnough(outcome: Outcome, ageDays: number): boolean {
  const rule = rules.find(([one]) => one === outcome)
  return rule === undefined || fits(ageDays, rule[2], rule[3])
}

/** Draws an outcome that an operation of this age can have. */
export function drawOutcome(random: Random, ageDays: number): Outcome {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const [outcome, , fromDays, toDays] = draw(random.next())
    if (fits(ageDays, fromDays, toDays)) return outcome
  }
  return 'paying'
}
