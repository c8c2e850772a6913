import { formatDate, localDate } from '#domain/platform/dates'
import { cents, formatAmount, formatEuros } from '#domain/platform/money'
import { text } from '../../platform/calls/messages.ts'
import {
  ink,
  type Letterhead,
  openPdf,
  paper as page,
  type PdfDoc as Doc,
  rowHeight,
  rule,
  write,
  writeAll,
  writeHead,
} from '../../platform/files/pdfWriter.ts'
import { beginPart, content, decoration, paragraph, part } from '../../platform/files/pdfStructure.ts'
import { lineLabel, monthLabel } from './fileCells.ts'
import type { FileLine } from './lines.ts'
import { rowOf, settlementOf, type StoredSettlement } from './settlementRow.ts'

/** A term of the equation: label, signed amount, and whether it is the total. */
type PdfTerm = { words: string; amount: string; isTotal: boolean }

/** The printed equation, as on the screen: fees less those given back. Terms of zero are omitted, except the payment. */
function pdfTerms(stored: StoredSettlement, tax: string): PdfTerm[] {
  const settlement = settlementOf(stored)
  const { counts } = settlement
  const term = (name: keyof typeof settlement, amount: number, count = 0): [string, number] => [
    text(`settlements.file.pdf.term.${name}`, { count, tax }),
    amount,
  ]
  const terms = [
    term('openingBalance', settlement.openingBalance),
    term('repayments', settlement.repayments, counts.repayment),
    term('sales', settlement.sales, counts.order),
    term('refunds', settlement.refunds, counts.refund),
    term('cancellations', settlement.cancellations, counts.cancel),
    term('chargebacks', settlement.chargebacks, counts.chargeback),
    term('disputeFees', settlement.disputeFees),
    term('fees', settlement.fees + settlement.feeRefunds),
    term('minimumFees', settlement.minimumFees, counts.feeMinimum),
    term('vat', settlement.vat + settlement.vatRefunds),
    term('subsidies', settlement.subsidies + settlement.subsidyRefunds),
    term('reserveHeld', settlement.reserveHeld),
    term('reserveReleased', settlement.reserveReleased),
    term('closingBalance', -settlement.closingBalance),
  ].filter(([, amount]) => amount !== 0)
  const printed = (words: string, amount: number, isTotal: boolean) => ({ words, amount: formatEuros(cents(amount)), isTotal })
  return [
    ...terms.map(([words, amount]) => printed(words, amount, false)),
    printed(text('settlements.file.pdf.term.netAmount'), settlement.netAmount, true),
  ]
}

/** Facts above the equation, label and value. */
function pdfFacts(stored: StoredSettlement, shopName: string): [string, string][] {
  const day = (value: string) => formatDate(localDate(value))
  const fact = (name: string, value: string): [string, string] => [text(`settlements.file.pdf.${name}`), value]
  return [
    fact('shop', shopName),
    fact('period', text('settlements.file.pdf.periodDays', { from: day(stored.period_from), to: day(stored.period_to) })),
    fact('valueOn', day(stored.value_on)),
    ...(stored.iban_last4 === null ? [] : [fact('account', `•••• ${stored.iban_last4}`)]),
    fact('status', text(`settlements.file.pdf.status.${stored.status}`, { date: stored.paid_at ? formatDate(stored.paid_at) : '' })),
  ]
}

/** What is printed in addition to the settlement. */
export type PdfHead = {
  issuer: string
  letterhead: Letterhead
  shopName: string
  sandbox: boolean
  /** The name of the tax on fees. */
  tax: string
}

/** Widths add up to the width between the margins. */
const columns = [
  { name: 'day', width: 50, right: false },
  { name: 'kind', width: 56, right: false },
  { name: 'mid', width: 78, right: false },
  { name: 'customer', width: 87, right: false },
  { name: 'gross', width: 52, right: true },
  { name: 'fee', width: 48, right: true },
  { name: 'vat', width: 42, right: true },
  { name: 'subsidy', width: 50, right: true },
  { name: 'net', width: 52.28, right: true },
] as const

