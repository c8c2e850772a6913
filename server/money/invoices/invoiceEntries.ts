import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'
import { invoiceFile, invoiceFileName, type InvoiceFormat } from './invoiceFile.ts'
import { wholeColumns, type WholeInvoice } from './invoiceRow.ts'

const batchRows = 20

/** Nobody's id: files are the same whoever takes them. */
const anybody = '00000000-0000-0000-0000-000000000000'

/** Invoices of a shop as files for a zip, in the order of their ids' list, read in batches so that many take no more memory than a few. */
export async function* invoiceEntries(
  database: Database,
  scope: Scope,
  ids: readonly string[],
  format: InvoiceFormat,
): AsyncGenerator<ZipEntry> {
  const { merchantId, mode } = scope
  for (let at = 0; at < ids.length; at += batchRows) {
    const some = ids.slice(at, at + batchRows)
    const rows = await database.read(scope, (db) =>
      db.rows<WholeInvoice>(sql`select ${wholeColumns(anybody)} from unnest(${some}::uuid[]) with ordinality w (id, nth)
        join invoices i on i.merchant_id = ${merchantId} and i.mode = ${mode} and i.id = w.id order by w.nth`),
    )
    for (const stored of rows)
      yield { name: invoiceFileName(stored, format), isPacked: format === 'pdf', pieces: invoiceFile(stored, format) }
  }
}
