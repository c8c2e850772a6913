import { setImmediate } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql, type Sql } from '../db/sql.ts'

const batchRows = 1_000

/** Between the cells of a line that PostgreSQL joins: a character that no text may contain. Half the cost of JSON, for both sides. */
export const cellEnd = '\u001f'
/** Between lines that belong together, where a statement joins such. */
export const lineEnd = '\u001e'
// Between the lines of a batch, which travels as one value: a row apiece would cost more than all the rest of reading it.
const rowEnd = '\u001d'
/** A text without any of them. */
export const cleanText = (column: Sql): Sql => sql`translate(${column}, ${cellEnd + lineEnd + rowEnd}, '')`

/** Rows that are taken apart only when they are asked for, one at a time. */
export type LineBatch<Row> = Iterable<Row> & { readonly length: number }

/**
 * The rows of a file in batches, every cell a text: `query` selects them as `line`, its cells joined by `cellEnd`, at most `limit` that come after
 * the last row. Each batch is read on its own while the one before is written out, so that a slow reader holds no connection.
 */
export async function* keysetBatches<Row extends readonly string[]>(
  database: Database,
  scope: Scope,
  query: (last: Row | undefined, limit: number) => Sql,
  limit = batchRows,
): AsyncGenerator<LineBatch<Row>> {
  // As many cells as the query writes.
  const rowOf = (line: string) => line.split(cellEnd) as unknown as Row
  const read = async (last: string | undefined): Promise<string[]> => {
    const joined = sql`select string_agg(b.line, ${rowEnd}) as lines from (${query(last === undefined ? last : rowOf(last), limit)}) b`
    const batch = await database.read(scope, (db) => db.first<{ lines: string | null }>(joined))
    return batch?.lines?.split(rowEnd) ?? []
  }
  let next: Promise<string[]> | undefined = read(undefined)
  while (next) {
    const lines: string[] = await next
    next = lines.length === limit ? read(lines.at(-1)) : undefined
    // The reader may leave before this one is awaited.
    next?.catch(() => {})
    // Lets the next query leave before the reader works on these rows.
    await setImmediate()
    if (lines.length > 0) yield { length: lines.length, [Symbol.iterator]: () => each(lines, rowOf) }
  }
}

/** What a function makes of each, one at a time. */
export function* each<T, Made>(all: Iterable<T>, made: (one: T) => Made): Generator<Made> {
  for (const one of all) yield made(one)
}
