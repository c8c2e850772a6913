import { sql, type Sql } from '../../platform/database/sql.ts'

/** What the shop pays for lost disputes of an operation `o`, with their fees and tax, in cents. No other operation than a disputed one costs it anything. */
export const lostDisputes: Sql = sql`case when o.disputed_cents = 0 then 0 else coalesce((select sum(d.merchant_cents + d.merchant_fee_cents + d.merchant_vat_cents)
  from card_disputes d where d.merchant_id = o.merchant_id and d.mode = o.mode and d.operation_id = o.id), 0)::bigint end`

/**
 * What the shop gets for an operation `o`, in cents: the sum of its settlement lines; before the first capture what is expected, null when nothing will be
 * paid. `net_cents` alone leaves lost disputes out (docs/decisions/0071-lost-disputes-in-the-net.md).
 */
export const operationNet: Sql = sql`o.net_cents - ${lostDisputes}`
