import { BULK_MOST } from '#domain/sales/operations/bulkRefund'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { filterConditions } from '../operation/filterConditions.ts'
import { readOperationSearch } from '../operation/operationSearch.ts'
import { readBulkFacts } from './bulkFacts.ts'
import { chooseOperations, orderOf } from './chooseOperations.ts'

/** The first operations of the list, by their ids: what is selected stays what it was, whatever arrives meanwhile. */
export const operationSelection: Handler<'operationSelection'> = async ({ query, db, scope, caller, now }) => {
  const search = readOperationSearch(query, caller.role, scope)
  const { ordering } = query
  const enough = BULK_MOST + 1
  const chosen = chooseOperations({ scope, conditions: filterConditions(query, true), search, ordering, skip: 0, enough, take: enough })
  const row = await db.firstByValue<{ ids: string[] | null }>(
    sql`with ${chosen} select array_agg(id order by ${orderOf(ordering)}) as ids from ids`,
  )
  const found = row?.ids ?? []
  const ids = found.slice(0, BULK_MOST)
  const facts = await readBulkFacts(db, scope, ids, now)
  return {
    results: ids.flatMap((id) => {
      const one = facts.get(id)
      return one ? [{ id: hexOf(id), totalAmount: one.totalCents, captureAmount: one.capture.cents, refundAmount: one.refund.cents }] : []
    }),
    more: found.length > BULK_MOST,
  }
}
