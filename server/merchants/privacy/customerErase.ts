import type { CustomerErasure } from '#contract/sales/customerErasure'
import type { ErasureGround } from '#domain/merchants/retention'
import type { Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { operationsLike } from './customerOperations.ts'
import { eraseCustomer } from './eraseCustomer.ts'
import type { ErasedParts } from './hideCustomers.ts'

type Row = {
  id: string
  hidden_at: Date | null
  ground: ErasureGround | null
  asked_at: Date | null
  asked_by: string | null
  done_at: Date | null
  gone: ErasedParts | null
  keep_until: string | null
}

/** What erasing an operation's customer would do, or has done. */
export const customerErasureView: Handler<'customerErasureView'> = ({ db, scope, params }) => showErasure(db, scope, params.operationId)

/** The same after a request. Refuses with ObjectNotFoundException for an operation of another shop or mode. */
async function showErasure(db: Connection, scope: Scope, operationHex: string): Promise<CustomerErasure> {
  const id = idFrom(operationHex)
  const row =
    await db.first<Row>(sql`select o.id, o.customer_hidden_at as hidden_at, e.ground, e.asked_at, nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') as asked_by,
          e.done_at, e.gone, b.keep_until::text as keep_until
        from operations o left join customer_erasures e on e.merchant_id = o.merchant_id and e.mode = o.mode and e.operation_id = o.id
          left join users u on u.id = e.asked_by
          left join blocked_customers b on b.merchant_id = o.merchant_id and b.mode = o.mode and b.operation_id = o.id
        where ${inScope(scope, 'o')} and o.id = ${id}`)
  if (!row) throw notFound(operationHex)
  const operations = await operationsLike(db, scope, row.id)
  return {
    hiddenAt: row.hidden_at?.toISOString() ?? null,
    operations: operations.map(({ totalCents, createdAt, ...rest }) => ({
      ...rest,
      id: hexOf(rest.id),
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

/**
 * Erases a customer on their request from all their operations in this shop and mode (GDPR, art. 17), by the owner after step-up.
 * Operations that have not concluded wait; repeating it changes nothing. Refuses with StepUpRequired, and with ObjectNotFoundException for
 * an operation of another shop or mode.
 */
export const customerErase: Handler<'customerErase'> = async ({ db, scope, params, body, caller, now, services, audit }) => {
  // Checked before step-up: an operation of another shop is not found in any case.
  await showErasure(db, scope, params.operationId)
  await requireStepUp(db, caller, now)
  const operationId = idFrom(params.operationId)
  const operations = await operationsLike(db, scope, operationId)
  const { done, waiting } = await eraseCustomer(
    db,
    scope,
    operations.map(({ id }) => id),
    { ground: body.ground, userId: caller.userId, now, secrets: services.config.sessionSecrets },
  )
  audit({ entity: 'operation', entityId: operationId, after: { ground: body.ground, erased: done, waiting } })
  return showErasure(db, scope, params.operationId)
}
