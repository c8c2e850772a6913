import type { z } from 'zod/mini'
import type { settlementFormat } from '#contract/money/settlements'
import { csvText } from '#domain/platform/csvText'
import { text } from '../../platform/calls/messages.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { type CellBatch, type CellKind, type Column, csvFile } from '../../platform/files/csvLine.ts'
import { jsonFile, jsonName } from '../../platform/files/jsonFile.ts'
import { xlsxBook } from '../../platform/files/xlsxBook.ts'
import { fileBatches, fileColumns, fileHeadings } from './fileCells.ts'
import { readLines } from './lines.ts'
import { pdfFile, type PdfHead } from './pdfFile.ts'
import { rowOf, type StoredSettlement } from './settlementRow.ts'

/** Digits of cents with a decimal point. */
function pointed(cents: string): string {
  const sign = cents.startsWith('-') ? '-' : ''
  const digits = cents.slice(sign.length).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Text that spreadsheets do not read as a formula; quoted if it has a comma or a quote (RFC 4180). */
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

/** Machine-readable CSV, streamed: commas, decimal points, dates as YYYY-MM-DD, names as in the API, no byte order mark. */
export async function* rawFile(columns: readonly Column[], batches: AsyncIterable<CellBatch>): AsyncGenerator<string> {
  yield `${columns.map(jsonName).join(',')}\r\n`
  const writes = columns.map(({ kind }) => writers[kind])
  for await (const { rows } of batches) {
    const lines: string[] = []
    for (const cells of rows) lines.push(writes.map((write, at) => (cells[at] ? write(cells[at]) : '')).join(','))
    if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`
  }
}

export type SettlementFormat = z.output<typeof settlementFormat>

export const settlementMediaTypes: Readonly<Record<SettlementFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  raw: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Marks file names of test mode as not real. */
export const namePrefix = (mode: Scope['mode']): string => (mode === 'sandbox' ? text('settlements.file.sandboxPrefix') : '')

/** The end of a file's name; a machine-readable CSV says so. */
const ending = (format: SettlementFormat) => (format === 'raw' ? `${text('settlements.file.rawSuffix')}.csv` : `.${format}`)

/** `liquidacion_<reference>.<format>` (docs/domain.md#settlement-file). */
export const settlementFileName = ({ reference }: StoredSettlement, mode: Scope['mode'], format: SettlementFormat): string =>
  `${namePrefix(mode)}${text('settlements.file.name', { reference })}${ending(format)}`

/** A settlement as a file, streamed as its lines are read. */
export function settlementFile(
  database: Database,
  scope: Scope,
  { stored, format, head }: { stored: StoredSettlement; format: SettlementFormat; head: PdfHead },
): AsyncIterable<string | Uint8Array> {
  const lines = readLines(database, scope, stored.id)
  if (format === 'pdf') return pdfFile(stored, head, lines)
  const batches = fileBatches(stored, scope.mode, lines)
  if (format === 'raw') return rawFile(fileColumns, batches)
  if (format === 'json') return jsonFile(fileColumns, jsonHead(stored, scope.mode), batches, () => jsonManifest(stored))
  return format === 'csv'
    ? csvFile(fileColumns, fileHeadings(), batches)
    : xlsxBook(text('settlements.file.sheet'), fileColumns, fileHeadings(), batches)
}

/** The beginning of a JSON file. */
const jsonHead = (stored: StoredSettlement, mode: Scope['mode']): object => ({
  type: 'settlement',
  mode,
  reference: stored.reference,
  value_on: stored.value_on,
  period_from: stored.period_from,
  period_to: stored.period_to,
  status: stored.status,
})

/** The end of a JSON file, for validation: the number of lines, and the sum of the rows. */
const jsonManifest = (stored: StoredSettlement): object => {
  const { lineCount, netAmount } = rowOf(stored)
  return { lines: lineCount, net_amount: netAmount }
}