/** A settlement as a PDF: issuer, shop, equation and lines with their total, page by page as the lines are read. */
export async function* pdfFile(stored: StoredSettlement, head: PdfHead, batches: AsyncIterable<FileLine[]>): AsyncGenerator<Uint8Array> {
  const { doc, take, end } = await openPdf({
    title: text('settlements.file.pdf.title', { reference: stored.reference }),
    author: head.issuer,
    createdAt: stored.created_at,
  })
  const printed = { number: 0, pages: 0, y: 0, isTagged: rowOf(stored).lineCount <= maxTaggedLines }
  const sums = { gross: 0n, fee: 0n, vat: 0n, subsidy: 0n, net: 0n }
  let left = rowOf(stored).lineCount
  const print = (cells: readonly string[], font: 'regular' | 'bold') => {
    left -= 1
    // The total stands below the last line.
    if (printed.y + (left === 0 ? 2 : 1) * rowHeight > page.bottom) {
      addPage(doc, printed)
      printFooter(doc, head, printed)
      decoration(doc, () => printHeadings(doc, head, printed))
    }
    printRow(doc, cells, printed, font)
  }
  addPage(doc, printed)
  printHead(doc, stored, head, printed)
  printed.pages = pagesFor(stored, printed.y)
  printFooter(doc, head, printed)
  const endTable = printed.isTagged ? beginPart(doc, 'Table') : () => {}
  printHeadings(doc, head, printed)
  for await (const lines of batches) {
    for (const line of lines) {
      addTo(sums, line)
      print(cellsOf(line), 'regular')
    }
    yield* take()
  }
  if (rowOf(stored).lineCount > 0) print(totalCells(sums), 'bold')
  endTable()
  yield* await end()
}

type Sums = Record<'gross' | 'fee' | 'vat' | 'subsidy' | 'net', bigint>

function addTo(sums: Sums, line: FileLine): void {
  sums.gross += line.gross_cents
  sums.fee += line.fee_cents
  sums.vat += line.vat_cents
  sums.subsidy += line.subsidy_cents
  sums.net += line.net_cents
}

/** `isTagged`: its lines are a table for screen readers too, cell by cell; else each is a paragraph. */
type Printed = { number: number; pages: number; y: number; isTagged: boolean }

/** Up to so many lines a table is tagged: its cells make the file ten times as large. */
const maxTaggedLines = 1_000

function addPage(doc: Doc, printed: Printed): void {
  doc.addPage()
  printed.number += 1
  printed.y = page.top
}

/** How many pages the lines need: the first one starts below its head, and every page repeats the headings. */
function pagesFor(stored: StoredSettlement, firstTop: number): number {
  const rows = (from: number) => Math.floor((page.bottom - from - headingsHeight) / rowHeight)
  // With the row of totals.
  const left = rowOf(stored).lineCount + 1 - Math.max(0, rows(firstTop))
  return left <= 0 ? 1 : 1 + Math.ceil(left / rows(page.top))
}

function printHead(doc: Doc, stored: StoredSettlement, { issuer, letterhead, shopName, sandbox, tax }: PdfHead, printed: Printed): void {
  const width = page.right - page.left
  printed.y = writeHead(doc, { issuer, letterhead, ...(sandbox && { tag: text('settlements.file.sandbox') }) })
  doc.fillColor(ink.dark).font('bold').fontSize(18)
  const title = text('settlements.file.pdf.title', { reference: stored.reference })
  printed.y += part(doc, 'H1', () => writeAll(doc, title, page.left, printed.y, width, 23)) + 8
  doc.fontSize(10)
  for (const [word, value] of pdfFacts(stored, shopName)) {
    printed.y += paragraph(doc, () => {
      write(doc.font('regular').fillColor(ink.grey), word, page.left, printed.y, 90)
      return writeAll(doc.fillColor(ink.dark), value, page.left + 90, printed.y, width - 90) + 3
    })
  }
  printed.y += 14
  printTerms(doc, pdfTerms(stored, tax), printed)
  printed.y += 22
  part(doc, 'H2', () => write(doc.font('bold').fontSize(11), text('settlements.file.pdf.lines'), page.left, printed.y, width))
  printed.y += 18
}

