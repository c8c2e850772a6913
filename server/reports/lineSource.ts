import { sql, type Sql } from '../db/sql.ts'
import type { Column } from '../files/cells.ts'
import { cellEnd, each, keysetBatches } from '../files/keysetBatches.ts'
import { text } from '../http/messages.ts'
import type { RowSource, Wanted } from './rowSource.ts'

/** A column, what it reads, and for codes, the key of the words for one. */
export type LineColumn = Column & { from: Sql; words?: (code: string) => string }

/** The cells of a line as PostgreSQL joins them; nothing is ''. */
export const joined = (parts: readonly Sql[]): Sql =>
  sql`concat_ws(${cellEnd}, ${parts.map((part) => sql`coalesce((${part})::text, '')`).reduce((all, part) => sql`${all}, ${part}`)})`

/** Rows of what people read, from cells in the order of the columns: words for codes, unless a machine reads them. */
export function wordsFor(columns: readonly Pick<LineColumn, 'words'>[], asCodes: boolean): (cells: string[]) => string[] {
  if (asCodes) return (cells) => cells
  const known = new Map<string, string>()
  const word = (key: string) => {
    const found = known.get(key) ?? text(key)
    known.set(key, found)
    return found
  }
  return (cells) => cells.map((cell, at) => (cell !== '' && columns[at]?.words ? word(columns[at].words(cell)) : cell))
}

/** Words above columns. */
export const headingsOver = (columns: readonly Column[]): string[] => columns.map(({ name }) => text(`reports.file.column.${name}`))

type LineShape = {
  columns: readonly LineColumn[]
  sums: readonly string[]
  total: string | null
  /** What each row is, with its joins and without its order: `from … where …`. */
  rows: Sql
  /** What orders the rows and never changes: a column and its type; never null, together unique. */
  key: readonly { by: Sql; type: 'timestamptz' | 'uuid' | 'date' }[]
  newestFirst?: boolean
}

/** Rows that one statement can read in the order of a key. */
export function lineSource({ database, scope, asCodes }: Wanted, shape: LineShape): RowSource {
  const { columns, sums, total, rows, key, newestFirst = false } = shape
  const keys = key.map(({ by }) => by).reduce((all, one) => sql`${all}, ${one}`)
  const line = joined([...key.map(({ by }) => by), ...columns.map(({ from }) => from)])
  const order = key.map(({ by }) => (newestFirst ? sql`${by} desc` : by)).reduce((all, one) => sql`${all}, ${one}`)
  const inWords = wordsFor(columns, asCodes)
  const after = (last: readonly string[] | undefined): Sql => {
    if (!last) return sql`true`
    const values = key.map(({ type }, at) => cast(last[at] ?? '', type)).reduce((all, one) => sql`${all}, ${one}`)
    return newestFirst ? sql`(${keys}) < (${values})` : sql`(${keys}) > (${values})`
  }
  return {
    columns,
    headings: headingsOver(columns),
    sums,
    total,
    count: sql`select count(*)::integer as many ${rows}`,
    async *batches() {
      const query = (last: string[] | undefined, limit: number) =>
        sql`select ${line} as line ${rows} and ${after(last)} order by ${order} limit ${limit}`
      for await (const batch of keysetBatches<string[]>(database, scope, query, { width: key.length + columns.length }))
        yield { done: batch.length, rows: each(batch, (cells) => inWords(cells.slice(key.length))) }
    },
  }
}

function cast(value: string, type: 'timestamptz' | 'uuid' | 'date'): Sql {
  if (type === 'uuid') return sql`${value}::uuid`
  return type === 'date' ? sql`${value}::date` : sql`${value}::timestamptz`
}
