import { sql } from '../../platform/database/sql.ts'
import type { Column } from '../../platform/files/cells.ts'
import type { Table } from '../../platform/files/table.ts'
import { tableBatches } from '../../platform/files/tableBatches.ts'
import { text } from '../../platform/calls/messages.ts'
import type { RowSource, Wanted } from './rowSource.ts'

/** Words above columns. */
export const headingsOver = (columns: readonly Column[]): string[] => columns.map(({ name }) => text(`reports.file.column.${name}`))

/** A table as rows for a report, its progress measured by its keys. */
export const tableSource = (
  { database, scope }: Pick<Wanted, 'database' | 'scope'>,
  table: Table,
  { sums, total }: Pick<RowSource, 'sums' | 'total'>,
): RowSource => ({
  columns: table.columns,
  headings: headingsOver(table.columns),
  sums,
  total,
  count: sql`select count(*)::integer as many from ${table.from} where ${table.where}`,
  batches: (form) => tableBatches(database, scope, table, { form, summed: sums }),
})
