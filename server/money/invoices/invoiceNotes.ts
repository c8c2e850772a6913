import { formatDate, localDate } from '#domain/platform/dates'
import { text } from '../../platform/calls/messages.ts'
import { invoiceOf, type WholeInvoice } from './invoiceRow.ts'

/**
 * What an invoice says beneath its sums: how it was paid, how its VAT came about, why part of it is exempt (RD 1619/2012 art. 6.1.j), what it
 * rectifies and why (art. 15.4). Shared by paper and electronic invoice.
 */
export function invoiceNotes(stored: WholeInvoice): string[] {
  const { kind, settlements, exemption, rectifies, lines } = invoiceOf(stored)
  const paidIn = settlements
    .map(({ reference, valueOn }) => text('invoices.file.note.settlement', { reference, date: formatDate(localDate(valueOn)) }))
    .join(', ')
  const numbers = rectifies.map(({ number }) => number).join(', ')
  return [
    text(`invoices.file.note.paid.${kind}`, { settlements: paidIn, count: settlements.length }),
    ...(lines.some(({ vatRate }) => vatRate !== null) ? [text('invoices.file.note.vat')] : []),
    ...(exemption === null ? [] : [text('invoices.file.note.exemption', { exemption })]),
    ...(kind === 'invoice' ? [] : [text('invoices.file.note.cause')]),
    ...(rectifies.length === 0 ? [] : [text('invoices.file.note.rectifies', { numbers })]),
  ]
}
