import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import { completeRefund } from '../operation/completeRefund.ts'
import { readStanding } from '../operation/standing.ts'
import { isBeingCollected } from './isBeingCollected.ts'

/**
 * Sends out held refunds whose time to undo is over, each once. One whose operation has a card being asked waits for the answer: the plan must
 * not change under it. Returns the refunds that nothing is left to do for.
 */
export async function releaseRefunds(
  db: Connection,
  scope: Scope,
  { refundIds, now }: { refundIds: readonly string[]; now: Date },
): Promise<string[]> {
  const refunds = await lockOperations(db, scope, refundIds)
  const done: string[] = []
  for (const { id, operation_id: operationId } of refunds) {
    const standing = await readStanding(db, scope, operationId, false)
    const held = standing.held.find((one) => one.id === id)
    if (held && (held.releaseAt > now || (await isBeingCollected(db, scope, standing, now)))) continue
    if (held) await completeRefund(db, scope, { standing, refundId: id, atOnce: false, now })
    done.push(id)
  }
  return done
}

/** The operations first, in the order of their ids, as whoever undoes a refund does; the refunds of one as they were asked for. */
async function lockOperations(db: Connection, scope: Scope, refundIds: readonly string[]): Promise<{ id: string; operation_id: string }[]> {
  db.send(sql`select from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id in (select r.operation_id from refunds r
      where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.id = any(${refundIds}::uuid[])) order by o.id for update`)
  return db.rows(sql`select r.id, r.operation_id from refunds r where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.id = any(${refundIds}::uuid[])
    order by r.operation_id, r.release_at, r.created_at, r.id`)
}
