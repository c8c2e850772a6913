import { madridDay } from '#domain/dates'
import { normaliseText } from '#domain/search'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import type { CellBatch } from '../files/cells.ts'
import { csvFile } from '../files/csvLine.ts'
import { jsonFile } from '../files/jsonFile.ts'
import { each } from '../files/keysetBatches.ts'
import { xlsxBook } from '../files/xlsxBook.ts'
import type { Call, Handler } from '../http/call.ts'
import { text } from '../http/messages.ts'
import { recordReading } from '../http/recordReading.ts'
import { exportBatches, type ExportRow } from '../operation/exportBatches.ts'
import { takeExportSlot } from './exportSlots.ts'
import { cellsOf, exportColumns, headings, totalCells, totalColumns } from '../operation/exportCells.ts'
import { filterConditions } from '../operation/filterConditions.ts'
import { readOperationSearch } from '../operation/operationSearch.ts'
import { operationIdOf } from './operationText.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

/** Number and sum, in cents, of what has been written so far. */
type Written = { operations: number; totalCents: number }

/** The list's operations as a file, newest first, as many as its filters let through; written as it is read (our choice of columns). */
export const download: Handler<'operationDownload'> = async (call) => {
  const { query, scope, caller, house, db } = call
  const search = readOperationSearch(query, caller.role, scope)
  const named = query.ids === undefined ? [] : [sql`o.id = any(${query.ids.split(',').map(operationIdOf)}::uuid[])`]
  const conditions = [...filterConditions(query, true), ...(search ? [search.condition] : []), ...named]
  const slot = takeExportSlot(caller.userId)
  try {
    const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${scope.merchantId}`)
    await leaveTrace(call, search !== null)
    const file = fileOf(query, scope, exportBatches(house.database, scope, conditions))
    return {
      download: slot.until(file),
      fileName: `${fileName(call, shop?.name ?? '')}.${query.format}`,
      mediaType: mediaTypes[query.format],
    }
  } catch (error) {
    slot.free()
    throw error
  }
}

/** Who took what out: a line of the audit trail before the first byte leaves. */
const leaveTrace = (call: Call<'operationDownload'>, searched: boolean): Promise<void> => {
  const { format, from, to } = call.query
  const after = { format, from, to, searched }
  return call.house.database.write(call.scope, (own) => recordReading(own, call, 'operationDownload', { after }))
}

/** A table ends with a line of number and sum; raw JSON has them beside its rows, as reports do. */
function fileOf(
  { format, from, to }: Call<'operationDownload'>['query'],
  { mode }: Scope,
  rows: AsyncIterable<Iterable<ExportRow>>,
): AsyncIterable<string | Uint8Array> {
  const written: Written = { operations: 0, totalCents: 0 }
  if (format === 'json') {
    const head = { type: 'operations', version: 1, mode, from, to, zone: 'Europe/Madrid', currency: 'EUR', amounts: 'cents' }
    const manifest = () => ({ rows: written.operations, total_amount: written.totalCents })
    return jsonFile(exportColumns, head, counted(rows, written, true), manifest)
  }
  const batches = closed(counted(rows, written, false), written, mode)
  return format === 'csv'
    ? csvFile(exportColumns, headings(), batches)
    : xlsxBook(text('download.sheet'), exportColumns, headings(), batches)
}

/** Rows as cells, and a note of what has been written. */
async function* counted(batches: AsyncIterable<Iterable<ExportRow>>, written: Written, asCodes: boolean): AsyncGenerator<CellBatch> {
  const noted = (row: ExportRow) => {
    written.operations += 1
    written.totalCents += Number(row[12])
    return cellsOf(row, asCodes)
  }
  for await (const rows of batches) yield { columns: exportColumns, rows: each(rows, noted) }
}

async function* closed(batches: AsyncIterable<CellBatch>, written: Written, mode: Scope['mode']): AsyncGenerator<CellBatch> {
  yield* batches
  yield { columns: totalColumns, rows: [totalCells(written.operations, written.totalCents, mode)] }
}

/** Shop and days in the name; sandbox figures say that they are worth nothing. */
function fileName({ query, scope, now }: Call<'operationDownload'>, shopName: string): string {
  const shop = normaliseText(shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const days = { from: query.from ?? text('download.fromStart'), to: query.to ?? madridDay(now) }
  return `${scope.mode === 'sandbox' ? text('download.sandboxPrefix') : ''}${text('download.fileName', { shop, ...days })}`
}
