import { daysBetween, type LocalDate } from './dates.ts'
import type { BankCredit } from './bankStatement.ts'
import type { Cents } from './money.ts'

/** A payment that the bank should show. */
export interface ExpectedPayment {
  id: string
  reference: string
  valueOn: LocalDate
  amountCents: Cents
}

/** `collected`: there, to the cent; `different`: there under its reference with another amount; `open`: not in the file. */
export type PaymentMatch<P extends ExpectedPayment> =
  | { payment: P; found: 'collected'; credit: BankCredit; by: 'reference' | 'amount' }
  | { payment: P; found: 'different'; credit: BankCredit; differenceCents: number }
  | { payment: P; found: 'open' }

/** Days between a value date and the bank's own within which an amount without its reference is still believed (our choice). */
export const MATCH_DAYS = 5

const compact = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
/** Whether a compact text names a compact reference that does not go on: LIQ-2026-12 is not LIQ-2026-123. */
const names = (text: string, reference: string) => text.includes(reference) && new RegExp(`${reference}(?!\\d)`).test(text)

/**
 * Finds each payment among the credits of a bank's file (our choice): by its reference, else by amount and nearest date when no other payment
 * could mean that credit. A credit is used once. Exceptions come first: different, then open, then collected, each by value date.
 */
export function matchPayments<P extends ExpectedPayment>(
  payments: readonly P[],
  credits: readonly BankCredit[],
): { matches: PaymentMatch<P>[]; unknown: BankCredit[] } {
  const free = new Set(credits)
  const texts = new Map(credits.map((credit) => [credit, compact(credit.text)]))
  const found = new Map<P, PaymentMatch<P>>()
  for (const payment of payments) {
    const reference = compact(payment.reference)
    const named = [...free].filter((credit) => names(texts.get(credit) ?? '', reference))
    const credit = named.find(({ amountCents }) => amountCents === payment.amountCents) ?? named[0]
    if (!credit) continue
    free.delete(credit)
    const differenceCents = credit.amountCents - payment.amountCents
    found.set(
      payment,
      differenceCents === 0
        ? { payment, found: 'collected', credit, by: 'reference' }
        : { payment, found: 'different', credit, differenceCents },
    )
  }
  const near = (payment: P, { on, amountCents }: BankCredit) =>
    amountCents === payment.amountCents && Math.abs(daysBetween(payment.valueOn, on)) <= MATCH_DAYS
  for (const payment of payments) {
    if (found.has(payment)) continue
    const fitting = [...free].filter((credit) => near(payment, credit))
    const rivals = payments.filter((other) => other !== payment && !found.has(other) && fitting.some((credit) => near(other, credit)))
    const [only] = fitting
    if (!only || fitting.length > 1 || rivals.length > 0) continue
    free.delete(only)
    found.set(payment, { payment, found: 'collected', credit: only, by: 'amount' })
  }
  const order = { different: 0, open: 1, collected: 2 }
  const matches = payments.map((payment): PaymentMatch<P> => found.get(payment) ?? { payment, found: 'open' })
  return {
    matches: matches.toSorted((a, b) => order[a.found] - order[b.found] || (a.payment.valueOn < b.payment.valueOn ? -1 : 1)),
    unknown: credits.filter((credit) => free.has(credit)),
  }
}
