import { isCollectable } from '#domain/collection'
import { madridDay } from '#domain/dates'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import { nextDue } from '../operation/settleRefund.ts'
import type { Standing } from '../operation/standing.ts'

/**
 * Whether a card was asked and has not answered, or is about to be asked for what fell due today: then the plan must not change, because what
 * is on its way counts as paid. `standing` is read under the operation's lock.
 */
export async function isBeingCollected(db: Connection, scope: Scope, { id, facts, instalments }: Standing, now: Date): Promise<boolean> {
  const row = await db.first<{ collect_at: Date | null; asked: boolean }>(sql`select o.collect_at, exists (select from charges c
      where c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id and c.state = 'asked') as asked
    from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${id}`)
  if (row?.asked) return true
  const due = nextDue(instalments)
  const today = facts.substatus === 'payment_process' && due?.state === 'pending' && due.dueOn === madridDay(now)
  return today && isCollectable(due.dueOn, row?.collect_at ?? null, now)
}
