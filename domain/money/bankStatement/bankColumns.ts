import { amountOfCell, dayOfCell } from './bankCells.ts'
import { readHeading, type HeadingKind } from './bankHeadings.ts'
import { isMark, readMarks } from './bankMarks.ts'
import type { CsvRow } from '../../platform/csvTable.ts'

/** Maximum number of columns considered. */
export const MAX_COLUMNS = 50

/** What a column contains, counted over its non-empty cells. */
export type Column = {
  at: number
  kind: HeadingKind | null
  /** An amount other than the movement's own: original currency, fee. */
  isOther: boolean
  /** Whether the heading names euros. */
  isEuros: boolean
  filled: number
  days: boolean
  amounts: boolean
  /** Amounts with decimals or a sign, which cannot be other numbers. */
  money: boolean
  /** Debit and credit marks, as words or letters. */
  marks: boolean
  /** The meaning of the heading, whatever the cells contain. */
  named: readonly HeadingKind[]
}

/** How many rows are inspected to detect a column's content. */
const rowsInspected = 300

/** The header row, if one of the first rows is: it names a date and an amount, and contains neither. */
export function findHeadings(rows: readonly CsvRow[]): number | null {
  const likely = rows.slice(0, 60).map(({ cells }) => {
    const kinds = cells.slice(0, MAX_COLUMNS).flatMap((cell) => (cell.length > 60 ? [] : [readHeading(cell).kinds]))
    const named = new Set(kinds.flat())
    const isDated = named.has('date') || named.has('valueDate')
    const isMoney = (['amount', 'debit', 'credit', 'balance'] as const).some((kind) => named.has(kind))
    const holds = cells.some((cell) => dayOfCell(cell) !== null || (amountOfCell(cell) !== null && /\d[.,]\d/.test(cell)))
    const many = kinds.filter((one) => one.length > 0).length
    return isDated && isMoney && !holds && many > 1 ? many : 0
  })
  const highest = Math.max(0, ...likely)
  return highest === 0 ? null : likely.indexOf(highest)
}

/** Detects the columns by heading and content: a heading counts if its cells are compatible with it. */
export function columnsOf(rows: readonly CsvRow[], headings: readonly string[]): Column[] {
  const width = Math.min(
    MAX_COLUMNS,
    rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length),
  )
  return Array.from({ length: width }, (_, at) => {
    const written = rows
      .slice(0, rowsInspected)
      .map(({ cells: row }) => (row[at] ?? '').trim())
      .filter((cell) => cell !== '')
    // A dash means no amount in a column of amounts; in a column of marks it is a minus.
    const cells = written.filter((cell) => !/^[-\u2013\u2014]+$/.test(cell))
    const holdsForMost = (fits: (cell: string) => boolean) => cells.filter(fits).length * 2 > cells.length
    const days = holdsForMost((cell) => dayOfCell(cell) !== null || dayOfCell(cell, 'mdy') !== null)
    const amounts = !days && holdsForMost((cell) => amountOfCell(cell) !== null)
    const marks = written.length > 0 && written.every(isMark)
    const { kinds, isOther, isEuros } = readHeading(headings[at] ?? '')
    const content = { filled: cells.length, days, amounts, money: amounts && cells.some(isMoney) }
    const column = { ...content, at, named: kinds, marks: marks && showsBothSides(written) }
    return { ...column, isOther, isEuros, kind: kinds.find((kind) => fits(kind, { ...column, isOther, marks })) ?? null }
  })
}

const isMoney = (cell: string) => /[.,]\d{1,2}(?!\d)|^[-+\u2212(]/.test(cell) && amountOfCell(cell) !== null

function showsBothSides(cells: readonly string[]): boolean {
  const read = cells.some((cell) => /\d/.test(cell)) ? null : readMarks(cells)
  return read !== null && new Set(cells.map(read)).size === 2
}

type Content = Pick<Column, 'filled' | 'days' | 'amounts' | 'money' | 'isOther' | 'marks'>

/** Whether a column's content is compatible with its heading. An empty column always is, such as the debits of a month without any. */
function fits(kind: HeadingKind, { filled, days, amounts, money, isOther, marks }: Content): boolean {
  if (kind === 'date' || kind === 'valueDate') return days || filled === 0
  if (kind === 'mark') return marks
  if (kind === 'status' || kind === 'currency') return !amounts && !days
  // Account numbers and references consist of digits, too.
  return (filled === 0 || amounts) && (!isOther || money)
}
