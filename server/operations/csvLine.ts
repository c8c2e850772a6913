import type { ExportCell } from './exportCells.ts'

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

/** Cents as a number that a Spanish spreadsheet reads: decimal comma, no thousands dots. */
export function csvAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

function csvCell(cell: ExportCell): string {
  switch (cell.kind) {
    case 'text':
      return csvText(cell.value)
    case 'amount':
      return csvAmount(cell.cents)
    case 'count':
      return String(cell.value)
    case 'day':
      return `${cell.on.slice(8, 10)}.${cell.on.slice(5, 7)}.${cell.on.slice(0, 4)}`
    case 'empty':
      return ''
  }
}

/** A line of Spain's CSV: semicolons and CRLF. */
export const csvLine = (cells: readonly ExportCell[]): string => `${cells.map(csvCell).join(';')}\r\n`
