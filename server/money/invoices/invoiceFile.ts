import type { z } from 'zod/mini'
import type { invoiceFormat } from '#contract/money/invoices'
import { text } from '../../platform/calls/messages.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Letterhead } from '../../platform/files/pdfWriter.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'
import { facturae } from './facturae.ts'
import { invoicePdf } from './invoicePdf.ts'
import { numberOf, wholeColumns, type WholeInvoice } from './invoiceRow.ts'

export type InvoiceFormat = z.output<typeof invoiceFormat>

export const invoiceMediaTypes: Readonly<Record<InvoiceFormat, string>> = { pdf: 'application/pdf', facturae: 'application/xml' }
const extensions: Readonly<Record<InvoiceFormat, string>> = { pdf: 'pdf', facturae: 'xml' }

/** `factura_F-2026-000123.pdf` or `.xml`. */
export const invoiceFileName = (stored: WholeInvoice, format: InvoiceFormat): string =>
  `${text('invoices.file.name', { number: numberOf(stored) })}.${extensions[format]}`

/** An invoice as a file; with the same bytes as long as the brand has the same logo. */
export async function* invoiceFile(
  stored: WholeInvoice,
  format: InvoiceFormat,
  letterhead: Letterhead,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'pdf') yield* invoicePdf(stored, { electronic: facturae(stored), letterhead })
  else yield facturae(stored)
}

const batchRows = 20

/** A user id for reading invoices without a user: files do not depend on who downloads them. */
const anybody = '00000000-0000-0000-0000-000000000000'

/** Invoices of a shop as files for a zip, in the order of their ids, read in batches so that memory does not grow with their number. */
export async function* invoiceEntries(
  database: Database,
  scope: Scope,
  ids: readonly string[],
  format: InvoiceFormat,
  letterhead: Letterhead,
): AsyncGenerator<ZipEntry> {
  for (let at = 0; at < ids.length; at += batchRows) {
    const some = ids.slice(at, at + batchRows)
    const rows = await database.read(scope, (db) =>
      db.rows<WholeInvoice>(sql`select ${wholeColumns(anybody)} from unnest(${some}::uuid[]) with ordinality w (id, nth)
        join invoices i on ${inScope(scope, 'i')} and i.id = w.id order by w.nth`),
    )
    for (const stored of rows)
      yield { name: invoiceFileName(stored, format), isPacked: format === 'pdf', pieces: invoiceFile(stored, format, letterhead) }
  }
}
