import type { invoiceFormat } from '#contract/money/invoices'
import type { z } from 'zod/mini'
import { text } from '../../platform/calls/messages.ts'
import { facturae } from './facturae.ts'
import { invoicePdf } from './invoicePdf.ts'
import { numberOf, type WholeInvoice } from './invoiceRow.ts'

export type InvoiceFormat = z.output<typeof invoiceFormat>

export const invoiceMediaTypes: Readonly<Record<InvoiceFormat, string>> = { pdf: 'application/pdf', facturae: 'application/xml' }
const extensions: Readonly<Record<InvoiceFormat, string>> = { pdf: 'pdf', facturae: 'xml' }

/** `factura_F-2026-000123.pdf` or `.xml`. */
export const invoiceFileName = (stored: WholeInvoice, format: InvoiceFormat): string =>
  `${text('invoices.file.name', { number: numberOf(stored) })}.${extensions[format]}`

/** An invoice as a file, the same bytes whenever it is asked for. */
export async function* invoiceFile(stored: WholeInvoice, format: InvoiceFormat): AsyncGenerator<string | Uint8Array> {
  if (format === 'pdf') yield* invoicePdf(stored)
  else yield facturae(stored)
}
