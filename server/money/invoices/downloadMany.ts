import { madridDay } from '#domain/platform/dates'
import { normaliseText } from '#domain/sales/operations/search'
import { sql } from '../../platform/database/sql.ts'
import { zipFile } from '../../platform/files/zipFile.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { invoiceEntries } from './invoiceEntries.ts'
import { invoiceColumns, type StoredInvoice } from './invoiceRow.ts'
import { invoiceTable, isTableFormat, tableMedia } from './invoiceTable.ts'
import { months } from './months.ts'
import { recordDownload } from './recordDownload.ts'

/** The invoices of some months, newest first, or those named, as a zip of files or as one table: one that is not the shop's refuses them all. */
export const invoiceDownloadMany: Handler<'invoiceDownloadMany'> = async (call) => {
  const { services, scope, query, caller, now } = call
  const { format, from, to } = query
  const wanted = query.ids?.split(',')
  const these = wanted ? sql`${months(scope, query)} and i.id = any(${wanted.map(uuidOf)}::uuid[])` : months(scope, query)
  const asTable = isTableFormat(format)
  const { rows, shopName } = await services.database.write(scope, async (db) => {
    const rows = await db.rows<StoredInvoice>(
      sql`select ${invoiceColumns(caller.userId)} from invoices i where ${these} order by i.period_from desc`,
    )
    const found = rows.map(({ id }) => id)
    const there = new Set(found.map(hexOf))
    const missing = wanted?.find((id) => !there.has(id))
    if (missing !== undefined) throw notFound(missing)
    const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${scope.merchantId}`)
    // Whoever has the table does not have the invoices in it.
    const taken = asTable ? [] : found
    await recordDownload(db, call, 'invoiceDownloadMany', { ids: taken, after: { format, from, to, ids: wanted, count: found.length } })
    return { rows, shopName: shop?.name ?? '' }
  })
  const shop = normaliseText(shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const days = { from: from ?? text('settlements.file.fromStart'), to: to ?? madridDay(now) }
  const name = text('invoices.file.zipName', { shop, ...days })
  if (asTable) return { download: invoiceTable(format, rows, scope.mode), fileName: `${name}.${format}`, mediaType: tableMedia[format] }
  const ids = rows.map(({ id }) => id)
  return {
    download: zipFile(invoiceEntries(services.database, scope, ids, format)),
    fileName: `${name}.zip`,
    mediaType: 'application/zip',
  }
}
