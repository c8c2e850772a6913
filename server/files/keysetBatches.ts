import { setImmediate } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql, type Sql } from '../db/sql.ts'

const batchRows = 1_000

/** Between the cells of a line that PostgreSQL joins: a character that no text may contain. Half the cost of JSON, for both sides. */
export const cellEnd = '\u001f'
/** A text without it. */
export const cleanText = (column: Sql): Sql => sql`translate(${column}, ${cellEnd}, '')`

/**
 * The rows of a file in batches, every cell a text: `query` selects them as `line`, its cells joined by `cellEnd`, at most `limit` that come after
 * the last row. Each batch is read on its own while the one before is written out, so that a slow reader holds no connection.
 */
export async function* keysetBatches<Row extends readonly string[]>(
  database: Database,
  scope: Scope,
  query: (last: Row | undefined, limit: number) => Sql,
  limit = batchRows,
): AsyncGenerator<Row[]> {
  const read = async (last: Row | undefined): Promise<Row[]> => {
    const rows = await database.read(scope, (db) => db.rows<{ line: string }>(query(last, limit)))
    // As many cells as the query writes.
    return rows.map(({ line }) => line.split(cellEnd) as unknown as Row)
  }
  let next: Promise<Row[]> | undefined = read(undefined)
  while (next) {
    const rows: Row[] = await next
    next = rows.length === limit ? read(rows.at(-1)) : undefined
    // The reader may leave before this one is awaited.
    next?.catch(() => {})
    // Lets the next query leave before the reader works on these rows.
    await setImmediate()
    if (rows.length > 0) yield rows
  }
}
