import { withoutControls } from '#domain/platform/csvText'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { type CellBatch, type CellKind, type Column, csvAmount, headingsOf } from './csvLine.ts'

/** Rows per sheet, below XLSX's limit of 1 048 576; further rows go to another sheet. */
const sheetRows = 1_000_000
const dayOne = Date.UTC(1899, 11, 30)
/** Positions in `styles.xml`. */
const style = { day: 1, amount: 2, heading: 3 }

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

/** Characters, besides controls, that are not allowed in XML 1.0. */
const forbidden = /[\ufffe\uffff]/g
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** A text as programs show it: XML has one kind of line end, and `_x0041_` would be read as the letter of that number. */
const xmlText = (value: string) =>
  withoutControls(value)
    .replace(forbidden, '')
    .replace(/\r\n?/g, '\n')
    .replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? '')

/** The letters of a column from 0: A to Z, then AA. */
const columnName = (at: number): string => (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
const columnNames = Array.from({ length: 702 }, (_, at) => columnName(at))

/** `place`: of the cell, such as B7. Some readers (exceljs) need it, although the standard lets it out. */
function cellXml(place: string, kind: CellKind, cell: string, heading: boolean): string {
  if (cell === '') return ''
  switch (kind) {
    case 'text':
    case 'word':
      return `<c r="${place}" t="inlineStr"${heading ? ` s="${style.heading}"` : ''}><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
    case 'amount':
      return `<c r="${place}" s="${style.amount}"><v>${csvAmount(cell).replace(',', '.')}</v></c>`
    case 'count':
      return `<c r="${place}"><v>${cell}</v></c>`
    case 'day':
      return `<c r="${place}" s="${style.day}"><v>${(Date.parse(`${cell}T00:00:00Z`) - dayOne) / 86_400_000}</v></c>`
  }
}

/** `number`: of the row in its sheet, from 1. */
function rowXml(number: number, columns: readonly Column[], cells: readonly string[], heading = false): string {
  let row = `<row r="${number}">`
  columns.forEach(({ kind }, at) => {
    row += cellXml(`${columnNames[at]}${number}`, kind, cells[at] ?? '', heading)
  })
  return `${row}</row>`
}

const stylesXml =
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

const workbookXml = (title: string, sheets: number) =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbers(sheets)
    .map((n) => `<sheet name="${xmlText(n === 1 ? title : `${title} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('')}</sheets></workbook>`

const relationsXml = (sheets: number) =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${numbers(sheets)
    .map((n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`

const rootRelationsXml = `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const typesXml = (sheets: number) =>
  `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
  `<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${numbers(
    sheets,
  )
    .map(
      (n) =>
        `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
    .join('')}</Types>`

/** Streams an XLSX file: texts as inline strings (never formulas), amounts as numbers, days as dates. */
export async function* xlsxBook(
  title: string,
  columns: readonly Column[],
  headings: readonly string[],
  batches: AsyncIterable<CellBatch>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 1 })
    zip.add(file)
    return file
  }
  const head = rowXml(1, headingsOf(columns), headings, true)
  let sheets = 0
  let rows = 0
  let sheet: ZipDeflate | undefined
  const open = () => {
    sheets += 1
    rows = 0
    sheet = add(`xl/worksheets/sheet${sheets}.xml`)
    sheet.push(
      strToU8(
        `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${head}`,
      ),
    )
    return sheet
  }
  const close = () => sheet?.push(strToU8('</sheetData></worksheet>'), true)
  open()
  for await (const batch of batches) {
    let written = ''
    for (const cells of batch.rows) {
      if (rows === sheetRows) {
        sheet?.push(strToU8(written))
        written = ''
        close()
        open()
      }
      rows += 1
      written += rowXml(rows + 1, batch.columns, cells)
    }
    sheet?.push(strToU8(written))
    yield* ready
    ready = []
  }
  close()
  const parts = {
    'xl/workbook.xml': workbookXml(title, sheets),
    'xl/_rels/workbook.xml.rels': relationsXml(sheets),
    'xl/styles.xml': stylesXml,
    '_rels/.rels': rootRelationsXml,
    '[Content_Types].xml': typesXml(sheets),
  }
  for (const [name, xml] of Object.entries(parts)) add(name).push(strToU8(xml), true)
  zip.end()
  yield* ready
}
