import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'

/** Operations `o` of a shop and mode whose customer is still known to it. */
export const shown = ({ merchantId, mode }: Scope): Sql =>
  sql`o.merchant_id = ${merchantId} and o.mode = ${mode} and o.customer_hidden_at is null`

/** `concludedStates` of the domain, word for word as the index `operations_to_hide` has them: as parameters they would not be seen to be the same. */
export const concluded: Sql = sql`o.substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected')`

/** When operation `o` came to its end; in one from before that was written down, by the last that happened to its money. */
export const concludedAt: Sql = sql`coalesce(o.concluded_at, greatest(o.created_at, o.ended_at, o.last_captured_at,
  (select max(i.paid_at) from instalments i where i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id),
  (select max(r.completed_at) from refunds r where r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id)))`

/** A column's operation among some ids of a shop and mode. */
export const ofThese = (alias: Sql, { merchantId, mode }: Scope, operationIds: readonly string[]): Sql =>
  sql`${alias}.merchant_id = ${merchantId} and ${alias}.mode = ${mode} and ${alias}.operation_id = any(${[...operationIds]}::uuid[])`
