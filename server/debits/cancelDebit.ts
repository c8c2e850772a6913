import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { tellDebtor } from './tellDebtor.ts'

/** Cancels the shop's announced debit, if there is one: the bank never hears of it. One that the bank has goes on. */
export async function cancelDebit(db: Connection, scope: Scope, now: Date): Promise<void> {
  const cancelled = await db.first<{ reference: string }>(sql`with cancelled as (
      update debits d set state = 'cancelled', done_at = ${now} where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.state = 'notified'
      returning d.id, d.reference
    ), struck as (delete from debit_queue q using cancelled c where q.merchant_id = ${scope.merchantId} and q.debit_id = c.id)
    select reference from cancelled`)
  if (cancelled) tellDebtor(db, scope, { type: 'debit_cancelled', values: { reference: cancelled.reference } }, now)
}
