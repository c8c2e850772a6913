import type { LocalDate } from '#domain/platform/dates'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'
import { invoiceEntries } from './invoiceEntries.ts'
import type { InvoiceFormat } from './invoiceFile.ts'
import { months } from './months.ts'

/** The invoices from the month of one day to the month of another, newest first, as files for a kept zip, and how many. */
export async function invoiceSet(
  { database }: { database: Database },
  scope: Scope,
  { format, ...days }: { from: LocalDate; to: LocalDate; format: InvoiceFormat },
): Promise<{ count: number; entries: AsyncIterable<ZipEntry> }> {
  const rows = await database.read(scope, (db) =>
    db.rows<{ id: string }>(sql`select i.id from invoices i where ${months(scope, days)} order by i.period_from desc`),
  )
  const ids = rows.map(({ id }) => id)
  return { count: ids.length, entries: invoiceEntries(database, scope, ids, format) }
}
