import { setImmediate } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql, type Sql } from '../db/sql.ts'

const batchRows = 1000

/** Between the cells of a line that PostgreSQL joins: a character that no text may contain. Half the cost of JSON, for both sides. */
export const cellEnd = '\u001f'
/** Between the lines of a batch, which travels as one value: a row apiece would cost more than all the rest of reading it. */
const rowEnd = '\u001d'
/** A text without any of them. */
const cleanText = (column: Sql): Sql => sql`translate(${column}, ${`${rowEnd}\u001e${cellEnd}`}, '')`

/** Rows that are taken apart only when they are asked for, one at a time. */
type LineBatch<Row> = Iterable<Row> & { readonly length: number }

/** `clean` takes out of a text what no text may contain. */
export type LineQuery<Row> = (last: Row | undefined, limit: number, clean: (column: Sql) => Sql) => Sql

type Lines = { lines: string[]; isClean: boolean }
const asItIs = (column: Sql) => column

/**
 * The rows of a file in batches, every cell a text: `query` selects them as `line`, its cells joined by `cellEnd`, at most `limit` that come
 * after the last row. Each batch is read on its own, in its turn among all files, while the one before is written out, so that a slow reader holds no
 * connection; one that still waits is given up when the reader leaves.
 *
 * With a `width`, the number of cells of every line, texts are cleaned only where one holds what none may contain, because that costs a third of reading: such a batch has too many lines, or a line too
 * many cells, and is read again from there.
 */
export async function* keysetBatches<Row extends readonly string[]>(
  database: Database,
  scope: Scope,
  query: LineQuery<Row>,
  { width, limit = batchRows }: { width?: number; limit?: number },
): AsyncGenerator<LineBatch<Row>> {
  const leaving = new AbortController()
  // As many cells as the query writes; where they are not, nobody gets to see them.
  const rowOf = (line: string) => line.split(cellEnd) as unknown as Row // the query joins as many cells as a row has
  const isBroken = (row: Row) => width !== undefined && row.length !== width
  const read = async (last: Row | undefined, isClean: boolean): Promise<Lines> => {
    const some = query(last, limit, isClean ? cleanText : asItIs)
    const lined = sql`select string_agg(b.line, ${rowEnd}) as lines, count(*)::integer as many from (${some}) b`
    const batch = await database.readBatch(scope, (db) => db.first<{ lines: string | null; many: number }>(lined), leaving.signal)
    const lines = batch?.lines?.split(rowEnd) ?? []
    return lines.length === batch?.many || isClean ? { lines, isClean } : read(last, true)
  }
  const readAfter = (line: string | undefined) => {
    const last = line === undefined ? undefined : rowOf(line)
    // A line with too many cells has no key to go on from.
    return last !== undefined && isBroken(last) ? undefined : read(last, false)
  }
  let before: Row | undefined
  let next: Promise<Lines> | undefined = read(undefined, false)
  try {
    while (next) {
      const { lines, isClean }: Lines = await next
      next = lines.length === limit ? readAfter(lines.at(-1)) : undefined
      // The reader may leave before this one is awaited.
      next?.catch(() => {})
      // Lets the next query leave before the reader works on these rows.
      await setImmediate()
      let broken = false
      const rows = function* (): Generator<Row> {
        for (const line of lines) {
          const row = rowOf(line)
          broken = isBroken(row)
          if (broken && isClean) throw new Error('a line of a file has not the cells that it should have')
          if (broken) return
          before = row
          yield row
        }
      }
      if (lines.length > 0) yield { length: lines.length, [Symbol.iterator]: rows }
      if (broken) next = read(before, true)
    }
  } finally {
    leaving.abort()
  }
}
