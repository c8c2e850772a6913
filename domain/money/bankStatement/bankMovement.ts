import { settlementNumbers } from './bankReference.ts'
import { isLocalDate, type LocalDate } from '../../platform/dates.ts'
import type { Cents } from '../../platform/money.ts'

/** Money that came in, as a bank's file says it. */
export interface BankCredit {
  /** Value date. */
  on: LocalDate
  amountCents: Cents
  /** All that the bank wrote beside it. */
  text: string
}

export type StatementFormat = 'norma43' | 'camt052' | 'camt053' | 'camt054' | 'mt940' | 'csv'

/** A line that should be a movement and could not be read; `line` from 1, null where a format has no lines. */
export type UnreadLine = { line: number | null; text: string }

/** First and last day of which a file speaks. */
export type CoveredDays = { first: LocalDate; last: LocalDate }

/** What was read of a bank's file; its debits are not kept. */
export interface BankStatement {
  format: StatementFormat
  /** Booked, in euros, in the file's order. */
  credits: BankCredit[]
  /** Announced and not booked yet. */
  pending: BankCredit[]
  /** Credits in another currency, and credits that the bank took back in the same file. */
  leftOut: { otherCurrency: number; reversed: number }
  unread: UnreadLine[]
  /** Null of a file without a day. */
  covered: CoveredDays | null
}

/** A movement as any format says it: negative cents are a debit. */
export type Movement = BankCredit & {
  bookedOn: LocalDate
  currency: string
  isPending: boolean
  /** Whether the bank calls it the reversal of another movement. */
  isReversal: boolean
  /** By which the bank tells movements apart. */
  refs: readonly string[]
}

/** What a format's reader found; `days` are those that the file itself says it covers. */
export type StatementParts = { movements: Movement[]; unread: UnreadLine[]; days: LocalDate[] }

/** So much of what the bank wrote is kept of a movement: a reference stands at its beginning. */
const MOST_TEXT = 1_000

/** A bank's words one after the other, without the blanks that fill its columns. */
export const bankText = (...words: readonly string[]): string => words.join(' ').replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT)

/** Adds words of a later record to a movement, until it has as many as are kept. */
export function addWords(movement: Movement, words: string): void {
  if (movement.text.length < MOST_TEXT) movement.text = bankText(movement.text, words)
}

/** An unread line as it can be shown. */
export const unreadLine = (line: number | null, text: string): UnreadLine => ({
  line,
  text: text.replace(/\s+/g, ' ').trim().slice(0, 120),
})

/** `YYMMDD` of this century. */
export function dayOfSix(digits: string): LocalDate | null {
  const text = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`
  return isLocalDate(text) ? text : null
}

/** The credits that count: in euros, booked, and not taken back in the same file. */
export function statementOf(format: StatementFormat, { movements, unread, days }: StatementParts): BankStatement {
  const euros = movements.filter(({ currency }) => currency === 'EUR')
  const reversed = reversedCredits(euros.filter(({ isPending }) => !isPending))
  const credits = euros.filter((one) => one.amountCents > 0 && !reversed.has(one) && !one.isReversal)
  const said = ({ on, amountCents, text }: Movement): BankCredit => ({ on, amountCents, text })
  const all = [...days, ...movements.filter(({ isPending }) => !isPending).map(({ bookedOn }) => bookedOn)].toSorted()
  const [first, last] = [all[0], all.at(-1)]
  return {
    format,
    credits: credits.filter(({ isPending }) => !isPending).map(said),
    pending: credits.filter(({ isPending }) => isPending).map(said),
    leftOut: {
      otherCurrency: movements.filter(({ currency, amountCents }) => currency !== 'EUR' && amountCents > 0).length,
      reversed: euros.filter((one) => one.amountCents > 0 && (reversed.has(one) || one.isReversal)).length,
    },
    unread,
    covered: first && last ? { first, last } : null,
  }
}

/** The credits that a debit of the same amount takes back: the nearest one before it, each once. */
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
      // A reversal that names nothing can only mean the one credit of its amount, or all that came together under a reference of the bank.
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

/** By what two movements belong together: references of the bank, and the settlements that both name. */
const namesOf = ({ refs, text }: Movement): string[] => [...refs, ...settlementNumbers(text)]
