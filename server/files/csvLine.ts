import { headingsOf, type CellBatch, type CellKind, type Column } from './cells.ts'

/** What a spreadsheet may read as a formula at the start of a cell, also after blanks and in full-width signs (ASVS 1.2.10). */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const controls = /(?![\t\r\n])\p{Cc}/gu

/** A text as a CSV cell: never a formula, quoted where needed. */
export function csvText(value: string): string {
  // Control characters go first: none may hide a formula.
  const plain = value.replace(controls, '')
  const safe = formula.test(plain) ? `'${plain}` : plain
  return /[";\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Cents, as digits, as a number that a Spanish spreadsheet reads: decimal comma, no thousands dots. */
export function csvAmount(cents: string): string {
  const negative = cents.startsWith('-')
  const digits = (negative ? cents.slice(1) : cents).padStart(3, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

function csvCell(kind: CellKind, cell: string): string {
  if (cell === '') return ''
  switch (kind) {
    case 'text':
      return csvText(cell)
    case 'amount':
      return csvAmount(cell)
    case 'word':
    case 'count':
      return cell
    case 'day':
      return `${cell.slice(8, 10)}.${cell.slice(5, 7)}.${cell.slice(0, 4)}`
  }
}

/** A line of Spain's CSV: semicolons and CRLF. */
export function csvLine(columns: readonly Column[], cells: readonly string[]): string {
  return `${columns.map(({ kind }, at) => csvCell(kind, cells[at] ?? '')).join(';')}\r\n`
}

/** Spain's CSV piece by piece: a line of headings, then each batch. */
export async function* csvFile(
  columns: readonly Column[],
  headings: readonly string[],
  batches: AsyncIterable<CellBatch>,
): AsyncGenerator<string> {
  // The mark tells Excel that it is UTF-8.
  yield `\ufeff${csvLine(headingsOf(columns), headings)}`
  for await (const batch of batches) yield batch.rows.map((cells) => csvLine(batch.columns, cells)).join('')
}
