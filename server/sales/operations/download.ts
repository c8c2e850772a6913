import { madridDay } from '#domain/platform/dates'
import { normaliseText } from '#domain/sales/operations/search'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { idFrom, Refusal } from '../../platform/calls/refusal.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CellBatch, csvHead, csvLine } from '../../platform/files/csvLine.ts'
import { jsonFile } from '../../platform/files/jsonFile.ts'
import { cellForm, csvForm, type TableForm } from '../../platform/files/table.ts'
import { type TableBatch, tableBatches } from '../../platform/files/tableBatches.ts'
import { xlsxBook } from '../../platform/files/xlsxBook.ts'
import { taxInFiles } from '../lifecycle/taxInFiles.ts'
import { exportColumnsFor, exportTable, headingsOf, totalCells, totalColumnsOf } from '../lifecycle/exportTable.ts'
import { filterConditions } from '../lifecycle/filterConditions.ts'
import { readOperationSearch } from '../lifecycle/operationSearch.ts'

/** Maximum concurrent exports in one process, per person and in total, so that memory and connections suffice. */
export const maxExports = { perUser: 2, together: 24 }
const retryAfterSeconds = 10

type ExportSlot = {
  /** Passes the pieces through; the slot is released when they end, fail or are abandoned. */
  until<T>(pieces: AsyncIterable<T>): AsyncIterable<T>
  /** Aborted when the slot is released: nobody reads any further. */
  readonly left: AbortSignal
  free(): void
}

const running = new Map<string, number>()
let together = 0

/** Takes an export slot for this person. Refuses with TooManyRequests while all slots are taken. */
export function acquireExportSlot(userId: string): ExportSlot {
  const own = running.get(userId) ?? 0
  if (own >= maxExports.perUser || together >= maxExports.together) throw new Refusal('TooManyRequests', { retryAfterSeconds })
  running.set(userId, own + 1)
  together += 1
  const left = new AbortController()
  let taken = true
  const free = () => {
    if (!taken) return
    taken = false
    together -= 1
    const others = (running.get(userId) ?? 1) - 1
    if (others > 0) running.set(userId, others)
    else running.delete(userId)
    left.abort()
  }
  return { free, left: left.signal, until: (pieces) => ({ [Symbol.asyncIterator]: () => releasing(pieces[Symbol.asyncIterator](), free) }) }
}

/** A generator's `finally` would not do: a generator abandoned before its first piece never runs it. */
function releasing<T>(pieces: AsyncIterator<T>, free: () => void): AsyncIterator<T> {
  return {
    async next() {
      try {
        const piece = await pieces.next()
        if (piece.done) free()
        return piece
      } catch (error) {
        free()
        throw error
      }
    },
    async return() {
      free()
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }
}

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

/** Count and sum, in cents, of the rows written so far. */
type Written = { operations: number; totalCents: bigint }
/** The columns of the file, its mode, and the name of the tax on fees. */
type Shape = { columns: ReturnType<typeof exportColumnsFor>; mode: Scope['mode']; tax: string }
/** Reads the operations as a table format. */
type Reader = <Content>(form: TableForm<Content>) => AsyncIterable<TableBatch<Content>>

/** The list's operations as a file, newest first, all that match its filters; streamed as it is read. */
export const operationDownload: Handler<'operationDownload'> = async (call) => {
  const { query, scope, caller, services } = call
  const search = readOperationSearch(query, caller.role, scope)
  const named = query.ids === undefined ? [] : [sql`o.id = any(${query.ids.split(',').map(idFrom)}::uuid[])`]
  const conditions = [...filterConditions(query, true), ...(search ? [search.condition] : []), ...named]
  const slot = acquireExportSlot(caller.userId)
  try {
    const { shopName, tax } = await writeAudit(call, search !== null)
    const columns = exportColumnsFor(caller.role)
    const table = exportTable(scope, conditions, columns)
    const file = fileOf(query, { columns, mode: scope.mode, tax }, (form) =>
      tableBatches(services.database, scope, table, { form, summed: ['total'] }, slot.left),
    )
    return {
      download: slot.until(file),
      fileName: `${fileName(call, shopName)}.${query.format}`,
      mediaType: mediaTypes[query.format],
    }
  } catch (error) {
    slot.free()
    throw error
  }
}

/** Writes the audit entry before the first byte is sent. Returns the shop's name, for the file's name, and the name of its tax. */
function writeAudit(call: Call<'operationDownload'>, searched: boolean): Promise<{ shopName: string; tax: string }> {
  const { services, scope, query } = call
  const { format, from, to } = query
  return services.database.write(scope, async (db) => {
    const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${scope.merchantId}`)
    await recordReading(db, call, 'operationDownload', { after: { format, from, to, searched } })
    return { shopName: shop?.name ?? '', tax: await taxInFiles(db, scope.merchantId) }
  })
}

/** A table ends with a total row; raw JSON has the totals beside its rows, as reports do. */
function fileOf({ format, from, to }: Call<'operationDownload'>['query'], shape: Shape, read: Reader): AsyncIterable<string | Uint8Array> {
  const written: Written = { operations: 0, totalCents: 0n }
  const { columns, mode, tax } = shape
  if (format === 'csv') return csvFile(read, written, shape)
  if (format === 'xlsx') return xlsxBook(text('download.sheet'), columns, headingsOf(columns, tax), bookRows(read, written, shape))
  const head = { type: 'operations', version: 1, mode, from, to, zone: 'Europe/Madrid', currency: 'EUR', amounts: 'cents' }
  const manifest = () => ({ rows: written.operations, total_amount: Number(written.totalCents) })
  return jsonFile(columns, head, cells(read, written, columns, true), manifest)
}

async function* csvFile(read: Reader, written: Written, { columns, mode, tax }: Shape): AsyncGenerator<string | Uint8Array> {
  yield csvHead(columns, headingsOf(columns, tax))
  yield* counted(read(csvForm), written)
  yield csvLine(totalColumnsOf(columns), totalCells(columns, written.operations, written.totalCents, mode))
}

async function* bookRows(read: Reader, written: Written, { columns, mode }: Shape): AsyncGenerator<CellBatch> {
  yield* cells(read, written, columns, false)
  yield { columns: totalColumnsOf(columns), rows: [totalCells(columns, written.operations, written.totalCents, mode)] }
}

async function* cells(read: Reader, written: Written, columns: Shape['columns'], asCodes: boolean): AsyncGenerator<CellBatch> {
  for await (const rows of counted(read(cellForm(asCodes)), written)) yield { columns, rows }
}

/** Passes the batches through and counts what has been written. */
async function* counted<Content>(batches: AsyncIterable<TableBatch<Content>>, written: Written): AsyncGenerator<Content> {
  for await (const { rows, sums, content } of batches) {
    written.operations += rows
    written.totalCents += sums.get('total') ?? 0n
    yield content
  }
}

/** The file's name contains shop and days; in sandbox it says that the figures are not real. */
function fileName({ query, scope, now }: Call<'operationDownload'>, shopName: string): string {
  const shop = normaliseText(shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const days = { from: query.from ?? text('download.fromStart'), to: query.to ?? madridDay(now) }
  return `${scope.mode === 'sandbox' ? text('download.sandboxPrefix') : ''}${text('download.fileName', { shop, ...days })}`
}
