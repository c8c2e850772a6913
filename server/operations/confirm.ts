import { canConfirm, CAPTURE_WINDOW_DAYS, isCaptureDeferred, nextState, remainingCaptureCents } from '#domain/lifecycle'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import { rawJson, type Handler } from '../http/call.ts'
import { addEvent } from './addEvent.ts'
import { refusedBy } from './holdRefund.ts'
import { operationIdOf, operationText } from './operationText.ts'
import { readStanding, type Standing } from './standing.ts'
import { writeCapture } from './writeCapture.ts'

/** Accepts an approved order: captured whole at once (T8), or within fifteen days by the shop when capture is deferred (T9). */
export const confirm: Handler<'operationConfirm'> = async ({ params, db, scope, caller, now, audit }) => {
  const operationId = operationIdOf(params.operationId)
  const standing = await readStanding(db, scope, operationId, true)
  const permission = canConfirm(standing.facts, now)
  if (!permission.allowed) throw refusedBy('ConfirmNotAllowed', permission)
  const { facts } = standing
  if (isCaptureDeferred(facts)) await awaitCapture(db, scope, standing, caller.userId, now)
  else
    await writeCapture(db, scope, { standing, amountCents: remainingCaptureCents(facts), event: 'confirmed', userId: caller.userId, now })
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { substatus: facts.substatus, reason: facts.statusReason },
    after: { confirmedAt: now.toISOString(), deferred: isCaptureDeferred(facts) },
  })
  return rawJson(await operationText(db, scope, params.operationId, caller.role))
}

async function awaitCapture(db: Connection, scope: Scope, standing: Standing, userId: string, now: Date): Promise<void> {
  const after = nextState(standing.facts, 'confirmed_for_capture')
  if (!after) throw refusedBy('ConfirmNotAllowed', { allowed: false, why: 'state' })
  const captureBy = new Date(now.getTime() + CAPTURE_WINDOW_DAYS * 86_400_000)
  await db.run(sql`update operations o set substatus = ${after.substatus}, status_reason = ${after.statusReason}, confirmed_at = ${now}, confirm_by = null, expires_at = null, capture_by = ${captureBy}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${standing.id}`)
  await addEvent(db, scope, {
    operationId: standing.id,
    at: now,
    event: 'confirmed_for_capture',
    actor: 'merchant',
    userId,
    before: standing.facts,
    after,
    amountCents: null,
  })
}
