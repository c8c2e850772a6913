import type { Sql } from '../database/sql.ts'
import { csvOfCopied } from './copiedCsv.ts'
import { type CopiedRows, withoutBackslashes } from './copiedRows.ts'
import { type Column, csvLines } from './csvLine.ts'

/**
 * A column and what PostgreSQL reads for it: a text, for amounts and counts a whole number, for days a date. `words`: what people read for its codes,
 * where machines read the codes.
 */
export type TableColumn = Column & { from: Sql; words?: Readonly<Record<string, string>> }

/** Rows of a file that PostgreSQL copies out, batch by batch in the order of a key that never changes: none comes twice or is left out. */
export type Table = {
  columns: readonly TableColumn[]
  /** What is read, with its joins, and which of it. */
  from: Sql
  where: Sql
  /** What orders the rows: never null, together unique. */
  key: readonly { by: Sql; type: 'timestamptz' | 'uuid' | 'date' | 'text' }[]
  newestFirst?: boolean
  /** Where a key of one table (`of`, its name) stands for any number of rows: their left join, what is true of one that is there, their order, and how many keys a batch takes. */
  perKey?: { of: Sql; join: Sql; isThere: Sql; order: Sql; keys: number }
}

/** The key of rows in the order in which they came to be. */
export const timeKey = (at: Sql, id: Sql): Table['key'] => [
  { by: at, type: 'timestamptz' },
  { by: id, type: 'uuid' },
]

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
