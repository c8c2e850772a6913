import type { Report } from '#contract/money/reports'
import { formatDate, type LocalDate } from '#domain/platform/dates'
import type { Mode } from '../../platform/database/scope.ts'
import { type CellBatch, type Column, csvHead, csvLine } from '../../platform/files/csvLine.ts'
import { jsonFile, jsonName } from '../../platform/files/jsonFile.ts'
import type { TableBatch } from '../../platform/files/tableBatches.ts'
import { cellForm, csvForm } from '../../platform/files/table.ts'
import { xlsxBook } from '../../platform/files/xlsxBook.ts'
import { text } from '../../platform/calls/messages.ts'
import type { RowSource } from './rowSource.ts'

/** Facts about a file that it contains itself. */
type FileHead = Pick<Report, 'type' | 'version'> & { from: LocalDate; to: LocalDate; mode: Mode }

/** Progress so far: rows, keys counted as done, and the sums of the amounts in cents. */
type Written = { rows: number; done: number; sums: Map<string, bigint> }

export const nothingWritten = ({ sums }: RowSource): Written => ({ rows: 0, done: 0, sums: new Map(sums.map((name) => [name, 0n])) })

const zone = 'Europe/Madrid'

/** A report's file, streamed as its rows are read; `written` is updated. The last line has the number of rows and the total. */
export function reportFile(
  format: 'csv' | 'xlsx' | 'json',
  source: RowSource,
  head: FileHead,
  written: Written,
): AsyncIterable<string | Uint8Array> {
  if (format === 'csv') return csvReport(source, head, written)
  const { columns, headings } = source
  if (format === 'xlsx')
    return xlsxBook(text(`reports.type.${head.type}`), columns, headings, closed(cells(source, written, false), source, head, written))
  const { type, version, mode, from, to } = head
  const about = { type, version, mode, from, to, zone, currency: 'EUR', amounts: 'cents', rates: 'basis points' }
  return jsonFile(columns, about, cells(source, written, true), () => manifest(source, written))
}

async function* csvReport(source: RowSource, head: FileHead, written: Written): AsyncGenerator<string | Uint8Array> {
  yield csvHead(source.columns, source.headings)
  yield* counted(source.batches(csvForm), written)
  yield csvLine(...closing(source, head, written))
}

async function* cells(source: RowSource, written: Written, asCodes: boolean): AsyncGenerator<CellBatch> {
  for await (const rows of counted(source.batches(cellForm(asCodes)), written)) yield { columns: source.columns, rows }
}

/** The content of the batches; each is counted before the next one is read. */
async function* counted<Content>(batches: AsyncIterable<TableBatch<Content>>, written: Written): AsyncGenerator<Content> {
  for await (const { keys, rows, sums, content } of batches) {
    yield content
    written.done += keys
    written.rows += rows
    for (const [name, cents] of sums) written.sums.set(name, (written.sums.get(name) ?? 0n) + cents)
  }
}

async function* closed(batches: AsyncIterable<CellBatch>, source: RowSource, head: FileHead, written: Written): AsyncGenerator<CellBatch> {
  yield* batches
  const [columns, row] = closing(source, head, written)
  yield { columns, rows: [row] }
}

/** The last line: its columns, the first one a text, and its cells. */
function closing({ columns }: RowSource, head: FileHead, written: Written): [columns: Column[], cells: string[]] {
  const row = columns.map(({ name }, at) => (at === 0 ? closingWords(head, written.rows) : String(written.sums.get(name) ?? '')))
  return [columns.map((column, at) => (at === 0 ? { ...column, kind: 'text' } : column)), row]
}

/** The number of rows, the days and their time zone; in test mode also that the figures are not real. */
function closingWords({ from, to, mode }: FileHead, count: number): string {
  const words = text('reports.file.closing', { count, from: formatDate(from), to: formatDate(to), zone })
  return mode === 'sandbox' ? text('reports.file.sandboxClosing', { words }) : words
}

const manifest = ({ columns }: RowSource, { rows, sums }: Written) => ({
  rows,
  ...Object.fromEntries(columns.filter(({ name }) => sums.has(name)).map((column) => [jsonName(column), Number(sums.get(column.name))])),
})
