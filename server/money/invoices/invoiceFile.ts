import type { z } from 'zod/mini'
import type { invoiceFormat } from '#contract/money/invoices'
import { text } from '../../platform/calls/messages.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Signer } from '../../platform/config/signingCertificate.ts'
import type { Letterhead } from '../../platform/files/pdfWriter.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'
import { facturae } from './facturae.ts'
import { invoicePdf } from './invoicePdf.ts'
import { numberOf, wholeColumns, type WholeInvoice } from './invoiceRow.ts'
import { canSign, signFacturae } from './signFacturae.ts'

export type InvoiceFormat = z.output<typeof invoiceFormat>

export const invoiceMediaTypes: Readonly<Record<InvoiceFormat, string>> = { pdf: 'application/pdf', facturae: 'application/xml' }
const extensions: Readonly<Record<InvoiceFormat, string>> = { pdf: 'pdf', facturae: 'xml' }

/** `factura_F-2026-000123.pdf` or `.xml`. */
export const invoiceFileName = (stored: WholeInvoice, format: InvoiceFormat): string =>
  `${text('invoices.file.name', { number: numberOf(stored) })}.${extensions[format]}`

/** What the files of invoices are made with: the brand, and who signs them. */
export type InvoiceFileTools = { config: { brand: Letterhead; invoicing: { signer: Signer | null } }; now: () => Date }

/** An invoice as a file; with the same bytes as long as the brand has the same logo, and the same certificate signs. */
export async function* invoiceFile(
  stored: WholeInvoice,
  format: InvoiceFormat,
  tools: InvoiceFileTools,
): AsyncGenerator<string | Uint8Array> {
  const electronic = await electronicInvoice(stored, tools)
  if (format === 'pdf') yield* invoicePdf(stored, { electronic, letterhead: tools.config.brand })
  else yield electronic
}

/** An invoice as Facturae, signed where a certificate is set that has not expired. */
async function electronicInvoice(stored: WholeInvoice, { config: { invoicing }, now }: InvoiceFileTools): Promise<string> {
  const xml = facturae(stored)
  return invoicing.signer && canSign(invoicing.signer, now()) ? signFacturae(xml, invoicing.signer, stored.created_at) : xml
}

const batchRows = 20

/** A user id for reading invoices without a user: files do not depend on who downloads them. */
const anybody = '00000000-0000-0000-0000-000000000000'

/** Invoices of a shop as files for a zip, in the order of their ids, read in batches so that memory does not grow with their number. */
export async function* invoiceEntries(
  { database, ...tools }: InvoiceFileTools & { database: Database },
  scope: Scope,
  ids: readonly string[],
  format: InvoiceFormat,
): AsyncGenerator<ZipEntry> {
  for (let at = 0; at < ids.length; at += batchRows) {
    const batch = ids.slice(at, at + batchRows)
    const rows = await database.read(scope, (db) =>
      db.rows<WholeInvoice>(sql`select ${wholeColumns(anybody)} from unnest(${batch}::uuid[]) with ordinality w (id, nth)
        join invoices i on ${inScope(scope, 'i')} and i.id = w.id order by w.nth`),
    )
    for (const stored of rows)
      yield { name: invoiceFileName(stored, format), isPacked: format === 'pdf', pieces: invoiceFile(stored, format, tools) }
  }
}
