import type { Report } from '#contract/reports'
import { formatDate, type LocalDate } from '#domain/dates'
import type { Mode } from '../db/scope.ts'
import type { CellBatch } from '../files/cells.ts'
import { csvFile } from '../files/csvLine.ts'
import { each } from '../files/keysetBatches.ts'
import { jsonFile, jsonName } from '../files/jsonFile.ts'
import { xlsxBook } from '../files/xlsxBook.ts'
import { text } from '../http/messages.ts'
import type { RowSource } from './rowSource.ts'

/** What is said of a file in the file. */
export type FileHead = Pick<Report, 'type' | 'version'> & { from: LocalDate; to: LocalDate; mode: Mode }

/** What has been written so far: rows, what they stand for in the count, and the sums of their amounts in cents. */
export type Written = { rows: number; done: number; sums: Map<string, bigint> }

export const nothingWritten = ({ sums }: RowSource): Written => ({ rows: 0, done: 0, sums: new Map(sums.map((name) => [name, 0n])) })

const zone = 'Europe/Madrid'

/** A report's file as pieces, written as its rows are read; `written` grows with it. The last line says how many rows and how much (product REP-10). */
export function reportFile(
  format: 'csv' | 'xlsx' | 'json',
  source: RowSource,
  head: FileHead,
  written: Written,
): AsyncIterable<string | Uint8Array> {
  const { columns, headings } = source
  if (format === 'json') {
    const { type, version, mode, from, to } = head
    const about = { type, version, mode, from, to, zone, currency: 'EUR', amounts: 'cents', rates: 'basis points' }
    return jsonFile(columns, about, counted(source, written), () => manifest(source, written))
  }
  const batches = closed(source, head, written)
  return format === 'csv'
    ? csvFile(columns, headings, batches)
    : xlsxBook(text(`reports.file.sheet.${head.type}`), columns, headings, batches)
}

/** The rows, and a note of what has been written: each is noted as it is taken, and all of a batch are before the next is asked for. */
async function* counted({ columns, sums, batches }: RowSource, written: Written): AsyncGenerator<CellBatch> {
  const summed = sums.map((name) => ({ name, at: columns.findIndex((column) => column.name === name), batchCents: 0 }))
  const noted = (cells: string[]) => {
    written.rows += 1
    for (const one of summed) one.batchCents += Number(cells[one.at])
    return cells
  }
  for await (const { done, rows } of batches()) {
    yield { columns, rows: each(rows, noted) }
    written.done += done
    // The sum of a batch is a safe integer; that of all need not be.
    for (const one of summed) {
      written.sums.set(one.name, (written.sums.get(one.name) ?? 0n) + BigInt(one.batchCents))
      one.batchCents = 0
    }
  }
}

async function* closed(source: RowSource, head: FileHead, written: Written): AsyncGenerator<CellBatch> {
  yield* counted(source, written)
  const { columns } = source
  const closing = columns.map(({ name }, at) => (at === 0 ? closingWords(head, written.rows) : String(written.sums.get(name) ?? '')))
  yield { columns: columns.map((column, at) => (at === 0 ? { ...column, kind: 'text' } : column)), rows: [closing] }
}

/** How many rows, of which days, by which clock; in test mode, that the figures are worth nothing. */
function closingWords({ from, to, mode }: FileHead, count: number): string {
  const words = text('reports.file.closing', { count, from: formatDate(from), to: formatDate(to), zone })
  return mode === 'sandbox' ? text('reports.file.sandboxClosing', { words }) : words
}

const manifest = ({ columns }: RowSource, { rows, sums }: Written) => ({
  rows,
  ...Object.fromEntries(columns.filter(({ name }) => sums.has(name)).map((column) => [jsonName(column), Number(sums.get(column.name))])),
})
