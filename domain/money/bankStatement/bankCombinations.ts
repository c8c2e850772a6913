import { MATCH_DAYS, type ExpectedPayment } from './bankMatching.ts'
import type { BankCredit } from './bankMovement.ts'
import { mentionsSettlements } from './bankReference.ts'
import { daysBetween } from '../../platform/dates.ts'

/** Payments that together may be one credit; the difference is the credit less their sum, in cents. */
export type Combination<P extends ExpectedPayment> = { payments: P[]; differenceCents: number }

/** Limits: payments in a combination, candidates, days apart, and suggestions shown. */
const MAX_COMBINED = 3
const MAX_CANDIDATES = 40
const DAYS_APART = 2 * MATCH_DAYS
const MAX_GUESSES = 3
/** Tolerance in percent for a credit that names a settlement; any other must match to the cent. */
const NEAR_PERCENT = 5

/**
 * Suggestions for an unmatched credit: one to three open payments of around its day whose sum equals the credit or, if its text names settlements, is
 * nearest to it. Best first: smallest difference, fewest payments, nearest days. Tries at most ten thousand combinations.
 */
export function explainCredit<P extends ExpectedPayment>(credit: BankCredit, payments: readonly P[]): Combination<P>[] {
  const days = (payment: P) => Math.abs(daysBetween(payment.valueOn, credit.on))
  const tolerance = mentionsSettlements(credit.text) ? Math.floor((credit.amountCents * NEAR_PERCENT) / 100) : 0
  const candidates = payments
    .filter((payment) => days(payment) <= DAYS_APART)
    .toSorted((a, b) => days(a) - days(b))
    .slice(0, MAX_CANDIDATES)
  const combinations: Combination<P>[] = []
  const extend = (chosen: P[], from: number, leftCents: number) => {
    if (chosen.length > 0 && Math.abs(leftCents) <= tolerance) combinations.push({ payments: chosen, differenceCents: leftCents })
    if (chosen.length === MAX_COMBINED) return
    for (const [at, payment] of candidates.entries())
      if (at >= from && payment.amountCents <= leftCents + tolerance) extend([...chosen, payment], at + 1, leftCents - payment.amountCents)
  }
  extend([], 0, credit.amountCents)
  const apart = ({ payments: together }: Combination<P>) => together.reduce((all, payment) => all + days(payment), 0)
  return combinations
    .toSorted(
      (a, b) => Math.abs(a.differenceCents) - Math.abs(b.differenceCents) || a.payments.length - b.payments.length || apart(a) - apart(b),
    )
    .slice(0, MAX_GUESSES)
}
