import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { completeRefund } from '../lifecycle/completeRefund.ts'
import { instalmentUnderCollection } from '../lifecycle/settleRefund.ts'
import { readBooks } from '../lifecycle/books.ts'

/** An amount held on a card: its row in `charges` and the provider's reference. */
type Hold = { id: string; reference: string }

/** The remaining card holds of operations that ended before any money moved. */
export async function readHolds(db: Connection, scope: Scope, operationIds: readonly string[]): Promise<Hold[]> {
  return db.rows<Hold>(sql`select c.id, c.provider_reference as reference from charges c
    where ${inScope(scope, 'c')} and c.operation_id = any(${operationIds}::uuid[]) and coalesce(c.instalment, 0) = 0
      and c.state = 'authorised' and c.provider_reference is not null and exists (select from operations o
        where o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id and o.category in ('stopped', 'rejected'))`)
}

/**
 * Releases holds. The provider is called outside any transaction and the release is recorded afterwards: after an interruption the call is repeated, which
 * has no further effect.
 */
export async function releaseHolds(services: Services, scope: Scope, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return
  for (const { reference } of holds) await services.payments.cards.release({ reference, mode: scope.mode })
  await services.database.write(scope, (db) =>
    db.run(sql`update charges c set state = 'released', waits_for = null where ${inScope(scope, 'c')}
      and c.id = any(${holds.map(({ id }) => id)}::uuid[]) and c.state = 'authorised'`),
  )
}

/**
 * Sends out a held refund whose undo period is over, exactly once, and notifies the customer. While a card of the operation is being charged it waits for the
 * outcome: the plan must not change meanwhile. Returns false when it is still to be done.
 */
export async function releaseRefund(db: Connection, scope: Scope, { refundId, now }: { refundId: string; now: Date }): Promise<boolean> {
  const refund = await db.first<{ operation_id: string }>(sql`select r.operation_id from refunds r
    where ${inScope(scope, 'r')} and r.id = ${refundId} and r.state = 'held'`)
  if (!refund) return true
  // The operation is locked, as in undoing a refund; the held refund is read under that lock.
  const books = await readBooks(db, scope, refund.operation_id, true)
  const held = books.held.find((one) => one.id === refundId)
  if (!held) return true
  if (held.releaseAt > now || instalmentUnderCollection(books, now) !== undefined) return false
  return completeRefund(db, scope, { books, refundId, immediate: false, now })
}
