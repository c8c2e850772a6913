import { createRequire } from 'node:module'
import type ExcelJS from 'exceljs'
import { expect } from 'vitest'
import { read as readWorkbook } from 'xlsx'
import { withoutControls } from '#domain/platform/csvText'

/** Its build for browsers, which needs no other package (docs/decisions/0073-spreadsheet-readers.md). */
const { Workbook } = createRequire(import.meta.url)('exceljs/dist/exceljs.min.js') as typeof ExcelJS

/** What a program finds in a cell; null: nothing. */
type Cell = string | number | { day: string } | null
/** A sheet's rows; the first has the headings. */
type Rows = Cell[][]

const dayOf = (at: Date): Cell => ({ day: at.toISOString().slice(0, 10) })

async function byExceljs(book: Uint8Array): Promise<Rows> {
  const workbook = await new Workbook().xlsx.load(Uint8Array.from(book).buffer)
  const rows: Rows = []
  workbook.worksheets[0]?.eachRow((row) => {
    const cells: Cell[] = []
    for (let at = 1; at <= row.cellCount; at += 1) {
      const { value } = row.getCell(at)
      cells.push(value instanceof Date ? dayOf(value) : (value as Cell))
    }
    rows.push(cells)
  })
  return rows
}

/** Days by their number format: this version makes dates of the machine's own time zone. */
function bySheetJs(book: Uint8Array): Rows {
  const { SheetNames, Sheets } = readWorkbook(book, { dense: true, cellNF: true })
  const sheet = Sheets[SheetNames[0] ?? ''] as unknown as ({ t: string; v: string | number; z?: string } | undefined)[][]
  return Array.from(sheet, (row) =>
    Array.from(row, (cell) => {
      if (!cell) return null
      if (cell.t === 'n' && cell.z === 'dd\\.mm\\.yyyy') return dayOf(new Date(Date.UTC(1899, 11, 30 + Number(cell.v))))
      return cell.v
    }),
  )
}

/** The first sheet of a book as exceljs and as SheetJS read it, rows filled up to the headings. */
export async function readBook(book: Uint8Array): Promise<[exceljs: Rows, sheetJs: Rows]> {
  const even = (rows: Rows): Rows =>
    rows.map((row) => [...row, ...Array<null>(Math.max(0, (rows[0]?.length ?? 0) - row.length)).fill(null)])
  return [even(await byExceljs(book)), even(bySheetJs(book))]
}

/** A cell of a JSON file as a book has it: amounts in euros, days as dates. Codes are words in a book, or nothing: `found` is taken when it is. */
function expectedCell(name: string, value: string | number | null, found: Cell | undefined): Cell {
  if (typeof value === 'number') return /(^|_)amount$|_rate$/.test(name) ? value / 100 : value
  if (value === null) return null
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return { day: value }
  if (/^[a-z][a-z_]*$/.test(value) && typeof found !== 'number' && found !== undefined) return found
  return withoutControls(value).replaceAll(/\r\n?/g, '\n')
}

/**
 * Expects that both libraries read the same from a book, and that it has the rows of the JSON file `json`, cell by cell. Returns its last row, and the sum of each
 * column of amounts in cents, by its name in the JSON file.
 */
export async function expectSameRows(book: Uint8Array, json: string): Promise<{ last: Cell[]; sums: Record<string, number> }> {
  const [read, other] = await readBook(book)
  expect(other).toHaveLength(read.length)
  for (const [nth, row] of read.entries()) expect(other[nth]).toEqual(row)
  const { rows } = JSON.parse(json) as { rows: Record<string, string | number | null>[] }
  expect(rows.length).toBeGreaterThan(0)
  const found = read.slice(1, rows.length + 1)
  const sums: Record<string, number> = {}
  for (const [nth, row] of rows.entries()) {
    const cells = found[nth] ?? []
    expect(cells).toEqual(Object.entries(row).map(([name, value], at) => expectedCell(name, value, cells[at])))
    for (const [at, name] of Object.keys(row).entries())
      if (name.endsWith('amount')) sums[name] = (sums[name] ?? 0) + Math.round(Number(cells[at]) * 100)
  }
  return { last: read.at(-1) ?? [], sums }
}
