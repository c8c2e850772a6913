import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { factsColumns, factsOf, ofOperation, type FactsRow } from './facts.ts'

const days = 3
const most = 50

/** The links of the last three days, newest first: all, or those that wait for their customer. */
export const checkoutOfflineList: Handler<'checkoutOfflineList'> = async ({ db, scope, query, now }) => {
  const since = new Date(now.getTime() - days * 86_400_000)
  const waiting = query.pending === 'yes' ? sql`and o.substatus = 'pending_customer'` : sql``
  const rows = await db.rows<FactsRow>(sql`select ${factsColumns} from checkouts c ${ofOperation}
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.submit_type <> 'online' and c.created_at > ${since} ${waiting}
    order by c.created_at desc, c.id desc limit ${most}`)
  return { results: rows.map(factsOf) }
}
