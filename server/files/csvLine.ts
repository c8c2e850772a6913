import { headingsOf, type CellBatch, type CellKind, type Column } from './cells.ts'

/** What a spreadsheet may read as a formula at the start of a cell, also after blanks and in full-width signs (ASVS 1.2.10). */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const controls = /(?![\t\r\n])\p{Cc}/gu

/** Most texts: a letter of Europe or a digit first, and nothing in them that would have to be looked at twice. */
const harmless = /^[0-9A-Za-z\u00c0-\u024f][^";\u0000-\u001f\u007f-\u009f]*$/

/** A text as a CSV cell: never a formula, quoted where needed. */
export function csvText(value: string): string {
  if (harmless.test(value)) return value
  // Control characters go first: none may hide a formula.
  const plain = value.replace(controls, '')
  const safe = formula.test(plain) ? `'${plain}` : plain
  return /[";\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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
function csvLines(columns: readonly Column[], rows: Iterable<readonly string[]>): string {
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

/** Spain's CSV piece by piece: a line of headings, then each batch. */
export async function* csvFile(
  columns: readonly Column[],
  headings: readonly string[],
  batches: AsyncIterable<CellBatch>,
): AsyncGenerator<string> {
  // The mark tells Excel that it is UTF-8.
  yield `\ufeff${csvLine(headingsOf(columns), headings)}`
  for await (const batch of batches) yield csvLines(batch.columns, batch.rows)
}
