import type { LocalDate } from '#domain/platform/dates'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Sql } from '../../platform/database/sql.ts'
import type { Column } from '../../platform/files/cells.ts'
import type { TableBatch } from '../../platform/files/tableBatches.ts'
import type { TableForm } from '../../platform/files/tableForm.ts'
import type { Filters } from '../../sales/operation/filterConditions.ts'

/** What a file's rows are read for. */
export type Wanted = { database: Database; scope: Scope; from: LocalDate; to: LocalDate; filters: Filters }

/**
 * The rows of one type of report. Each batch is read by itself, in the order of a key that never changes: no row comes twice or is left out, and
 * each stands as it was when its batch was read. What the closing line sums up is what was written.
 */
export type RowSource = {
  columns: readonly Column[]
  headings: readonly string[]
  /** Amounts that the closing line sums up, and which of them is the file's total. */
  sums: readonly string[]
  total: string | null
  /** Counts, as `many`, what batches count as keys: the measure of progress. */
  count: Sql
  batches<Content>(form: TableForm<Content>): AsyncIterable<TableBatch<Content>>
}
