import { csvText } from '#domain/platform/csvText'

/** How a column's cells are written: texts that people typed, words of our own, amounts from cents, days from YYYY-MM-DD. */
export type CellKind = 'text' | 'word' | 'amount' | 'count' | 'day'
export type Column = { name: string; kind: CellKind }

/**
 * Rows that are written alike; every cell is a plain string, empty is ''. They may be made as they are written, each dying young: rows that live as
 * long as their batch cost as much in rubbish as all else that is done with them.
 */
export type CellBatch = { columns: readonly Column[]; rows: Iterable<string[]> }

/** The kind of each cell of the headings. */
export const headingsOf = (columns: readonly Column[]): readonly Column[] => columns.map((column) => ({ ...column, kind: 'text' }))

/** Cents, as digits, as a number that a Spanish spreadsheet reads: decimal comma, no thousands dots. */
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

/** A line of Spain's CSV: semicolons and CRLF. */
export const csvLine = (columns: readonly Column[], cells: readonly string[]): string => csvLines(columns, [cells])

/** Lines of Spain's CSV, whose cells are of the same kinds. Joined, not added up: a text put together by adding drags all its pieces along. */
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

/** The line of headings, after the mark that tells Excel that it is UTF-8. */
export const csvHead = (columns: readonly Column[], headings: readonly string[]): string =>
  `\ufeff${csvLine(headingsOf(columns), headings)}`

/** Spain's CSV piece by piece: a line of headings, then each batch. */
export async function* csvFile(
  columns: readonly Column[],
  headings: readonly string[],
  batches: AsyncIterable<CellBatch>,
): AsyncGenerator<string> {
  yield csvHead(columns, headings)
  for await (const batch of batches) yield csvLines(batch.columns, batch.rows)
}
