import type { Sql } from '../database/sql.ts'
import { csvOfCopied } from './copiedCsv.ts'
import { type CopiedRows, withoutBackslashes } from './copiedRows.ts'
import { csvLines, type TableColumn } from './csvLine.ts'

/** Rows of a file, read with COPY in batches ordered by an immutable key, so that no row is duplicated or skipped. */
export type Table = {
  columns: readonly TableColumn[]
  /** The from and where clauses. */
  from: Sql
  where: Sql
  /** Sort key: not null, together unique. */
  key: readonly { by: Sql; type: 'timestamptz' | 'uuid' | 'date' | 'text' }[]
  newestFirst?: boolean
  /** If a key (of table `of`) has any number of rows: their left join, the condition that one exists, their order, and the keys per batch. */
  perKey?: { of: Sql; join: Sql; isThere: Sql; order: Sql; keys: number }
}

/** The key of rows in chronological order. */
export const timeKey = (at: Sql, id: Sql): Table['key'] => [
  { by: at, type: 'timestamptz' },
  { by: id, type: 'uuid' },
]

/** How the rows of a table are converted for a file. */
export type TableForm<Content> = {
  /** Converts one batch after another; the result must be used before the next batch is read. */
  reader(columns: readonly TableColumn[]): (rows: CopiedRows) => Content
  /** Converts rows that were not read with COPY: amounts and counts as digits, days as YYYY-MM-DD, codes. */
  write(columns: readonly TableColumn[], rows: readonly string[][]): Content
}

const wordOf = ({ words }: TableColumn, cell: string): string => words?.[cell] ?? cell
const inWords = (columns: readonly TableColumn[], cells: readonly string[]): string[] =>
  columns.map((column, at) => wordOf(column, cells[at] ?? ''))

/** Lines of CSV for Spanish spreadsheets, as written by `csvLines`. */
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

/** Rows of cells as strings, converted on demand; translated, or as codes. */
export const cellForm = (asCodes: boolean): TableForm<Iterable<string[]>> => {
  const toText = asCodes ? (_: readonly TableColumn[], cells: string[]) => cells : inWords
  return {
    reader: (columns) =>
      function* (rows) {
        for (let row = 0; row < rows.count; row += 1) yield toText(columns, cellsOf(rows, row, columns.length))
      },
    write: (columns, rows) => rows.map((cells) => toText(columns, cells)),
  }
}

const missing = '\\N'

/** The cells of a row; '' for null. */
function cellsOf(rows: CopiedRows, row: number, width: number): string[] {
  const cells = rows.bytes.toString('utf8', rows.begin(row, 0), rows.end(row, width - 1)).split('\t')
  return cells.map((cell) => (cell === missing ? '' : withoutBackslashes(cell)))
}
