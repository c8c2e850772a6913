import { CAPTURE_WINDOW_DAYS, isCaptureDeferred, nextState, remainingCaptureCents } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { addEvent } from './addEvent.ts'
import type { Standing } from './standing.ts'
import type { By } from './stopOperation.ts'
import { writeCapture } from './writeCapture.ts'

export type Confirmation = { standing: Standing; by: By; now: Date }

/**
 * Accepts an approved order: captured whole at once (T8), or within fifteen days by the shop when capture is deferred (T9). The row must be
 * locked, `standing` read under that lock, and `canConfirm` asked.
 */
export async function confirmOperation(db: Connection, scope: Scope, { standing, by, now }: Confirmation): Promise<void> {
  if (isCaptureDeferred(standing.facts)) return awaitCapture(db, scope, { standing, by, now })
  await writeCapture(db, scope, { standing, amountCents: remainingCaptureCents(standing.facts), event: 'confirmed', by, now })
}

async function awaitCapture(db: Connection, scope: Scope, { standing, by, now }: Confirmation): Promise<void> {
  const after = nextState(standing.facts, 'confirmed_for_capture')
  if (!after) throw new Error('an order that does not wait for its confirmation cannot be confirmed')
  const captureBy = new Date(now.getTime() + CAPTURE_WINDOW_DAYS * 86_400_000)
  await db.run(sql`update operations o set substatus = ${after.substatus}, status_reason = ${after.statusReason}, confirmed_at = ${now}, confirm_by = null, expires_at = null, capture_by = ${captureBy}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${standing.id}`)
  await addEvent(db, scope, {
    operationId: standing.id,
    at: now,
    event: 'confirmed_for_capture',
    ...by,
    before: standing.facts,
    after,
    amountCents: null,
  })
}
