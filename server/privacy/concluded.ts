import { sql, type Sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'

/** Operations `o` of a shop and mode whose customer is still known to it. */
export const shown = ({ merchantId, mode }: Scope): Sql =>
  sql`o.merchant_id = ${merchantId} and o.mode = ${mode} and o.customer_hidden_at is null`

/** `concludedStates` of the domain, word for word as the index `operations_to_hide` has them: as parameters they would not be seen to be the same. */
export const concluded: Sql = sql`o.substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected')`

/** A column's operation among some ids of a shop and mode. */
export const ofThese = (alias: Sql, { merchantId, mode }: Scope, operationIds: readonly string[]): Sql =>
  sql`${alias}.merchant_id = ${merchantId} and ${alias}.mode = ${mode} and ${alias}.operation_id = any(${[...operationIds]}::uuid[])`
