import { encodeQR } from 'qr'
import type { Invoice } from '#contract/money/invoices'
import { localDate } from '#domain/platform/dates'
import { checkAddress } from '#domain/money/invoiceRecord'
import { text } from '../../platform/calls/messages.ts'
import { content, part } from '../../platform/files/pdfStructure.ts'
import { ink, paper, type PdfDoc, write, writeAll } from '../../platform/files/pdfWriter.ts'

/** Side of the QR code: 32 mm; the order asks for 30 to 40 mm (Orden HAC/1177/2024, art. 21). */
const side = 90.7
const room = side + 24
const top = paper.top + 8

/** Right edge of the text beside the QR code. */
export const checkBottom = top + side + 30

/**
 * Draws the QR code of a recorded invoice at the top right, with its words: the tax office's page that checks the invoice. Returns the width that it takes.
 */
export function drawCheck(
  doc: PdfDoc,
  { issuer, number, issuedOn, totalAmount }: Pick<Invoice, 'issuer' | 'number' | 'issuedOn' | 'totalAmount'>,
): number {
  const address = checkAddress({ issuerTaxId: issuer.taxId, number, issuedOn: localDate(issuedOn), totalCents: totalAmount })
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 2 })
  const left = paper.right - side
  const unit = side / rows.length
  doc.save().font('regular').fontSize(7).fillColor(ink.dark)
  write(doc, text('invoices.file.qr'), left, top - 9, side)
  const squares = () => {
    rows.forEach((row, y) =>
      row.forEach((isDark, x) => {
        // A little wider than a square, so that no light line is left between two.
        if (isDark) doc.rect(left + x * unit, top + y * unit, unit + 0.05, unit + 0.05)
      }),
    )
    doc.fill(ink.dark)
  }
  part(doc, 'Figure', () => content(doc, squares), { alt: `${text('invoices.file.qr')} ${address}` })
  doc.fontSize(6.5)
  const below = writeAll(doc, text('invoices.file.verifiable'), left, top + side + 3, side, 8)
  write(doc, 'VERI*FACTU', left, top + side + 3 + below, side)
  doc.restore()
  doc.font('bold').fontSize(18).fillColor(ink.dark)
  return room
}
