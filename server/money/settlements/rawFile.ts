import { csvText } from '#domain/platform/csvText'
import type { CellBatch, CellKind, Column } from '../../platform/files/cells.ts'
import { jsonName } from '../../platform/files/jsonFile.ts'

/** Cents, as digits, with a decimal point. */
function pointed(cents: string): string {
  const sign = cents.startsWith('-') ? '-' : ''
  const digits = cents.slice(sign.length).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Never a formula, as in every file; quoted where a comma or a quote asks for it (RFC 4180). */
function rawText(value: string): string {
  const safe = csvText(value)
  return !safe.startsWith('"') && safe.includes(',') ? `"${safe.replaceAll('"', '""')}"` : safe
}

const sameWord = (cell: string) => cell
const writers: Readonly<Record<CellKind, (cell: string) => string>> = {
  text: rawText,
  amount: pointed,
  word: sameWord,
  count: sameWord,
  day: sameWord,
}

/** CSV for programs piece by piece: commas, decimal points, days as YYYY-MM-DD, names as in the API, no mark before them. */
export async function* rawFile(columns: readonly Column[], batches: AsyncIterable<CellBatch>): AsyncGenerator<string> {
  yield `${columns.map(jsonName).join(',')}\r\n`
  const writes = columns.map(({ kind }) => writers[kind])
  for await (const { rows } of batches) {
    const lines: string[] = []
    for (const cells of rows) lines.push(writes.map((write, at) => (cells[at] ? write(cells[at]) : '')).join(','))
    if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`
  }
}
