import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { completeRefund } from '../lifecycle/completeRefund.ts'
import { instalmentUnderCollection } from '../lifecycle/collection.ts'
import { lockBooks } from '../lifecycle/books.ts'

/**
 * Sends out a held refund whose undo period is over, exactly once, and notifies the customer. While a card of the operation is being charged it waits for the
 * outcome: the plan must not change meanwhile. Returns false when it is still to be done.
 */
export async function releaseRefund(db: Connection, scope: Scope, { refundId, now }: { refundId: string; now: Date }): Promise<boolean> {
  const refund = await db.first<{ operation_id: string }>(sql`select r.operation_id from refunds r
    where ${inScope(scope, 'r')} and r.id = ${refundId} and r.state = 'held'`)
  if (!refund) return true
  // The operation is locked, as in undoing a refund; the held refund is read under that lock.
  const books = await lockBooks(db, scope, refund.operation_id)
  const held = books.held.find((one) => one.id === refundId)
  if (!held) return true
  if (held.releaseAt > now || instalmentUnderCollection(books, now) !== undefined) return false
  return completeRefund(db, scope, { books, refundId, immediate: false, now })
}
