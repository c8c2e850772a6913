import { sql, type Sql } from '../../platform/database/sql.ts'

/**
 * What the shop gets for an operation `o`, in cents: the sum of its settlement lines; before the first capture what is expected, null when nothing will be
 * paid. `net_cents` alone leaves out what lost disputes take back with their fee and tax, which is read where it is kept, of disputed operations only: no
 * other has a cost of that kind (docs/decisions/0071-lost-disputes-in-the-net.md).
 */
export const operationNet: Sql = sql`case when o.disputed_cents = 0 then o.net_cents else o.net_cents - coalesce((select sum(d.merchant_cents + d.merchant_fee_cents + d.merchant_vat_cents)::bigint
  from card_disputes d where d.merchant_id = o.merchant_id and d.mode = o.mode and d.operation_id = o.id), 0) end`
