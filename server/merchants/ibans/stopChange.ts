import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { coolingEnd } from './coolingEnd.ts'
import type { Change } from './lockChange.ts'
import { releasePayments } from './releasePayments.ts'
import { tellPeople } from './tellPeople.ts'

/**
 * Ends a change before it is paid: the account of before goes on being paid, and what waited leaves. A frozen one pauses the account's ways in for the
 * hours that it would have cooled off. The caller holds its lock and knows its state.
 */
export async function stopChange(
  db: Connection,
  change: Change,
  { state, reason = null, now }: { state: 'rejected' | 'cancelled' | 'frozen'; reason?: string | null; now: Date },
): Promise<void> {
  const pausedUntil = state === 'frozen' ? coolingEnd(now) : sql`null::timestamptz`
  await db.run(sql`update bank_accounts b set state = ${state}, rejection_reason = ${reason}, ended_at = ${now}, paused_until = ${pausedUntil}
    where b.id = ${change.id}`)
  // Letters that have not left yet would announce what is over.
  await db.run(
    sql`update bank_account_letters set sent_at = ${now} where bank_account_id = ${change.id} and sent_at is null and kind = 'approved'`,
  )
  if (change.state === 'cooling' && change.new_device) await releasePayments(db, change.merchant_id)
  if (change.state !== 'unconfirmed') tellPeople(db, change, state === 'rejected' ? 'iban_rejected' : 'iban_stopped', now, { reason })
}