function printTerms(doc: Doc, terms: readonly PdfTerm[], printed: Printed): void {
  const width = 320
  part(doc, 'H2', () => write(doc.font('bold').fontSize(11), text('settlements.file.pdf.equation'), page.left, printed.y, width))
  printed.y += 18
  doc.fontSize(10)
  const endTable = beginPart(doc, 'Table')
  for (const { words, amount, isTotal } of terms) {
    if (isTotal) {
      decoration(doc, () =>
        doc
          .moveTo(page.left, printed.y)
          .lineTo(page.left + width, printed.y)
          .lineWidth(0.5)
          .strokeColor(ink.dark)
          .stroke(),
      )
      printed.y += 5
    }
    doc.font(isTotal ? 'bold' : 'regular')
    part(doc, 'TR', () => {
      part(doc, 'TH', () => write(doc, words, page.left, printed.y, width - 110), { scope: 'Row' })
      part(doc, 'TD', () => write(doc, amount, page.left + width - 110, printed.y, 110, 'right'))
    })
    printed.y += 15
  }
  endTable()
}

const headingsHeight = rowHeight + 4

function printHeadings(doc: Doc, { tax }: PdfHead, printed: Printed): void {
  doc.fillColor(ink.grey).fontSize(8)
  printRow(
    doc,
    columns.map(({ name }) => text(`settlements.file.pdf.column.${name}`, { tax })),
    printed,
    'bold',
    'TH',
  )
  rule(doc, printed.y)
  printed.y += headingsHeight - rowHeight
  doc.fillColor(ink.dark)
}

function printRow(doc: Doc, cells: readonly string[], printed: Printed, font: string, cell: 'TH' | 'TD' = 'TD'): void {
  doc.font(font).fontSize(8)
  let x = page.left
  const printCells = () =>
    columns.forEach(({ width, right }, at) => {
      const words = cells[at] ?? ''
      const endCell = beginPart(doc, cell, cell === 'TH' ? { scope: 'Column' } : {})
      if (words !== '') write(doc, words, right ? x + 4 : x, printed.y, width - 4, right ? 'right' : 'left')
      endCell()
      x += width
    })
  if (printed.isTagged) part(doc, 'TR', printCells)
  else content(doc, printCells)
  printed.y += rowHeight
}

const amountOf = (amount: bigint) => (amount === 0n ? '' : formatAmount(cents(amount)))

const cellsOf = (line: FileLine): string[] => [
  formatDate(localDate(line.day)),
  // The column is narrow.
  text(
    line.kind === 'fee_minimum' || line.kind === 'repayment' || line.kind === 'vat_rounding' || line.kind === 'chargeback'
      ? `settlements.file.pdf.short.${line.kind}`
      : `settlements.file.kind.${line.kind}`,
  ),
  line.mid ?? '',
  line.month_from === null ? lineLabel(line) : monthLabel(line.month_from),
  amountOf(line.gross_cents),
  amountOf(-line.fee_cents),
  amountOf(-line.vat_cents),
  amountOf(-line.subsidy_cents),
  amountOf(line.net_cents),
]

const totalCells = ({ gross, fee, vat, subsidy, net }: Sums): string[] => [
  text('settlements.file.pdf.total'),
  '',
  '',
  '',
  ...[gross, -fee, -vat, -subsidy, net].map(amountOf),
]

function printFooter(doc: Doc, { issuer, sandbox }: PdfHead, { number, pages }: Printed): void {
  const width = page.right - page.left
  rule(doc, page.footer - 6)
  doc.fillColor(ink.grey).font('regular').fontSize(8)
  const words = [...(sandbox ? [text('settlements.file.sandbox')] : []), issuer, text('settlements.file.pdf.clock')]
  decoration(doc, () => {
    write(doc, words.join(' · '), page.left, page.footer, width - 90)
    write(doc, text('settlements.file.pdf.page', { page: number, pages }), page.right - 90, page.footer, 90, 'right')
  })
}
