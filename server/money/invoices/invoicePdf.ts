import { formatDate, localDate } from '#domain/platform/dates'
import { basisPoints, cents, formatAmount, formatEuros, formatPercent } from '#domain/platform/money'
import { reverseChargeGrounds, taxNameOf, taxNames, type TaxTerritory } from '#domain/money/taxTerritory'
import { text } from '../../platform/calls/messages.ts'
import {
  ink,
  type Letterhead,
  lineHeight,
  openPdf,
  paper,
  type PdfDoc,
  rule,
  wrapped,
  write,
  writeAll,
  writeHead,
} from '../../platform/files/pdfWriter.ts'
import { beginPart, decoration, paragraph, part } from '../../platform/files/pdfStructure.ts'
import { fileTax } from '../../sales/lifecycle/taxInFiles.ts'
import { checkBottom, drawCheck } from './drawCheck.ts'
import { invoiceOf, type WholeInvoice } from './invoiceRow.ts'
import type { Party } from './readParties.ts'

/**
 * The notes below an invoice's totals: how it was paid, how its tax was computed, whose tax the recipient owes (RD 1619/2012 art. 6.1.m), why part of it is exempt
 * (art. 6.1.j), what it rectifies and why (art. 15.4). Shared by the PDF and the electronic invoice.
 */
export function invoiceNotes(stored: WholeInvoice): string[] {
  const { kind, settlements, exemption, rectifies, lines } = invoiceOf(stored)
  const paidIn = settlements
    .map(({ reference, valueOn }) => text('invoices.file.note.settlement', { reference, date: formatDate(localDate(valueOn)) }))
    .join(', ')
  const reversed = new Set(lines.flatMap(({ vatRate, taxTerritory }) => (vatRate === 0 ? [taxTerritory] : [])))
  const numbers = rectifies.map(({ number }) => number).join(', ')
  return [
    text(`invoices.file.note.paid.${kind}`, { settlements: paidIn, count: settlements.length }),
    ...(lines.some(({ vatRate }) => vatRate !== null && vatRate > 0) ? [text('invoices.file.note.vat', { tax: taxOf(lines) })] : []),
    ...[...reversed].map((one) => text('invoices.file.note.reverse', { tax: fileTax(taxNames[one]), why: reverseChargeGrounds[one] })),
    ...(exemption === null ? [] : [text('invoices.file.note.exemption', { exemption, tax: taxOf(lines) })]),
    ...(kind === 'invoice' ? [] : [text('invoices.file.note.cause')]),
    ...(rectifies.length === 0 ? [] : [text('invoices.file.note.rectifies', { numbers })]),
  ]
}

/** The name of the tax of an invoice's lines; of several, the word for any. */
export const taxOf = (lines: readonly { taxTerritory: TaxTerritory }[]): string =>
  fileTax(taxNameOf(lines.map(({ taxTerritory }) => taxTerritory)))

const width = paper.right - paper.left
/** Widths add up to the width between the margins. */
const columns = [
  { name: 'concept', width: 195, right: false },
  { name: 'count', width: 70, right: true },
  { name: 'base', width: 70, right: true },
  { name: 'rate', width: 50.28, right: true },
  { name: 'vat', width: 60, right: true },
  { name: 'total', width: 70, right: true },
] as const

const euros = (amount: number) => formatEuros(cents(amount))
const amountOf = (amount: number) => formatAmount(cents(amount))
const day = (value: string) => formatDate(localDate(value))

/**
 * An invoice as PDF/A-3a with everything that RD 1619/2012 art. 6 requires, and its electronic form inside; the same bytes for the same invoice and brand.
 */
export async function* invoicePdf(
  stored: WholeInvoice,
  { electronic, letterhead }: { electronic: string; letterhead: Letterhead },
): AsyncGenerator<Uint8Array> {
  const invoice = invoiceOf(stored)
  const title = text(`invoices.file.title.${invoice.kind}`, { number: invoice.number })
  const archived = {
    name: `${invoice.number}.xml`,
    mediaType: 'text/xml',
    description: text('invoices.file.attached'),
    content: electronic,
  }
  const { doc, end } = await openPdf({ title, author: invoice.issuer.name, createdAt: stored.created_at, keepsPages: true, archived })
  doc.addPage()
  let y = writeHead(doc, { issuer: invoice.issuer.name, letterhead })
  doc.fillColor(ink.dark).font('bold').fontSize(18)
  const qr = stored.is_recorded ? drawCheck(doc, invoice) : 0
  y += part(doc, 'H1', () => writeAll(doc, title, paper.left, y, width - qr, 23)) + 8
  y = Math.max(printFacts(doc, invoice, y, width - qr), qr === 0 ? 0 : checkBottom)
  const half = width / 2
  const left = printParty(doc, text('invoices.file.issuer'), invoice.issuer, paper.left, y + 10)
  const right = printParty(doc, text('invoices.file.recipient'), invoice.recipient, paper.left + half, y + 10)
  y = printLines(doc, invoice, Math.max(left, right) + 20)
  y = printTotals(doc, invoice, y + 12) + 18
  const running = () => doc.font('regular').fontSize(9).fillColor(ink.dark)
  running()
  for (const note of invoiceNotes(stored)) {
    const endNote = beginPart(doc, 'P')
    for (const line of wrapped(doc, note, width)) {
      if (y + lineHeight > paper.bottom) {
        doc.addPage()
        y = paper.top
        running()
      }
      write(doc, line, paper.left, y, width)
      y += lineHeight
    }
    endNote()
    y += 6
  }
  printFooters(doc, invoice)
  yield* await end()
}

