import type { SettlementRow } from '#contract/money/settlements'
import { explainCredit, type Combination } from '#domain/money/bankStatement/bankCombinations'
import type { PaymentMatch } from '#domain/money/bankStatement/bankMatching'
import type { BankCredit, BankStatement, StatementFormat, UnreadLine } from '#domain/money/bankStatement/bankStatement'
import type { LocalDate } from '#domain/platform/dates'
import type { PaidSettlement } from './expectedPayments.ts'

/** A credit that matches no single settlement, with combinations that may explain it. */
export type ExplainedCredit = { credit: BankCredit; guesses: Combination<PaidSettlement>[] }

/** Result of matching a bank statement; it never leaves the browser. */
export type BankResult = {
  name: string
  format: StatementFormat
  unread: readonly UnreadLine[]
  credits: number
  pending: number
  leftOut: BankStatement['leftOut']
  matches: PaymentMatch<PaidSettlement>[]
  /** Number of settlements in the file that were confirmed earlier; they are not shown. */
  already: number
  unknown: BankCredit[]
}

/** The result of a matched statement. */
export const resultOf = (
  name: string,
  { format, unread, credits, pending, leftOut }: BankStatement,
  { matches, unknown }: { matches: readonly PaymentMatch<PaidSettlement>[]; unknown: BankCredit[] },
): BankResult => ({ name, format, unread, credits: credits.length, pending: pending.length, leftOut, ...openMatches(matches), unknown })

/** Separates open matches from those confirmed earlier. */
export function openMatches(matches: readonly PaymentMatch<PaidSettlement>[]): Pick<BankResult, 'matches' | 'already'> {
  const open = matches.filter(({ payment }) => payment.row.collectedOn === null)
  return { matches: open, already: matches.length - open.length }
}

/** The credits that combinations of open settlements may explain; unrelated credits are omitted. */
export function explainedCredits({ matches, unknown }: Pick<BankResult, 'matches' | 'unknown'>): ExplainedCredit[] {
  const open = matches
    .filter(({ found: result, payment }) => (result === 'open' || result === 'missing') && payment.row.collectedOn === null)
    .map(({ payment }) => payment)
  return unknown.map((credit) => ({ credit, guesses: explainCredit(credit, open) })).filter(({ guesses }) => guesses.length > 0)
}

/** The matches that can be confirmed: exact, paid and unconfirmed. A value date in the future is replaced by today. */
export function confirmableOf(
  matches: readonly PaymentMatch<PaidSettlement>[],
  today: LocalDate,
): { id: string; collectedOn: LocalDate }[] {
  return matches.flatMap((match) => {
    const { row } = match.payment
    if (match.found !== 'collected' || row.status !== 'paid' || row.collectedOn !== null) return []
    return [{ id: row.id, collectedOn: match.credit.on > today ? today : match.credit.on }]
  })
}

/** A settlement whose amount differs, and the bank's amount. */
export type Claimable = { settlement: SettlementRow; bank: { amount: number; on: LocalDate | null } }

/**
 * The claim that a match allows: paid, and found with another amount or missing, also from combined credits. A value
 * date in the future is replaced by today.
 */
export function claimableOf(match: PaymentMatch<PaidSettlement>, guesses: readonly ExplainedCredit[], today: LocalDate): Claimable | null {
  const { row, id } = match.payment
  if (row.status !== 'paid' || row.collectedOn !== null) return null
  if (match.found === 'missing') {
    const isExplained = guesses.some(({ guesses: each }) => each.some(({ payments }) => payments.some((one) => one.id === id)))
    return isExplained ? null : { settlement: row, bank: { amount: 0, on: null } }
  }
  if (match.found !== 'different') return null
  const { on, amountCents } = match.credit
  return { settlement: row, bank: { amount: amountCents, on: on > today ? today : on } }
}

/** The result with updated settlements. */
export function withRows(result: BankResult, rows: readonly SettlementRow[]): BankResult {
  const fresh = new Map(rows.map((row) => [row.id, row]))
  const renewed = <M extends PaymentMatch<PaidSettlement>>(match: M): M => {
    const row = fresh.get(match.payment.row.id)
    return row ? { ...match, payment: { ...match.payment, row } } : match
  }
  return { ...result, matches: result.matches.map(renewed) }
}
