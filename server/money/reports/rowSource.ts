import { type LocalDate, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { text } from '../../platform/calls/messages.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, named, type Sql, sql } from '../../platform/database/sql.ts'
import type { CellKind, Column, TableColumn } from '../../platform/files/csvLine.ts'
import type { Table, TableForm } from '../../platform/files/table.ts'
import { type TableBatch, tableBatches } from '../../platform/files/tableBatches.ts'
import { customerNameInFiles, documentLabels } from '../../sales/lifecycle/customerName.ts'
import type { Filters } from '../../sales/lifecycle/filterConditions.ts'

/** What a file's rows are read from. */
export type RowQuery = {
  database: Database
  scope: Scope
  from: LocalDate
  to: LocalDate
  filters: Filters
  /** The name of the tax on fees. */ tax: string
}

/**
 * The rows of one type of report. Batches are read separately, ordered by a key that never changes, so that no row is duplicated or skipped; each row is
 * as it was when its batch was read. The closing line sums what was written.
 */
export type RowSource = {
  columns: readonly Column[]
  headings: readonly string[]
  /** Amounts that the closing line sums, and which of them is the file's total. */
  sums: readonly string[]
  total: string | null
  /** Counts the keys of all batches, as `many`, for the progress. */
  count: Sql
  batches<Content>(form: TableForm<Content>): AsyncIterable<TableBatch<Content>>
}

const column = (kind: CellKind, name: string, from: Sql): TableColumn => ({ name, kind, from })
export const amount = (name: string, from: Sql): TableColumn => column('amount', name, from)
export const count = (name: string, from: Sql): TableColumn => column('count', name, from)
export const day = (name: string, from: Sql): TableColumn => column('day', name, from)
/** Text typed by people. */
export const typed = (name: string, from: Sql): TableColumn => column('text', name, from)
/** A code and its translation. */
export const code = (name: string, from: Sql, words: TableColumn['words'] & object): TableColumn => ({
  ...column('word', name, from),
  words,
})
export const kindLabels = documentLabels('reports.file.kind')
export const settlementLabels = documentLabels('settlements.state')
export const refundLabels = documentLabels('reports.file.refund')
export const instalmentLabels = documentLabels('reports.file.instalment')
/** The day of an instant in Madrid. */
export const madridDate = (instant: Sql): Sql => sql`(${instant} at time zone 'Europe/Madrid')::date`
/** An id as 32 hexadecimal characters. */
export const id = (name: string, from: Sql): TableColumn => column('word', name, sql`replace((${from})::text, '-', '')`)
export const currency: TableColumn = column('word', 'currency', sql`'EUR'`)
export const customer: TableColumn = typed('customer', sql`case when o.id is not null then ${customerNameInFiles()} end`)
export const operation: TableColumn = id('operation', sql`o.id`)
export const mid: TableColumn = typed('mid', sql`o.mid`)
export const product: TableColumn = code('product', sql`o.product`, documentLabels('operations.product'))
/** SQL condition: an instant is in the date range, by days in Madrid. */
export const inDays = (instant: Sql, { from, to }: RowQuery): Sql =>
  sql`${instant} >= ${startOfMadridDay(from)} and ${instant} < ${startOfNextMadridDay(to)}`
/** Joins a row's operation, if it has one: a month's minimum fee has none. By the scope: see `takeLines` (settleShop.ts). */
export const itsOperation = (scope: Scope, alias: string): Sql =>
  sql`left join operations o on ${inScope(scope, 'o')} and o.id = ${named(alias)}.operation_id`

/** Column headings; `tax`: the name of the tax on fees. */
export const headingsOver = (columns: readonly Column[], tax: string): string[] =>
  columns.map(({ name }) => text(`reports.file.column.${name}`, { tax }))

/** A table as the rows of a report, with progress measured by its keys. */
export const tableSource = (
  { database, scope, tax }: Pick<RowQuery, 'database' | 'scope' | 'tax'>,
  table: Table,
  { sums, total }: Pick<RowSource, 'sums' | 'total'>,
): RowSource => ({
  columns: table.columns,
  headings: headingsOver(table.columns, tax),
  sums,
  total,
  count: sql`select count(*)::integer as many from ${table.from} where ${table.where}`,
  batches: (form) => tableBatches(database, scope, table, { form, summed: sums }),
})
