import { allOf, sql } from '../../platform/database/sql.ts'
import { tableBatches } from '../../platform/files/tableBatches.ts'
import { exportColumns, exportTable, headingsOf } from '../../sales/operation/exportTable.ts'
import { filterConditions } from '../../sales/operation/filterConditions.ts'
import { readOperationSearch } from '../../sales/operation/operationSearch.ts'
import type { RowSource, Wanted } from './rowSource.ts'

/** Operations as the list shows and exports them: the same columns, filters and order. */
export function operationsSource({ database, scope, from, to, filters }: Wanted): RowSource {
  const asked = { ...filters, from, to }
  // Guests, from whom two kinds of search are kept, have no reports.
  const search = readOperationSearch(asked, 'editor', scope)
  const conditions = [...filterConditions(asked, true), ...(search ? [search.condition] : [])]
  const sums = ['total']
  return {
    columns: exportColumns,
    headings: headingsOf(exportColumns),
    sums,
    total: 'total',
    count: sql`select count(*)::integer as many from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and ${allOf(conditions)}`,
    batches: (form) => tableBatches(database, scope, exportTable(scope, conditions), { form, summed: sums }),
  }
}
