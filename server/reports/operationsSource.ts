import { allOf, sql } from '../db/sql.ts'
import { each } from '../files/keysetBatches.ts'
import { exportBatches } from '../operation/exportBatches.ts'
import { cellsOf, exportColumns, headings } from '../operation/exportCells.ts'
import { filterConditions } from '../operation/filterConditions.ts'
import { readOperationSearch } from '../operation/operationSearch.ts'
import type { RowSource, Wanted } from './rowSource.ts'

/** Operations as the list shows and exports them: the same columns, filters and order. */
export function operationsSource({ database, scope, from, to, filters, asCodes }: Wanted): RowSource {
  const asked = { ...filters, from, to }
  // Guests, from whom two kinds of search are kept, have no reports.
  const search = readOperationSearch(asked, 'editor', scope)
  const conditions = [...filterConditions(asked, true), ...(search ? [search.condition] : [])]
  return {
    columns: exportColumns,
    headings: headings(),
    sums: ['total'],
    total: 'total',
    count: sql`select count(*)::integer as many from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and ${allOf(conditions)}`,
    async *batches() {
      for await (const rows of exportBatches(database, scope, conditions))
        yield { done: rows.length, rows: each(rows, (row) => cellsOf(row, asCodes)) }
    },
  }
}
