import { addDays, daysBetween, type LocalDate } from '../../platform/dates.ts'
import type { BankCredit, BankStatement } from './bankMovement.ts'
import { namesReference, searchedText, settlementNumbers } from './bankReference.ts'
import type { Cents } from '../../platform/money.ts'

/** A payment that the bank should show. */
export interface ExpectedPayment {
  id: string
  reference: string
  valueOn: LocalDate
  amountCents: Cents
}

/**
 * `collected`: found, to the cent; `different`: found by its reference with another amount; `missing`: expected on or before the file's days and not
 * found; `open`: not found, and expected later or announced by the bank.
 */
export type PaymentMatch<P extends ExpectedPayment> =
  | { payment: P; found: 'collected'; credit: BankCredit; by: 'reference' | 'amount' }
  | { payment: P; found: 'different'; credit: BankCredit; differenceCents: number }
  | { payment: P; found: 'missing' | 'open' }

/** The parts of a bank's file that are matched. */
export type MatchedStatement = Pick<BankStatement, 'credits' | 'pending' | 'covered'>

/** Maximum days between our value date and the bank's for a match by amount without a reference (docs/domain.md#bank-statements). */
export const MATCH_DAYS = 5

/**
 * Matches each payment with the credits of a bank's file: by its reference, else by amount and nearest date if no other payment could match that credit.
 * A credit is used once. Order: different, missing, open, collected, each by value date.
 */
export function matchPayments<P extends ExpectedPayment>(
  payments: readonly P[],
  { credits, pending, covered }: MatchedStatement,
): { matches: PaymentMatch<P>[]; unknown: BankCredit[] } {
  const free = new Set(credits)
  const matchByPayment = new Map<P, PaymentMatch<P>>()
  const take = (match: Extract<PaymentMatch<P>, { credit: BankCredit }>) => {
    free.delete(match.credit)
    matchByPayment.set(match.payment, match)
  }
  const named = namedBy(payments, credits)
  for (const payment of payments) {
    const credit = named.get(payment)?.find((one) => free.has(one) && one.amountCents === payment.amountCents)
    if (credit) take({ payment, found: 'collected', credit, by: 'reference' })
  }
  // A credit that names several payments is not one of them with another amount: it may be their sum.
  const naming = new Map<BankCredit, number>()
  for (const credit of [...named.values()].flat()) naming.set(credit, (naming.get(credit) ?? 0) + 1)
  for (const payment of payments) {
    if (matchByPayment.has(payment)) continue
    const credit = named.get(payment)?.find((one) => free.has(one) && naming.get(one) === 1)
    if (credit) take({ payment, found: 'different', credit, differenceCents: credit.amountCents - payment.amountCents })
  }
  const nameless = credits.filter(({ text }) => settlementNumbers(text).length === 0)
  for (const payment of payments) {
    if (matchByPayment.has(payment)) continue
    const fitting = nameless.filter((credit) => free.has(credit) && isNear(payment, credit))
    const rivals = payments.filter(
      (other) => other !== payment && !matchByPayment.has(other) && fitting.some((credit) => isNear(other, credit)),
    )
    const [only] = fitting
    if (only && fitting.length === 1 && rivals.length === 0) take({ payment, found: 'collected', credit: only, by: 'amount' })
  }
  const announced = namedBy(payments, pending)
  const isMissing = (payment: P) =>
    covered !== null &&
    payment.valueOn <= covered.last &&
    (announced.get(payment) ?? []).length === 0 &&
    !pending.some((credit) => isNear(payment, credit))
  const order = { different: 0, missing: 1, open: 2, collected: 3 }
  const matches = payments.map(
    (payment) => matchByPayment.get(payment) ?? { payment, found: isMissing(payment) ? ('missing' as const) : ('open' as const) },
  )
  return {
    matches: matches.toSorted((a, b) => order[a.found] - order[b.found] || (a.payment.valueOn < b.payment.valueOn ? -1 : 1)),
    unknown: credits.filter((credit) => free.has(credit)),
  }
}

const isNear = (payment: ExpectedPayment, { on, amountCents }: BankCredit) =>
  amountCents === payment.amountCents && Math.abs(daysBetween(payment.valueOn, on)) <= MATCH_DAYS

/** The credits whose text contains each payment's reference. */
function namedBy<P extends ExpectedPayment>(payments: readonly P[], credits: readonly BankCredit[]): Map<P, BankCredit[]> {
  const searched = credits.map((credit) => ({ credit, ...searchedText(credit.text) }))
  return new Map(payments.map((payment) => [payment, searched.filter(namesReference(payment.reference)).map(({ credit }) => credit)]))
}

/** The range of days in which payments are expected in a file; null without a date. */
export function expectedDays({ credits, pending, covered }: MatchedStatement): { from: LocalDate; to: LocalDate } | null {
  const days = [...credits, ...pending].map(({ on }) => on)
  const all = [...days, ...(covered ? [covered.first, covered.last] : [])].toSorted()
  const [first, last] = [all[0], all.at(-1)]
  return first && last ? { from: addDays(first, -MATCH_DAYS), to: last } : null
}
