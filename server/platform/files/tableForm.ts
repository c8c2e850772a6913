import { csvOfCopied } from './copiedCsv.ts'
import { withoutBackslashes, type CopiedRows } from './copiedRows.ts'
import { csvLines } from './csvLine.ts'
import type { TableColumn } from './table.ts'

/** How rows of a table reach their file. */
export type TableForm<Content> = {
  /** What makes content of one batch after another; it is to be used before the next is asked for. */
  reader(columns: readonly TableColumn[]): (rows: CopiedRows) => Content
  /** Rows that are known here: amounts and counts as digits, days as YYYY-MM-DD, codes. */
  write(columns: readonly TableColumn[], rows: readonly string[][]): Content
}

const wordOf = ({ words }: TableColumn, cell: string): string => words?.[cell] ?? cell
const inWords = (columns: readonly TableColumn[], cells: readonly string[]): string[] =>
  columns.map((column, at) => wordOf(column, cells[at] ?? ''))

/** Lines of Spain's CSV, as `csvLines` writes them. */
export const csvForm: TableForm<Buffer> = {
  reader: csvOfCopied,
  write: (columns, rows) =>
    Buffer.from(
      csvLines(
        columns,
        rows.map((cells) => inWords(columns, cells)),
      ),
    ),
}

/** Rows of cells, each a plain string, taken apart as they are asked for; in words, or for machines in codes. */
export const cellForm = (asCodes: boolean): TableForm<Iterable<string[]>> => {
  const said = asCodes ? (_: readonly TableColumn[], cells: string[]) => cells : inWords
  return {
    reader: (columns) =>
      function* (rows) {
        for (let row = 0; row < rows.count; row += 1) yield said(columns, cellsOf(rows, row, columns.length))
      },
    write: (columns, rows) => rows.map((cells) => said(columns, cells)),
  }
}

const missing = '\\N'

/** The cells of a row; one that holds nothing is ''. */
function cellsOf(rows: CopiedRows, row: number, width: number): string[] {
  const cells = rows.bytes.toString('utf8', rows.begin(row, 0), rows.end(row, width - 1)).split('\t')
  return cells.map((cell) => (cell === missing ? '' : withoutBackslashes(cell)))
}
