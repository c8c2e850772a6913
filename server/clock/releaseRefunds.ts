import { isCollectable } from '#domain/collection'
import { madridDay } from '#domain/dates'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import { completeRefund } from '../operation/completeRefund.ts'
import { nextDue } from '../operation/settleRefund.ts'
import { readStanding, type Standing } from '../operation/standing.ts'

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

/** A card was asked and has not answered, or is about to be asked for what fell due today: it counts as paid once it is. */
async function isBeingCollected(db: Connection, scope: Scope, { id, facts, instalments }: Standing, now: Date): Promise<boolean> {
  const due = nextDue(instalments)
  const today = facts.substatus === 'payment_process' && due?.state === 'pending' && due.dueOn === madridDay(now)
  const [asked, operation] = await Promise.all([
    db.first(
      sql`select c.id from charges c where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${id} and c.state = 'asked'`,
    ),
    db.first<{ collect_at: Date | null }>(
      sql`select o.collect_at from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${id}`,
    ),
  ])
  return asked !== undefined || (today && isCollectable(due.dueOn, operation?.collect_at ?? null, now))
}
