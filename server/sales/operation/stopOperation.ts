import { nextState, type Actor, type OperationEvent } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { addEvent, type Said } from './addEvent.ts'
import type { Standing } from './standing.ts'

/** Who made it happen, and why as they say it: a shop's user, or nobody of the shop's. */
export type By = { actor: Actor; userId: string | null; said?: Said }

export type Stop = { standing: Standing; event: OperationEvent; by: By; now: Date }

/**
 * Ends a request before any money moved: its link dies, nothing is owed by anybody. False when the lifecycle does not allow the event. The
 * row must be locked and `standing` read under that lock.
 */
export async function stopOperation(db: Connection, scope: Scope, { standing, event, by, now }: Stop): Promise<boolean> {
  const after = nextState(standing.facts, event)
  if (!after || standing.facts.capturedCents > 0) return false
  await db.run(sql`with plan as (update instalments i set amount_cents = 0, principal_cents = 0, interest_cents = 0, state = 'cancelled'
      where i.merchant_id = ${scope.merchantId} and i.mode = ${scope.mode} and i.operation_id = ${standing.id})
    update operations o set substatus = ${after.substatus}, status_reason = ${after.statusReason}, suspension_reason = null, ended_at = ${now}, net_cents = null,
      settlement_status = 'none', next_due_on = null, next_due_cents = null
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${standing.id}`)
  await addEvent(db, scope, { operationId: standing.id, at: now, event, ...by, before: standing.facts, after, amountCents: null })
  return true
}