type Printed = ReturnType<typeof invoiceOf>

/** Issuer, number and page at the foot of each page. */
function printFooters(doc: PdfDoc, { issuer, number }: Printed): void {
  const { count: pages } = doc.bufferedPageRange()
  for (let at = 0; at < pages; at += 1) {
    doc.switchToPage(at)
    rule(doc, paper.footer - 6)
    doc.fillColor(ink.grey).font('regular').fontSize(8)
    const page = `${number} · ${text('invoices.file.page', { page: at + 1, pages })}`
    decoration(doc, () => {
      write(doc, `${issuer.name} · ${issuer.taxId}`, paper.left, paper.footer, width - 150)
      write(doc, page, paper.right - 150, paper.footer, 150, 'right')
    })
  }
}

function printFacts(doc: PdfDoc, invoice: Printed, top: number, wide: number): number {
  const facts = [
    ['number', invoice.number],
    ['issuedOn', day(invoice.issuedOn)],
    ['period', text('invoices.file.periodDays', { from: day(invoice.periodFrom), to: day(invoice.periodTo) })],
    ...(invoice.rectifies.length > 0 ? [['rectifies', invoice.rectifies.map(({ number }) => number).join(', ')]] : []),
    ...(invoice.ibanLast4 === null ? [] : [['account', `•••• ${invoice.ibanLast4}`]]),
  ] as const
  let y = top
  doc.fontSize(10)
  for (const [name, value] of facts) {
    y += paragraph(doc, () => {
      write(doc.font('regular').fillColor(ink.grey), text(`invoices.file.fact.${name}`), paper.left, y, 130)
      return writeAll(doc.fillColor(ink.dark), value ?? '', paper.left + 130, y, wide - 130) + 3
    })
  }
  return y
}

function printParty(doc: PdfDoc, heading: string, party: Party, x: number, top: number): number {
  const wide = width / 2 - 16
  part(doc, 'H2', () => write(doc.font('bold').fontSize(9).fillColor(ink.grey), heading, x, top, wide))
  doc.font('regular').fontSize(10).fillColor(ink.dark)
  const country = text(`invoices.file.country.${party.country}`)
  const lines = [
    party.name,
    text('invoices.taxId', { taxId: party.taxId }),
    party.address,
    `${party.postcode} ${party.city}`,
    `${party.province}, ${country}`,
  ]
  return paragraph(doc, () => lines.reduce((y, line) => y + writeAll(doc, line, x, y, wide), top + 15))
}

function printRow(doc: PdfDoc, cells: readonly string[], y: number, cell: 'TH' | 'TD'): number {
  return part(doc, 'TR', () => {
    let x = paper.left
    const heights = columns.map(({ width: wide, right }, at) => {
      const [words, left] = [cells[at] ?? '', x]
      x += wide
      return part(
        doc,
        cell,
        // The concept may need more than one line.
        () => (right ? void write(doc, words, left + 4, y, wide - 4, 'right') : writeAll(doc, words, left, y, wide - 8)),
        cell === 'TH' ? { scope: 'Column' } : {},
      )
    })
    return y + Math.max(15, (heights[0] ?? 0) + 4)
  })
}

function printLines(doc: PdfDoc, { lines }: Printed, top: number): number {
  doc.font('bold').fontSize(8).fillColor(ink.grey)
  const endTable = beginPart(doc, 'Table')
  let y = printRow(
    doc,
    columns.map(({ name }) => text(`invoices.file.column.${name}`, { tax: taxOf(lines) })),
    top,
    'TH',
  )
  rule(doc, y - 3)
  y += 3
  doc.font('regular').fontSize(9).fillColor(ink.dark)
  const named = taxNameOf(lines.map(({ taxTerritory }) => taxTerritory)) === null
  for (const { concept, count, baseAmount, taxTerritory, vatRate, vatAmount, totalAmount } of lines) {
    const name = named ? `${fileTax(taxNames[taxTerritory])} ` : ''
    const rate = `${name}${vatRate === null ? text('invoices.exempt') : formatPercent(basisPoints(vatRate))}`
    const vat = vatRate === null ? '' : amountOf(vatAmount)
    y = printRow(
      doc,
      [text(`invoices.file.concept.${concept}`), String(count), amountOf(baseAmount), rate, vat, amountOf(totalAmount)],
      y,
      'TD',
    )
  }
  endTable()
  rule(doc, y)
  return y
}

function printTotals(doc: PdfDoc, invoice: Printed, top: number): number {
  const { baseAmount, vatAmount, exemptAmount, totalAmount, exemption, lines } = invoice
  const rows = [
    ['base', baseAmount, false],
    ['vat', vatAmount, false],
    ...(exemption === null ? [] : [['exempt', exemptAmount, false] as const]),
    ['total', totalAmount, true],
  ] as const
  const [x, wide] = [paper.right - 240, 240]
  let y = top
  const endTable = beginPart(doc, 'Table')
  for (const [name, amount, isTotal] of rows) {
    doc
      .font(isTotal ? 'bold' : 'regular')
      .fontSize(10)
      .fillColor(ink.dark)
    part(doc, 'TR', () => {
      part(doc, 'TH', () => write(doc, text(`invoices.file.total.${name}`, { tax: taxOf(lines) }), x, y, wide - 100), { scope: 'Row' })
      part(doc, 'TD', () => write(doc, euros(amount), paper.right - 100, y, 100, 'right'))
    })
    y += 16
  }
  endTable()
  return y
}
