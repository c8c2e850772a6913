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
import { type ContractFacts, type ContractRow, contractSections, type ContractTable, stateOf, titleOf } from './contractSections.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const width = paper.right - paper.left
const labelWidth = 170
const amountWidth = 110
const cellGap = 5

/** A page under way: `room` begins another one when so many points do not fit on this one, and tells whether it did. */
type Page = { y: number; room(height: number): boolean }

/** The contract, or the information before it, as a PDF with page numbers; the same bytes for the same facts and brand. */
export async function contractPdf(facts: ContractFacts, letterhead: Letterhead): Promise<Uint8Array[]> {
  const { sale, lender, sandbox, signedAt, today } = facts
  const createdAt = signedAt ?? new Date(`${today}T00:00:00Z`)
  const { doc, end } = await openPdf({ title: titleOf(facts), author: lender.name, createdAt, keepsPages: true })
  doc.addPage()
  const page: Page = {
    y: writeHead(doc, {
      issuer: lender.name,
      letterhead,
      tag: sandbox ? text('consumer.contract.sandboxTag') : sale.mid === null ? '' : text('consumer.contract.order', { order: sale.mid }),
    }),
    room(height) {
      if (page.y + height <= paper.bottom) return false
      doc.addPage()
      page.y = paper.top
      return true
    },
  }
  printTop(doc, page, facts)
  for (const { title, rows, table } of contractSections(facts)) {
    doc.font('bold').fontSize(12)
    const titleHeight = 14 + wrapped(doc, title, width).length * 16 + 4
    page.room(titleHeight + (table ? tableLayout(doc, table).topHeight : 2 * lineHeight))
    page.y += 14
    doc.font('bold').fontSize(12).fillColor(ink.dark)
    page.y += part(doc, 'H2', () => writeAll(doc, title, paper.left, page.y, width, 16)) + 4
    if (table) printTable(doc, page, table)
    if (table && rows.length > 0) page.y += 10
    for (const one of rows) printRow(doc, page, one)
  }
  printFooters(doc, facts)
  return end()
}

function printTop(doc: PdfDoc, page: Page, facts: ContractFacts): void {
  const notes = [...(facts.sandbox ? [text('consumer.contract.sandbox')] : []), text('consumer.legal.warning')]
  doc.font('bold').fontSize(19).fillColor(ink.dark)
  page.y += part(doc, 'H1', () => writeAll(doc, titleOf(facts), paper.left, page.y, width, 24)) + 4
  doc.font('regular').fontSize(10).fillColor(ink.grey)
  page.y += writeAll(doc, stateOf(facts), paper.left, page.y, width) + 10
  for (const words of notes) {
    doc.font('bold').fontSize(10)
    const height = wrapped(doc, words, width - 20).length * lineHeight + 12
    decoration(doc, () => doc.rect(paper.left, page.y, width, height).lineWidth(0.8).strokeColor(ink.dark).stroke())
    doc.fillColor(ink.dark)
    writeAll(doc, words, paper.left + 10, page.y + 6, width - 20)
    page.y += height + 6
  }
}

function printRow(doc: PdfDoc, page: Page, { label, value, isAmount, isTotal }: ContractRow): void {
  const wide = isAmount ? width - amountWidth : labelWidth - 10
  doc.font(isTotal ? 'bold' : 'regular').fontSize(10)
  const height =
    Math.max(wrapped(doc, label, wide).length, isAmount ? 1 : wrapped(doc, value, width - labelWidth).length) * lineHeight + cellGap
  page.room(height)
  paragraph(doc, () => {
    writeAll(doc.fillColor(isTotal ? ink.dark : ink.grey), label, paper.left, page.y, wide)
    doc.fillColor(ink.dark)
    if (isAmount) write(doc, value, paper.right - amountWidth, page.y, amountWidth, 'right')
    else writeAll(doc, value, paper.left + labelWidth, page.y, width - labelWidth)
  })
  page.y += height
  rule(doc, page.y - 3)
}

/** The widths of a table's columns of words and of figures, the height of a line, and that of what stays together below its title. */
function tableLayout(doc: PdfDoc, { columns, left, rows, total }: ContractTable) {
  const figureWidth = left === 1 ? 90 : 100
  const wordWidth = (width - (columns.length - left) * figureWidth) / left
  const heightOf = (cells: readonly string[], font: 'regular' | 'bold') => {
    doc.font(font).fontSize(10)
    return Math.max(...cells.slice(0, left).map((cell) => wrapped(doc, cell, wordWidth - 8).length)) * lineHeight + cellGap
  }
  /** Of a row, with the total below the last. */
  const rowHeight = (at: number) => heightOf(rows[at] ?? [''], 'regular') + (at === rows.length - 1 ? heightOf(total, 'bold') : 0)
  return { figureWidth, wordWidth, heightOf, rowHeight, topHeight: heightOf(columns, 'bold') + rowHeight(0) }
}

/** A table, with its headings again on every page; the total stands below its last row. */
function printTable(doc: PdfDoc, page: Page, table: ContractTable): void {
  const { columns, left, rows, total } = table
  const { figureWidth, wordWidth, heightOf, rowHeight } = tableLayout(doc, table)
  const printLine = (cells: readonly string[], font: 'regular' | 'bold', colour: string, name: 'TH' | 'TD' = 'TD') => {
    const height = heightOf(cells, font)
    doc.fillColor(colour)
    const endRow = beginPart(doc, 'TR')
    cells.forEach((cell, at) => {
      const endCell = beginPart(doc, name, name === 'TH' ? { scope: 'Column' } : {})
      if (at < left) writeAll(doc, cell, paper.left + at * wordWidth, page.y, wordWidth - 8)
      else if (cell !== '')
        write(doc, cell, paper.left + left * wordWidth + (at - left) * figureWidth + 4, page.y, figureWidth - 4, 'right')
      endCell()
    })
    endRow()
    page.y += height
    rule(doc, page.y - 3)
  }
  const printHeadings = () => printLine(columns, 'bold', ink.grey, 'TH')
  const endTable = beginPart(doc, 'Table')
  printHeadings()
  rows.forEach((cells, at) => {
    if (page.room(rowHeight(at))) decoration(doc, printHeadings)
    printLine(cells, 'regular', ink.dark)
  })
  printLine(total, 'bold', ink.dark)
  endTable()
}

function printFooters(doc: PdfDoc, { sale, lender, sandbox }: ContractFacts): void {
  const { count } = doc.bufferedPageRange()
  const reference = text('consumer.contract.reference', { id: hexOf(sale.operationId) })
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at)
    rule(doc, paper.footer - 6)
    doc.font('regular').fontSize(8).fillColor(ink.grey)
    const words = [...(sandbox ? [text('consumer.contract.sandboxTag')] : []), lender.name, reference].join(' · ')
    decoration(doc, () => {
      write(doc, words, paper.left, paper.footer, width - 90)
      write(doc, text('consumer.contract.page', { page: at + 1, pages: count }), paper.right - 80, paper.footer, 80, 'right')
    })
  }
}
