import { madridDay } from '#domain/dates'
import { normaliseText } from '#domain/search'
import { record } from '../audit/record.ts'
import type { Database } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import type { CellBatch } from '../files/cells.ts'
import { csvFile } from '../files/csvLine.ts'
import { xlsxBook } from '../files/xlsxBook.ts'
import type { Call, Handler } from '../http/call.ts'
import { text } from '../http/messages.ts'
import { exportBatches } from '../operation/exportBatches.ts'
import { takeExportSlot } from './exportSlots.ts'
import { cellsOf, exportColumns, headings, totalCells, totalColumns } from '../operation/exportCells.ts'
import { filterConditions } from '../operation/filterConditions.ts'
import { readOperationSearch } from '../operation/operationSearch.ts'

const mediaTypes = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }

/** The list's operations as a file, newest first, as many as its filters let through; written as it is read (our choice of columns). */
export const download: Handler<'operationDownload'> = async (call) => {
  const { query, scope, caller, house, db } = call
  const search = readOperationSearch(query, caller.role, scope)
  const conditions = [...filterConditions(query, true), ...(search ? [search.condition] : [])]
  const slot = takeExportSlot(caller.userId)
  try {
    const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${scope.merchantId}`)
    await leaveTrace(call, search !== null)
    const batches = cellBatches(house.database, scope, conditions)
    const file: AsyncIterable<string | Uint8Array> =
      query.format === 'csv'
        ? csvFile(exportColumns, headings(), batches)
        : xlsxBook(text('download.sheet'), exportColumns, headings(), batches)
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
const leaveTrace = ({ query, scope, caller, house, ip, requestId }: Call<'operationDownload'>, searched: boolean): Promise<void> =>
  house.database.write(scope, (own) =>
    record(own, {
      accountId: caller.accountId,
      merchantId: scope.merchantId,
      mode: scope.mode,
      userId: caller.userId,
      role: caller.role,
      ip,
      call: 'operationDownload',
      outcome: 'done',
      entity: 'merchant',
      entityId: scope.merchantId,
      after: { format: query.format, from: query.from, to: query.to, searched },
      requestId,
    }),
  )

/** Rows as cells, and a last one with number and sum of all. */
async function* cellBatches(database: Database, scope: Scope, conditions: readonly Sql[]): AsyncGenerator<CellBatch> {
  let operations = 0
  let totalCents = 0
  for await (const rows of exportBatches(database, scope, conditions)) {
    operations += rows.length
    for (const row of rows) totalCents += Number(row[12])
    yield { columns: exportColumns, rows: rows.map((row) => cellsOf(row)) }
  }
  yield { columns: totalColumns, rows: [totalCells(operations, totalCents, scope.mode)] }
}

/** Shop and days in the name; sandbox figures say that they are worth nothing. */
function fileName({ query, scope, now }: Call<'operationDownload'>, shopName: string): string {
  const shop = normaliseText(shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const days = { from: query.from ?? text('download.fromStart'), to: query.to ?? madridDay(now) }
  return `${scope.mode === 'sandbox' ? text('download.sandboxPrefix') : ''}${text('download.fileName', { shop, ...days })}`
}
