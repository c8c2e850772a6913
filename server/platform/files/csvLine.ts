import { csvText } from '#domain/platform/csvText'
import type { Sql } from '../database/sql.ts'

/**
 * A column and its SQL expression: text, an integer for amounts and counts, a date for days. `words`: translations of its codes for
 * people.
 */
export type TableColumn = Column & { from: Sql; words?: Readonly<Record<string, string>> }

/** How a column's cells are written: text typed by users, our own labels, amounts from cents, counts, days from YYYY-MM-DD. */
export type CellKind = 'text' | 'word' | 'amount' | 'count' | 'day'
export type Column = { name: string; kind: CellKind }

/**
 * Rows with the same columns; every cell is a string, '' for none. Rows may be generated lazily: short-lived objects are much cheaper for the garbage
 * collector than rows that live as long as their batch.
 */
export type CellBatch = { columns: readonly Column[]; rows: Iterable<string[]> }

/** The columns of the header row, all text. */
export const headingsOf = (columns: readonly Column[]): readonly Column[] => columns.map((column) => ({ ...column, kind: 'text' }))

/** Cents (digits) as a number for Spanish spreadsheets: decimal comma, no thousands separators. */
export function csvAmount(cents: string): string {
  if (cents.length > 2 && !cents.startsWith('-')) return `${cents.slice(0, -2)},${cents.slice(-2)}`
  const negative = cents.startsWith('-')
  const digits = (negative ? cents.slice(1) : cents).padStart(3, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

const sameWord = (cell: string) => cell
const csvDay = (cell: string) => `${cell.slice(8, 10)}.${cell.slice(5, 7)}.${cell.slice(0, 4)}`
const writers: Readonly<Record<CellKind, (cell: string) => string>> = {
  text: csvText,
  amount: csvAmount,
  word: sameWord,
  count: sameWord,
  day: csvDay,
}

/** A line of CSV for Spanish spreadsheets: semicolons and CRLF. */
export const csvLine = (columns: readonly Column[], cells: readonly string[]): string => csvLines(columns, [cells])

/** Lines of CSV for Spanish spreadsheets. Uses `join`, because string concatenation would keep every piece in memory (ropes). */
export function csvLines(columns: readonly Column[], rows: Iterable<readonly string[]>): string {
  const writes = columns.map(({ kind }) => writers[kind])
  const lines: string[] = []
  for (const cells of rows) {
    const line = writes.map((write, at) => {
      const cell = cells[at] ?? ''
      return cell === '' ? '' : write(cell)
    })
    lines.push(line.join(';'))
  }
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`
}

/** The header line, after the byte order mark by which Excel recognises UTF-8. */
export const csvHead = (columns: readonly Column[], headings: readonly string[]): string =>
  `\ufeff${csvLine(headingsOf(columns), headings)}`

/** Streams a CSV for Spanish spreadsheets: the header line, then each batch. */
export async function* csvFile(
  columns: readonly Column[],
  headings: readonly string[],
  batches: AsyncIterable<CellBatch>,
): AsyncGenerator<string> {
  yield csvHead(columns, headings)
  for await (const batch of batches) yield csvLines(batch.columns, batch.rows)
}
