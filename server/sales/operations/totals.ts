import { allOf, sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { filterConditions } from '../operation/filterConditions.ts'
import { readOperationSearch } from '../operation/operationSearch.ts'

/** Number and sum, in cents, of what an export with the list's filters holds: said before it starts. */
export const operationTotals: Handler<'operationTotals'> = async ({ query, scope, caller, db }) => {
  const search = readOperationSearch(query, caller.role, scope)
  const conditions = [...filterConditions(query, true), ...(search ? [search.condition] : [])]
  const all = allOf([sql`o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode}`, ...conditions])
  // As in the list: an index of grams pays off or not by the very words.
  const ask = search === null ? db.first : db.firstByValue
  const row = await ask<{ count: string; cents: string }>(
    sql`select count(*)::text as count, coalesce(sum(o.total_cents), 0)::text as cents from operations o where ${all}`,
  )
  return { count: Number(row?.count ?? 0), totalAmount: Number(row?.cents ?? 0) }
}
