import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { listed, sql, type Sql } from '../database/sql.ts'
import { CopiedRows, sumOf } from './copiedRows.ts'
import type { Table, TableForm } from './table.ts'

/** A megabyte, 20 ms of PostgreSQL's: planning a batch anew is a twentieth of that. */
const batchRows = 4_000

/** A batch of rows as a form makes them, how many it has, how many keys it walked at most, and what its summed columns come to. */
export type TableBatch<Content> = { keys: number; rows: number; sums: ReadonlyMap<string, bigint>; content: Content }

/** What is made of a table: in which form, and which columns are summed up. */
type Making<Content> = { form: TableForm<Content>; summed: readonly string[] }

type Key = readonly string[]

/**
 * The rows of a table in batches, each copied by one statement that begins after the key with which the one before ended, in its turn among all files:
 * the next is read while one is written out, none holding a connection or what it sees for a slow reader. What is counted and summed up is what was
 * read. A content is to be used before the next is asked for. What still waits is given up when the reader leaves, of which `gone` tells while one is awaited.
 */
export async function* tableBatches<Content>(
  database: Database,
  scope: Scope,
  table: Table,
  { form, summed }: Making<Content>,
  gone?: AbortSignal,
): AsyncGenerator<TableBatch<Content>> {
  const { columns, key, perKey } = table
  const leaving = new AbortController()
  const left = gone ? AbortSignal.any([gone, leaving.signal]) : leaving.signal
  const contentOf = form.reader(columns)
  const sums = summed.map((name) => ({ name, at: columns.findIndex((column) => column.name === name) }))
  const newRows = () => new CopiedRows({ keys: key.length, isMarked: perKey !== undefined }, columns.length)
  const read = async (into: CopiedRows, after: Key | null) => {
    await database.readBatch(scope, (db) => db.copy(linesOf(table, after), into.room), left)
    return into.read()
  }
  let [reading, spare] = [read(newRows(), null), newRows()]
  try {
    for (;;) {
      const rows = await reading
      const isLast = rows.lines < mostOf(table)
      if (!isLast) {
        reading = read(spare, rows.lastKey)
        // The reader may leave before this one is awaited.
        reading.catch(() => {})
        spare = rows
        // Lets it be sent before the reader works on these rows.
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

/** How many lines a batch has that may not be the last: a key that stands for any number of rows has one line at least. */
const mostOf = ({ perKey }: Table): number => perKey?.keys ?? batchRows

/** The lines of a batch: key, mark, cells. */
function linesOf(table: Table, after: Key | null): Sql {
  const { columns, from, where, key, perKey } = table
  const keys = listed(key.map(({ by }) => by))
  const cells = listed(columns.map((column) => column.from))
  // Where the batch begins comes first: of several bounds on one column an index is entered by the first that is said. With the report's own days before
  // it each batch would walk over all that was read before.
  const these = sql`${past(table, after)} and ${where} order by ${orderOf(table)} limit ${mostOf(table)}`
  if (!perKey) return sql`select ${keys}, ${cells} from ${from} where ${these}`
  const { of, join, isThere, order } = perKey
  return sql`select ${keys}, ${isThere}, ${cells} from (select ${of}.* from ${from} where ${these}) ${of} ${join} order by ${orderOf(table)}, ${order}`
}

const orderOf = ({ key, newestFirst = false }: Table): Sql => listed(key.map(({ by }) => (newestFirst ? sql`${by} desc` : by)))

/** What comes after a key. */
function past({ key, newestFirst = false }: Table, last: Key | null): Sql {
  if (last === null) return sql`true`
  const bounds = listed(key.map(({ type }, at) => cast(last[at] ?? '', type)))
  return sql`(${listed(key.map(({ by }) => by))}) ${newestFirst ? sql`<` : sql`>`} (${bounds})`
}

function cast(value: string, type: Table['key'][number]['type']): Sql {
  if (type === 'uuid') return sql`${value}::uuid`
  if (type === 'text') return sql`${value}::text`
  return type === 'date' ? sql`${value}::date` : sql`${value}::timestamptz`
}
