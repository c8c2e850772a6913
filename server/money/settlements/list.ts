import { pageSize } from '#contract/platform/page'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { rowOf, settlementColumns, type StoredSettlement } from './settlementRow.ts'
import { chosenSettlements } from './chosenSettlements.ts'

/** A page of settlements, newest value date first, with number and sum of them all. */
export const settlementList: Handler<'settlementList'> = async ({ query, scope, db }) => {
  const these = chosenSettlements(scope, query)
  const { page } = query
  const [sums, rows] = await Promise.all([
    db.first<{ many: number; net: string }>(
      sql`select count(*)::integer as many, coalesce(sum(s.net_cents), 0) as net from settlements s where ${these}`,
    ),
    db.rows<StoredSettlement>(
      sql`select ${settlementColumns} from settlements s where ${these} order by s.value_on desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
    ),
  ])
  const { many, net } = sums ?? { many: 0, net: '0' }
  const total = Math.max(1, Math.ceil(many / pageSize))
  return {
    results: rows.map(rowOf),
    current: page,
    total,
    next: page < total ? page + 1 : null,
    sums: { count: many, netAmount: Number(net) },
  }
}
