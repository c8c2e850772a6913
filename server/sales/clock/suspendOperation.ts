import { nextState, type OperationEvent, type OperationState } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { addEvent } from '../operation/addEvent.ts'
import { readStanding } from '../operation/standing.ts'

export type Hold = 'fraud_hold' | 'dispute' | 'default'

const events: Readonly<Record<Hold, OperationEvent>> = { fraud_hold: 'fraud_held', dispute: 'dispute_opened', default: 'defaulted' }

/** Stops collection while the provider looks into it (T19). False when the operation is not being paid. */
export const holdOperation = (db: Connection, scope: Scope, { operationId, hold, now }: { operationId: string; hold: Hold; now: Date }) =>
  raise(db, scope, operationId, events[hold], now)

/** Goes on collecting, at once with what fell due meanwhile (T20). False when the operation is not held. */
export const liftHold = (db: Connection, scope: Scope, { operationId, now }: { operationId: string; now: Date }) =>
  raise(db, scope, operationId, 'hold_lifted', now)

async function raise(db: Connection, scope: Scope, operationId: string, event: OperationEvent, now: Date): Promise<boolean> {
  const { facts } = await readStanding(db, scope, operationId, true)
  const after = nextState(facts, event)
  if (!after) return false
  writeState(db, scope, operationId, after)
  await addEvent(db, scope, { operationId, at: now, event, actor: 'provider', userId: null, before: facts, after, amountCents: null })
  return true
}

/** Without waiting; the operation's row must be locked. */
export function writeState(
  db: Connection,
  scope: Scope,
  operationId: string,
  { substatus, statusReason, suspensionReason }: OperationState,
): void {
  db.send(sql`update operations o set substatus = ${substatus}, status_reason = ${statusReason}, suspension_reason = ${suspensionReason}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationId}`)
}
