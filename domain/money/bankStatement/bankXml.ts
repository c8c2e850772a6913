import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { isLocalDate, madridDay, type LocalDate } from '../../platform/dates.ts'
import { cents, type Cents } from '../../platform/money.ts'

export type { XmlElement } from '@rgrove/parse-xml'

/** Why a text is no XML of a bank: it declares a document type, or is not well formed or nested too deeply. */
type XmlProblem = 'dtd' | 'malformed'

/**
 * Parses the XML of a bank. A document type is refused: banks declare none, and entities are declared there. The parser loads nothing, so that a hostile
 * file costs no more than its length.
 */
export function parseBankXml(content: string): { root: XmlElement } | { problem: XmlProblem } {
  if (/<!DOCTYPE/i.test(content)) return { problem: 'dtd' }
  try {
    const { root } = parseXml(content.replace(/^[\uFEFF\s]+/, '').replace(/[\s\u001a]+$/, ''))
    return root ? { root } : { problem: 'malformed' }
  } catch {
    return { problem: 'malformed' } // truncated, or nested more deeply than any bank's file
  }
}

/** The name without its namespace prefix. */
export const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1)
export const elementsOf = (parent: XmlElement): XmlElement[] => parent.children.filter((node) => node instanceof XmlElement)
export const all = (parent: XmlElement, name: string): XmlElement[] => elementsOf(parent).filter((one) => localName(one) === name)

/** The first element at a path of element names. */
export function at(parent: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = parent
  for (const name of path) found = found && elementsOf(found).find((one) => localName(one) === name)
  return found
}
export const textAt = (parent: XmlElement | undefined, ...path: readonly string[]): string => at(parent, ...path)?.text.trim() ?? ''

/** A date, or the day in Madrid of an instant with a time zone. */
export function dayOf(text: string): LocalDate | null {
  const instant = instantOf(text)
  if (instant) return madridDay(instant)
  const day = text.slice(0, 10)
  return isLocalDate(day) ? day : null
}

/** An instant with a time zone; null for anything else. */
export function instantOf(text: string): Date | null {
  if (!/T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return null
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? null : instant
}
export const dayAt = (parent: XmlElement, name: string): LocalDate | null =>
  dayOf(textAt(parent, name, 'Dt') || textAt(parent, name, 'DtTm'))

/** `1083.68`: with the decimals that the standard allows, but not fractions of a cent. */
export function centsOf(amount: XmlElement | undefined): Cents | null {
  const [, whole, decimals = ''] = /^\+?(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(amount?.text.trim() ?? '') ?? []
  return whole === undefined ? null : cents(Number(whole + decimals.padEnd(2, '0')))
}

/** Whether an amount is a credit or a debit of the account. */
export const sides: Readonly<Record<string, 1 | -1>> = { CRDT: 1, DBIT: -1 }
/** Whether an entry is only announced. `INFO`, `PDNG` and `FUTR` are announcements; before version 4 the code is in `Sts` itself. */
export const pendingCodes: Readonly<Record<string, boolean>> = { '': false, BOOK: false, PDNG: true, INFO: true, FUTR: true }

/** A transaction's amount in the account's currency, not the instructed amount in another one. */
export function signedAmount(transaction: XmlElement, currency: string, entrySign: 1 | -1): Cents | null {
  const amounts = [at(transaction, 'Amt'), ...['TxAmt', 'CntrValAmt', 'InstdAmt'].map((name) => at(transaction, 'AmtDtls', name, 'Amt'))]
  const amount = centsOf(amounts.find((one) => one?.attributes['Ccy'] === currency))
  const sign = sides[textAt(transaction, 'CdtDbtInd')] ?? entrySign
  return amount === null ? null : cents(sign * amount)
}
