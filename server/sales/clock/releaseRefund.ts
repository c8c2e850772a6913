import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { completeRefund } from '../operation/completeRefund.ts'
import { instalmentUnderCollection } from '../operation/instalmentUnderCollection.ts'
import { readStanding } from '../operation/standing.ts'

/**
 * Sends out a held refund whose time to undo is over, once, and tells the customer. One whose operation has a card being asked waits for the answer: the
 * plan must not change under it. False when it is still to be done.
 */
export async function releaseRefund(db: Connection, scope: Scope, { refundId, now }: { refundId: string; now: Date }): Promise<boolean> {
  const refund = await db.first<{ operation_id: string }>(sql`select r.operation_id from refunds r
    where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.id = ${refundId} and r.state = 'held'`)
  if (!refund) return true
  // The operation is locked, as by whoever undoes a refund; what is held is read under that lock.
  const standing = await readStanding(db, scope, refund.operation_id, true)
  const held = standing.held.find((one) => one.id === refundId)
  if (!held) return true
  if (held.releaseAt > now || instalmentUnderCollection(standing, now) !== undefined) return false
  return completeRefund(db, scope, { standing, refundId, atOnce: false, now })
}
