import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** The ids of a shop's operations that have an order number, or had it until their shop gave them another; for `in`. `mid`: a value or a column. */
export const everNumbered = ({ merchantId, mode }: Scope, mid: string | Sql): Sql =>
  sql`(select b.id from operations b where b.merchant_id = ${merchantId} and b.mode = ${mode} and b.mid = ${mid}
    union all select e.operation_id from earlier_mids e where e.merchant_id = ${merchantId} and e.mode = ${mode} and e.mid = ${mid})`
