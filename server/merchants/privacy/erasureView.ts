import type { CustomerErasure } from '#contract/sales/customerErasure'
import type { ErasureGround } from '#domain/merchants/retention'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { operationsLike } from './customerOperations.ts'
import type { Gone } from './hideCustomers.ts'

type Row = {
  id: string
  hidden_at: Date | null
  ground: ErasureGround | null
  asked_at: Date | null
  asked_by: string | null
  done_at: Date | null
  gone: Gone | null
  keep_until: string | null
}

/** What erasing the customer of an operation would do, or has done. */
export const customerErasureView: Handler<'customerErasureView'> = ({ db, scope, params }) => showErasure(db, scope, params.operationId)

/** The same for whoever has just asked for it. Refuses with ObjectNotFoundException what is not of this shop and mode. */
export async function showErasure(db: Connection, scope: Scope, operationHex: string): Promise<CustomerErasure> {
  const id = uuidOf(operationHex)
  const row =
    id === undefined
      ? undefined
      : await db.first<Row>(sql`select o.id, o.customer_hidden_at as hidden_at, e.ground, e.asked_at, nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') as asked_by,
          e.done_at, e.gone, b.keep_until::text as keep_until
        from operations o left join customer_erasures e on e.merchant_id = o.merchant_id and e.mode = o.mode and e.operation_id = o.id
          left join users u on u.id = e.asked_by
          left join blocked_customers b on b.merchant_id = o.merchant_id and b.mode = o.mode and b.operation_id = o.id
        where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${id}`)
  if (!row) throw notFound(operationHex)
  const operations = await operationsLike(db, scope, row.id)
  return {
    hiddenAt: row.hidden_at?.toISOString() ?? null,
    operations: operations.map(({ totalCents, createdAt, ...one }) => ({
      ...one,
      id: hexOf(one.id),
      totalAmount: totalCents,
      created: createdAt.toISOString(),
    })),
    asked:
      row.ground === null || row.asked_at === null
        ? null
        : { ground: row.ground, at: row.asked_at.toISOString(), by: row.asked_by, doneAt: row.done_at?.toISOString() ?? null },
    gone: row.gone,
    keptUntil: row.keep_until,
  }
}
