import type { Audience } from '#contract/sales/audiences'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { filterConditions } from '../operation/filterConditions.ts'
import { readOperationSearch } from '../operation/operationSearch.ts'

/** The operations, over `o`, that the list would show with these filters to somebody who may search by anything. */
export function chosenOperations(scope: Scope, filters: NonNullable<Audience['filters']>): Sql {
  const search = readOperationSearch(filters, 'admin', scope)
  const conditions = [...filterConditions(filters, true), ...(search ? [search.condition] : [])]
  return sql`o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and ${allOf(conditions)}`
}
