import { isLocalDate, madridDay, type LocalDate } from '../../platform/dates.ts'
import { cents, type Cents } from '../../platform/money.ts'
import { normaliseText } from '../../sales/operations/search.ts'

/** Whether the day or the month comes first in a column of dates. */
type DayOrder = 'dmy' | 'mdy'

/** Names of months by their first three letters, without accents: Spanish, Catalan, Galician, Basque, Portuguese, English. */
const months: readonly string[] = [
  'ene gen xan urt jan',
  'feb ots fev',
  'mar',
  'abr api apr',
  'may mai',
  'jun xun eka',
  'jul xul uzt',
  'ago abu aug',
  'sep set ira',
  'oct out urr',
  'nov aza',
  'dic des dez dec abe',
]

function compose(year: string, month: string | number, day: string): LocalDate | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isLocalDate(text) ? text : null
}

function monthNamed(word: string): number | null {
  const found = months.findIndex((names) => names.split(' ').includes(word.slice(0, 3)))
  return found === -1 ? null : found + 1
}

const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,].*)?$/
const yearLast = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,].*)?$/
const together = /^(?:(20\d{2})(\d{2})(\d{2})|(\d{2})(\d{2})(20\d{2}))$/
const dayAndName = /^(\d{1,2})(?: de | d'|[-/. ])([a-z]{3,12})\.?(?: del? |[-/., ]+)(\d{4}|\d{2})(?:[ ,].*)?$/
const nameAndDay = /^([a-z]{3,12})\.? (\d{1,2}),? (\d{4})(?:[ ,].*)?$/

/** Parses a date in the formats of banks: `24/11/2026`, `24-11-26`, `24.11.2026`, `2026-11-24`, `20261124`, `24 nov 2026`, with or without a time after it. */
export function dayOfCell(cell: string, order: DayOrder = 'dmy'): LocalDate | null {
  const raw = cell.trim()
  if (raw.length > 40 || !/\d/.test(raw)) return null
  if (zoned.test(raw)) {
    const instant = new Date(raw.replace(' ', 'T'))
    return Number.isNaN(instant.getTime()) ? null : madridDay(instant)
  }
  const text = normaliseText(raw).replace(/[´’‘`]/g, "'")
  const [, year1 = '', month1 = '', day1 = ''] = yearFirst.exec(raw) ?? []
  if (year1 !== '') return compose(year1, month1, day1)
  const [, first = '', , second = '', year2 = ''] = yearLast.exec(raw) ?? []
  if (year2 !== '') return order === 'dmy' ? compose(year2, second, first) : compose(year2, first, second)
  const [whole, year3 = '', month3 = '', day3 = '', day4 = '', month4 = '', year4 = ''] = together.exec(raw) ?? []
  if (whole !== undefined) return year3 === '' ? compose(year4, month4, day4) : compose(year3, month3, day3)
  const [, day5 = '', name5 = '', year5 = ''] = dayAndName.exec(text) ?? []
  const [, name6 = '', day6 = '', year6 = ''] = nameAndDay.exec(text) ?? []
  const month = monthNamed(name5 || name6)
  return month === null ? null : compose(year5 || year6, month, day5 || day6)
}

/** The order of a column's dates: month first only if no other order is possible. */
export function dayOrderOf(cells: readonly string[]): DayOrder {
  const read = (order: DayOrder) => cells.filter((cell) => dayOfCell(cell, order) !== null).length
  return read('mdy') > read('dmy') ? 'mdy' : 'dmy'
}

/** A cell's amount; `side` is the mark next to the digits: a minus, parentheses, `D`, `H`. */
export type CellAmount = { cents: Cents; /** ISO 4217, null when the cell does not say it. */ currency: string | null }
/** The decimal separator of a column; null where no cell shows it. */
type Decimal = ',' | '.' | null

const sideAfter = /\s*(?:([-\u2212])|(\+)|(?<![a-z])(d|db|dr|debe)|(?<![a-z])(h|cr|haber))\.?$/i
const codes = /€|\$|£|(?<![A-Za-z])(?:EUR(?:OS?)?|USD|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|MXN|BRL|MAD|CNY|TRY)(?![A-Za-z])/i
const symbols: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' }

/** The digits of a cell without currency and marks; null when there are none. */
function partsOf(cell: string): { figures: string; isNegative: boolean; currency: string | null } | null {
  let text = cell.normalize('NFKC').trim()
  const currency = codes.exec(text)?.[0] ?? null
  if (currency !== null) text = text.replace(currency, ' ').trim()
  const brackets = /^\((.*)\)$/.exec(text)
  if (brackets) text = (brackets[1] ?? '').trim()
  const after = sideAfter.exec(text)
  if (after) text = text.slice(0, after.index)
  const before = /^([-+\u2212\u2013])\s*/.exec(text)
  if (before) text = text.slice(before[0].length)
  const figures = text.replace(/(?<=\d)[\s'’](?=\d{3})/g, '').trim()
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(figures)) return null
  const isNegative = brackets !== null || after?.[1] !== undefined || after?.[3] !== undefined || (before !== null && before[1] !== '+')
  const code = currency === null ? null : (symbols[currency] ?? currency.toUpperCase().slice(0, 3))
  return { figures, isNegative, currency: code }
}

/** The decimal separator of a number; null when it is ambiguous, as in `1.204`. */
function decimalIn(figures: string): Decimal {
  const signs = figures.replace(/\d/g, '')
  const last = signs.at(-1)
  if (last !== ',' && last !== '.') return null
  if (signs.includes(',') && signs.includes('.')) return last
  if (signs.length > 1) return null
  const [whole = '', rest = ''] = figures.split(last)
  return rest.length === 3 && whole.length <= 3 && whole !== '0' && whole !== '' ? null : last
}

/** The decimal separator that a column's cells show; null when none does, or they differ. */
export function decimalOf(cells: readonly string[]): Decimal {
  const shown = new Set(cells.map((cell) => decimalIn(partsOf(cell)?.figures ?? '')).filter((sign) => sign !== null))
  return shown.size === 1 ? ([...shown][0] ?? null) : null
}

/** Parses an amount in the formats of banks: `1.083,68`, `1,083.68`, `-50,00 €`, `50,00-`, `(50.00)`, `1083.68 CR`. Fractions of a cent are refused. */
export function amountOfCell(cell: string, decimal: Decimal = null): CellAmount | null {
  const parts = partsOf(cell)
  if (parts === null) return null
  const { figures, isNegative, currency } = parts
  const sign = decimalIn(figures) ?? (figures.split(decimal ?? ' ').length === 2 ? decimal : null)
  const [whole = '', rest = ''] =
    sign === null ? [figures] : [figures.slice(0, figures.lastIndexOf(sign)), figures.slice(figures.lastIndexOf(sign) + 1)]
  if (!/^\d*$|^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/.test(whole) || !/^(?:\d{0,2}0*|\d{8,})$/.test(rest)) return null
  const exact = Number(`${whole.replace(/\D/g, '') || '0'}.${rest}`) * 100
  const amount = Math.round(exact)
  // Some programs write 1083.6799999999998 for 1083.68; half a cent is refused.
  if (Math.abs(exact - amount) > 0.001) return null
  return Number.isSafeInteger(amount) ? { cents: cents(isNegative ? -amount : amount), currency } : null
}
