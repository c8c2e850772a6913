import { madridDay } from '#domain/platform/dates'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { queueAgain } from './payAgain.ts'
import { readSettlement } from './readSettlement.ts'
import { rowOf } from './settlementRow.ts'

/**
 * Sends a payment again that the bank sent back, where its code says enough: to another account at once; to the same one
 * only where the reason passes by itself, and at most once a day in Madrid.
 */
export const settlementPayAgain: Handler<'settlementPayAgain'> = async ({ db, scope, params, now, audit }) => {
  const stored = await readSettlement(db, scope, params.settlementId)
  const { returned } = rowOf(stored)
  const { back } = stored
  if (returned === null || back === null) throw new Refusal('PayAgainNotAllowed', { why: 'standing' })
  if (returned.next !== 'again') throw new Refusal('PayAgainNotAllowed', { why: returned.next })
  if (!back.moved && back.sentOn === madridDay(now)) throw new Refusal('PayAgainNotAllowed', { why: 'today' })
  const queued = await queueAgain(db, scope.merchantId, stored.reference, now)
  const after = await readSettlement(db, scope, params.settlementId)
  // Of two at once the second finds it on its way; whoever finds it still here may not pay for now.
  if (!queued) throw new Refusal('PayAgainNotAllowed', { why: after.status === 'returned' ? 'paused' : 'standing' })
  audit({ entity: 'settlement', entityId: stored.id, after: { ibanLast4: after.iban_last4 } })
  return rowOf(after)
}
