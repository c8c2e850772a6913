import { type LocalDate, madridDay } from '#domain/platform/dates'
import { normaliseText } from '#domain/sales/operations/search'
import type { Call, Handler, Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { type ZipEntry, zipFile } from '../../platform/files/zipFile.ts'
import { taxInFiles } from '../../sales/lifecycle/taxInFiles.ts'
import {
  invoiceEntries,
  invoiceFile,
  invoiceFileName,
  type InvoiceFileTools,
  type InvoiceFormat,
  invoiceMediaTypes,
} from './invoiceFile.ts'
import { invoiceColumns, numberOf, type StoredInvoice } from './invoiceRow.ts'
import { invoiceTable, isTableFormat, tableMedia } from './invoiceTable.ts'
import { months, readInvoice } from './invoices.ts'

/** The invoices of a range of months, newest first, as files for a report's zip, and their number. */
export async function invoiceSet(
  services: InvoiceFileTools & Pick<Services, 'database'>,
  scope: Scope,
  { format, ...days }: { from: LocalDate; to: LocalDate; format: InvoiceFormat },
): Promise<{ count: number; entries: AsyncIterable<ZipEntry> }> {
  const rows = await services.database.read(scope, (db) =>
    db.rows<{ id: string }>(sql`select i.id from invoices i where ${months(scope, days)} order by i.period_from desc`),
  )
  const ids = rows.map(({ id }) => id)
  return { count: ids.length, entries: invoiceEntries(services, scope, ids, format) }
}

type Downloading = Call<'invoiceDownload'> | Call<'invoiceDownloadMany'>

/** Records which invoices the user has downloaded (the first time counts), and audits the download. */
async function recordDownload(
  db: Connection,
  call: Downloading,
  name: 'invoiceDownload' | 'invoiceDownloadMany',
  { ids, after }: { ids: readonly string[]; after: object },
): Promise<void> {
  const { scope, caller, now } = call
  db.send(sql`insert into invoice_downloads (merchant_id, mode, invoice_id, user_id, downloaded_at)
    select ${scope.merchantId}, ${scope.mode}, id, ${caller.userId}, ${now} from unnest(${ids}::uuid[]) id on conflict do nothing`)
  await recordReading(db, call, name, { after })
}

/** Downloads one invoice as a file. */
export const invoiceDownload: Handler<'invoiceDownload'> = async (call) => {
  const { services, scope, params, query, caller } = call
  const stored = await services.database.write(scope, async (db) => {
    const found = await readInvoice(db, scope, params.invoiceId, caller.userId)
    const after = { format: query.format, number: numberOf(found) }
    await recordDownload(db, call, 'invoiceDownload', { ids: [found.id], after })
    return found
  })
  return {
    download: invoiceFile(stored, query.format, services),
    fileName: invoiceFileName(stored, query.format),
    mediaType: invoiceMediaTypes[query.format],
  }
}

/** Downloads the invoices of a range of months, newest first, or the given ones, as a zip or as one table. An id of another shop refuses them all. */
export const invoiceDownloadMany: Handler<'invoiceDownloadMany'> = async (call) => {
  const { services, scope, query, caller, now } = call
  const { format, from, to } = query
  const requestedIds = query.ids?.split(',')
  const wantedInvoices = requestedIds
    ? sql`${months(scope, query)} and i.id = any(${requestedIds.map(uuidOf)}::uuid[])`
    : months(scope, query)
  const asTable = isTableFormat(format)
  const { rows, shopName, tax } = await services.database.write(scope, async (db) => {
    const rows = await db.rows<StoredInvoice>(
      sql`select ${invoiceColumns(caller.userId)} from invoices i where ${wantedInvoices} order by i.period_from desc`,
    )
    const rowIds = rows.map(({ id }) => id)
    const foundIds = new Set(rowIds.map(hexOf))
    const missing = requestedIds?.find((id) => !foundIds.has(id))
    if (missing !== undefined) throw notFound(missing)
    const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${scope.merchantId}`)
    // A table does not count as downloading its invoices.
    const taken = asTable ? [] : rowIds
    await recordDownload(db, call, 'invoiceDownloadMany', {
      ids: taken,
      after: { format, from, to, ids: requestedIds, count: rowIds.length },
    })
    return { rows, shopName: shop?.name ?? '', tax: await taxInFiles(db, scope.merchantId) }
  })
  const shop = normaliseText(shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const days = { from: from ?? text('settlements.file.fromStart'), to: to ?? madridDay(now) }
  const name = text('invoices.file.zipName', { shop, ...days })
  if (asTable)
    return { download: invoiceTable(format, rows, { mode: scope.mode, tax }), fileName: `${name}.${format}`, mediaType: tableMedia[format] }
  const ids = rows.map(({ id }) => id)
  return {
    download: zipFile(invoiceEntries(services, scope, ids, format)),
    fileName: `${name}.zip`,
    mediaType: 'application/zip',
  }
}
