import { settlementNumbers } from './bankReference.ts'
import { isLocalDate, type LocalDate } from '../../platform/dates.ts'
import type { Cents } from '../../platform/money.ts'

/** A credit in a bank's file. */
export interface BankCredit {
  /** Value date. */
  on: LocalDate
  amountCents: Cents
  /** The bank's text for it. */
  text: string
}

export type StatementFormat = 'norma43' | 'camt052' | 'camt053' | 'camt054' | 'mt940' | 'csv'

/** A movement that could not be parsed; `line` from 1, null for formats without lines. */
export type UnreadLine = { line: number | null; text: string }

/** First and last day of a file. */
export type CoveredDays = { first: LocalDate; last: LocalDate }

/** A parsed bank file, without its debits. */
export interface BankStatement {
  format: StatementFormat
  /** Booked, in euros, in the file's order. */
  credits: BankCredit[]
  /** Announced and not yet booked. */
  pending: BankCredit[]
  /** Credits in another currency, and credits reversed in the same file. */
  leftOut: { otherCurrency: number; reversed: number }
  unread: UnreadLine[]
  /** Null for a file without dates. */
  covered: CoveredDays | null
}

/** A movement of any format: negative cents are a debit. */
export type Movement = BankCredit & {
  bookedOn: LocalDate
  currency: string
  isPending: boolean
  /** Whether the bank marks it as a reversal. */
  isReversal: boolean
  /** The bank's references of the movement. */
  refs: readonly string[]
}

/** The result of a format's parser; `days` are those that the file declares. */
export type StatementParts = { movements: Movement[]; unread: UnreadLine[]; days: LocalDate[] }

/** Maximum length of a movement's text; references are at its beginning. */
const MAX_TEXT = 1_000

/** A bank's texts joined, without padding. */
export const bankText = (...words: readonly string[]): string => words.join(' ').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT)

/** Appends the text of a later record to a movement, up to the maximum length. */
export function appendText(movement: Movement, words: string): void {
  if (movement.text.length < MAX_TEXT) movement.text = bankText(movement.text, words)
}

/** An unparsed line, for display. */
export const unreadLine = (line: number | null, text: string): UnreadLine => ({
  line,
  text: text.replace(/\s+/g, ' ').trim().slice(0, 120),
})

/** `YYMMDD` of this century. */
export function dayOfSix(digits: string): LocalDate | null {
  const text = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`
  return isLocalDate(text) ? text : null
}

/** The relevant credits: in euros, booked, and not reversed in the same file. */
export function statementOf(format: StatementFormat, { movements, unread, days }: StatementParts): BankStatement {
  const euros = movements.filter(({ currency }) => currency === 'EUR')
  const reversed = reversedCredits(euros.filter(({ isPending }) => !isPending))
  const credits = euros.filter((one) => one.amountCents > 0 && !reversed.has(one) && !one.isReversal)
  const creditOf = ({ on, amountCents, text }: Movement): BankCredit => ({ on, amountCents, text })
  const all = [...days, ...movements.filter(({ isPending }) => !isPending).map(({ bookedOn }) => bookedOn)].toSorted()
  const [first, last] = [all[0], all.at(-1)]
  return {
    format,
    credits: credits.filter(({ isPending }) => !isPending).map(creditOf),
    pending: credits.filter(({ isPending }) => isPending).map(creditOf),
    leftOut: {
      otherCurrency: movements.filter(({ currency, amountCents }) => currency !== 'EUR' && amountCents > 0).length,
      reversed: euros.filter((one) => one.amountCents > 0 && (reversed.has(one) || one.isReversal)).length,
    },
    unread,
    covered: first && last ? { first, last } : null,
  }
}

/** The credits reversed by a debit of the same amount: the nearest one before it, each once. */
function reversedCredits(movements: readonly Movement[]): Set<Movement> {
  const reversed = new Set<Movement>()
  const [byAmount, byName] = [new Map<number, Movement[]>(), new Map<string, Movement[]>()]
  for (const credit of movements.filter(({ amountCents }) => amountCents > 0)) {
    add(byAmount, credit.amountCents, credit)
    for (const name of namesOf(credit)) add(byName, name, credit)
  }
  for (const debit of movements.filter(({ amountCents }) => amountCents < 0)) {
    const isBefore = (credit: Movement) => !reversed.has(credit) && credit.on <= debit.on
    const named = [...new Set(namesOf(debit).flatMap((name) => byName.get(name) ?? []))].filter(isBefore)
    const [nearest] = named.filter(({ amountCents }) => amountCents === -debit.amountCents).toSorted((a, b) => (a.on < b.on ? 1 : -1))
    if (nearest) reversed.add(nearest)
    else if (debit.isReversal) {
      // A reversal without a reference can only match the one credit of its amount, or all credits under one reference of the bank.
      const alone = (byAmount.get(-debit.amountCents) ?? []).filter(isBefore)
      const batch = named.filter(({ refs }) => refs.some((ref) => debit.refs.includes(ref)))
      const isBatch = batch.reduce((sum, { amountCents }) => sum + amountCents, 0) === -debit.amountCents
      for (const credit of isBatch ? batch : alone.length === 1 ? alone : []) reversed.add(credit)
    }
  }
  return reversed
}

function add<K>(index: Map<K, Movement[]>, key: K, movement: Movement): void {
  const known = index.get(key)
  if (known) known.push(movement)
  else index.set(key, [movement])
}

/** Common references of two movements: the bank's, and settlements named by both. */
const namesOf = ({ refs, text }: Movement): string[] => [...refs, ...settlementNumbers(text)]
