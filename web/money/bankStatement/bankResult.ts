import type { SettlementRow } from '#contract/money/settlements'
import { explainCredit, type Combination } from '#domain/money/bankStatement/bankCombinations'
import type { PaymentMatch } from '#domain/money/bankStatement/bankMatching'
import type { BankCredit, BankStatement, StatementFormat, UnreadLine } from '#domain/money/bankStatement/bankStatement'
import type { LocalDate } from '#domain/platform/dates'
import type { PaidSettlement } from './expectedPayments.ts'

/** A credit that no settlement explains alone, and what it may be. */
export type ExplainedCredit = { credit: BankCredit; guesses: Combination<PaidSettlement>[] }

/** What a bank's file says of settlements; stays on this computer. */
export type BankResult = {
  name: string
  format: StatementFormat
  unread: readonly UnreadLine[]
  credits: number
  pending: number
  leftOut: BankStatement['leftOut']
  matches: PaymentMatch<PaidSettlement>[]
  /** Settlements of the file that were confirmed before: not shown again. */
  already: number
  unknown: BankCredit[]
}

/** What a statement says of the settlements that were matched with it. */
export const resultOf = (
  name: string,
  { format, unread, credits, pending, leftOut }: BankStatement,
  { matches, unknown }: { matches: readonly PaymentMatch<PaidSettlement>[]; unknown: BankCredit[] },
): BankResult => ({ name, format, unread, credits: credits.length, pending: pending.length, leftOut, ...openMatches(matches), unknown })

/** Parts what was found from what was confirmed before this file was read. */
export function openMatches(matches: readonly PaymentMatch<PaidSettlement>[]): Pick<BankResult, 'matches' | 'already'> {
  const open = matches.filter(({ payment }) => payment.row.collectedOn === null)
  return { matches: open, already: matches.length - open.length }
}

/** The credits that open settlements may explain together; those that are nothing of ours are left alone. */
export function explained({ matches, unknown }: Pick<BankResult, 'matches' | 'unknown'>): ExplainedCredit[] {
  const open = matches
    .filter(({ found, payment }) => (found === 'open' || found === 'missing') && payment.row.collectedOn === null)
    .map(({ payment }) => payment)
  return unknown.map((credit) => ({ credit, guesses: explainCredit(credit, open) })).filter(({ guesses }) => guesses.length > 0)
}

/** What can be confirmed now: found to the cent, paid and not yet confirmed. A bank's value date may lie ahead: then today. */
export function toConfirm(matches: readonly PaymentMatch<PaidSettlement>[], today: LocalDate): { id: string; collectedOn: LocalDate }[] {
  return matches.flatMap((match) => {
    const { row } = match.payment
    if (match.found !== 'collected' || row.status !== 'paid' || row.collectedOn !== null) return []
    return [{ id: row.id, collectedOn: match.credit.on > today ? today : match.credit.on }]
  })
}

/** A settlement whose money differs, and what the file shows instead. */
export type Claimable = { settlement: SettlementRow; bank: { amount: number; on: LocalDate | null } }

/**
 * What can be claimed of a match: paid, and there with another amount, or not there at all, not even in a credit of several. A bank's value
 * date may lie ahead: then today.
 */
export function toClaim(match: PaymentMatch<PaidSettlement>, guesses: readonly ExplainedCredit[], today: LocalDate): Claimable | null {
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

/** The same result after the server changed some settlements. */
export function withRows(result: BankResult, rows: readonly SettlementRow[]): BankResult {
  const fresh = new Map(rows.map((row) => [row.id, row]))
  const renewed = <M extends PaymentMatch<PaidSettlement>>(match: M): M => {
    const row = fresh.get(match.payment.row.id)
    return row ? { ...match, payment: { ...match.payment, row } } : match
  }
  return { ...result, matches: result.matches.map(renewed) }
}
