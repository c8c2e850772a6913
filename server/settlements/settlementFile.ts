import type { settlementFormat } from '#contract/settlements'
import type { z } from 'zod/mini'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { csvFile } from '../files/csvLine.ts'
import { xlsxBook } from '../files/xlsxBook.ts'
import { text } from '../http/messages.ts'
import { fileBatches, fileColumns, fileHeadings } from './fileCells.ts'
import { pdfFile, type PdfHead } from './pdfFile.ts'
import { readLines } from './readLines.ts'
import type { StoredSettlement } from './settlementRow.ts'

export type SettlementFormat = z.output<typeof settlementFormat>

export const settlementMediaTypes: Readonly<Record<SettlementFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** Names of files in test mode say that they are worth nothing. */
export const namePrefix = (mode: Scope['mode']): string => (mode === 'sandbox' ? text('settlements.file.sandboxPrefix') : '')

/** `liquidacion_<reference>.<format>` (domain model §5.6). */
export const settlementFileName = ({ reference }: StoredSettlement, mode: Scope['mode'], format: SettlementFormat): string =>
  `${namePrefix(mode)}${text('settlements.file.name', { reference })}.${format}`

/** A settlement as a file, written as its lines are read. */
export function settlementFile(
  database: Database,
  scope: Scope,
  { stored, format, head }: { stored: StoredSettlement; format: SettlementFormat; head: PdfHead },
): AsyncIterable<string | Uint8Array> {
  const lines = readLines(database, scope, stored.id)
  if (format === 'pdf') return pdfFile(stored, head, lines)
  const batches = fileBatches(stored, scope.mode, lines)
  return format === 'csv'
    ? csvFile(fileColumns, fileHeadings(), batches)
    : xlsxBook(text('settlements.file.sheet'), fileColumns, fileHeadings(), batches)
}
