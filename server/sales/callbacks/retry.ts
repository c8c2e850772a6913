import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { isToTell, readCallback } from './readCallback.ts'
import { readHistory, told } from './view.ts'

/**
 * Tells the shop's server now what it has not taken note of, instead of at the next try or never. Refuses with ResendNotAllowed when there is nothing
 * to tell: a state that it took is not told twice, and where a try would tell it nothing there is none.
 */
export const callbackRetry: Handler<'callbackRetry'> = async ({ db, scope, params, now, audit }) => {
  const operationId = await told(db, scope, params.operationId)
  const { state, attempts } = await readHistory(db, scope, operationId, now)
  // What was never tried is told by itself, at once or when its time is there.
  const isTried = state === 'due' && attempts.length > 0
  const callback = await readCallback(db, scope, operationId)
  // Whoever was given up is told from the beginning, whatever they took note of before.
  const hasNews = callback !== undefined && isToTell(callback, isTried ? callback.acknowledged : null)
  const again =
    hasNews && (isTried ? await hurry(db, scope, operationId, now) : state === 'given_up' && (await begin(db, scope, operationId, now)))
  if (!again) throw new Refusal('ResendNotAllowed', { why: 'told' })
  audit({ entity: 'operation', entityId: operationId, after: { callback: 'retry', attempts: attempts.length } })
  return readHistory(db, scope, operationId, now)
}

/** One that is in a worker's hands is being told already. */
async function hurry(db: Connection, { merchantId, mode }: Scope, operationId: string, now: Date): Promise<boolean> {
  const hurried = await db.run(sql`update callback_dues d set due_at = least(d.due_at, ${now})
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.operation_id = ${operationId}`)
  return hurried > 0
}

/** From the beginning: whatever it took note of before it fell silent, it is told how the order stands now. */
async function begin(db: Connection, { merchantId, mode }: Scope, operationId: string, now: Date): Promise<boolean> {
  const begun =
    await db.run(sql`update callbacks c set acknowledged = null, telling = null, telling_since = null, attempts = 0, given_up_at = null
    where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.operation_id = ${operationId} and c.given_up_at is not null`)
  if (begun > 0)
    await db.run(sql`insert into callback_dues as d (merchant_id, mode, operation_id, due_at) values (${merchantId}, ${mode}, ${operationId}, ${now})
      on conflict (merchant_id, mode, operation_id) do update set due_at = excluded.due_at, version = d.version + 1`)
  return begun > 0
}
