import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { tellDebtor } from './tellDebtor.ts'

/**
 * Cancels the shop's announced debit, if there is one: the bank never hears of it. One that the bank may have goes on, but `unheard`, the id of one of
 * which the bank has just said that it does not have it.
 */
export async function cancelDebit(db: Connection, scope: Scope, now: Date, unheard: string | null = null): Promise<void> {
  const cancelled = await db.first<{
    reference: string
  }>(sql`update debits d set state = 'cancelled', done_at = ${now}, charged_cents = null, sent_at = null
    where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and (d.state = 'notified' or (d.state = 'sent' and d.id = ${unheard}::uuid)) returning d.reference`)
  if (cancelled) tellDebtor(db, scope, { type: 'debit_cancelled', values: { reference: cancelled.reference } }, now)
}
