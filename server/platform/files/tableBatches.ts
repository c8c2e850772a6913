import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { joinSql, sql, type Sql } from '../database/sql.ts'
import { CopiedRows, sumOf } from './copiedRows.ts'
import type { Table, TableForm } from './table.ts'

/** About one megabyte, or 20 ms in PostgreSQL; planning a batch takes a twentieth of that. */
const batchRows = 4_000

/** A converted batch, its number of rows and keys, and the sums of its summed columns. */
export type TableBatch<Content> = { keys: number; rows: number; sums: ReadonlyMap<string, bigint>; content: Content }

/** The form of the content, and the columns to sum. */
type Making<Content> = { form: TableForm<Content>; summed: readonly string[] }

type Key = readonly string[]

/**
 * The rows of a table in batches (keyset pagination): each is one COPY that starts after the last key of the previous one, in a slot shared by all files.
 * The next batch is read while one is written; none holds a connection or snapshot for a slow reader. Counts and sums are of the rows that were read. The
 * content must be used before the next batch is requested. Waiting reads are aborted when the reader disconnects; `signal` says so while one is awaited.
 */
export async function* tableBatches<Content>(
  database: Database,
  scope: Scope,
  table: Table,
  { form, summed }: Making<Content>,
  signal?: AbortSignal,
): AsyncGenerator<TableBatch<Content>> {
  const { columns, key, perKey } = table
  const leaving = new AbortController()
  const aborted = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
  const contentOf = form.reader(columns)
  const sums = summed.map((name) => ({ name, at: columns.findIndex((column) => column.name === name) }))
  const newRows = () => new CopiedRows({ keys: key.length, isMarked: perKey !== undefined }, columns.length)
  const read = async (into: CopiedRows, after: Key | null) => {
    await database.readBatch(scope, (db) => db.copy(linesOf(table, after), into.buffer), aborted)
    return into.read()
  }
  let [reading, spare] = [read(newRows(), null), newRows()]
  try {
    for (;;) {
      const rows = await reading
      const isLast = rows.lines < batchLimit(table)
      if (!isLast) {
        reading = read(spare, rows.lastKey)
        // The reader may disconnect before this one is awaited.
        reading.catch(() => {})
        spare = rows
        // Lets it be sent before these rows are processed.
        await setImmediate()
      }
      if (rows.lines > 0)
        yield {
          keys: perKey?.keys ?? rows.count,
          rows: rows.count,
          sums: new Map(sums.map(({ name, at }) => [name, sumOf(rows, at)])),
          content: contentOf(rows),
        }
      if (isLast) return
    }
  } finally {
    leaving.abort()
  }
}

/** Lines of a full batch: a key with any number of rows has at least one line. */
const batchLimit = ({ perKey }: Table): number => perKey?.keys ?? batchRows

/** The lines of a batch: key, mark, cells. */
function linesOf(table: Table, after: Key | null): Sql {
  const { columns, from, where, key, perKey } = table
  const keys = joinSql(key.map(({ by }) => by))
  const cells = joinSql(columns.map((column) => column.from))
  // The start of the batch comes first: of several bounds on one column PostgreSQL starts the index scan at the first one. With the report's date range
  // first, each batch would scan all earlier rows again.
  const nextRows = sql`${past(table, after)} and ${where} order by ${orderOf(table)} limit ${batchLimit(table)}`
  if (!perKey) return sql`select ${keys}, ${cells} from ${from} where ${nextRows}`
  const { of, join, isThere, order } = perKey
  return sql`select ${keys}, ${isThere}, ${cells} from (select ${of}.* from ${from} where ${nextRows}) ${of} ${join} order by ${orderOf(table)}, ${order}`
}

const orderOf = ({ key, newestFirst = false }: Table): Sql => joinSql(key.map(({ by }) => (newestFirst ? sql`${by} desc` : by)))

/** SQL condition: rows after a key. */
function past({ key, newestFirst = false }: Table, last: Key | null): Sql {
  if (last === null) return sql`true`
  const bounds = joinSql(key.map(({ type }, at) => cast(last[at] ?? '', type)))
  return sql`(${joinSql(key.map(({ by }) => by))}) ${newestFirst ? sql`<` : sql`>`} (${bounds})`
}

function cast(value: string, type: Table['key'][number]['type']): Sql {
  if (type === 'uuid') return sql`${value}::uuid`
  if (type === 'text') return sql`${value}::text`
  return type === 'date' ? sql`${value}::date` : sql`${value}::timestamptz`
}
