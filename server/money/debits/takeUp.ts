import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { cancelDebit } from './cancelDebit.ts'

/**
 * The bank has a debit: it is marked as sent with what the bank says that it charges, also where we know nothing of that: after a restore, or because it was
 * cancelled when the bank had said that it never heard. What was announced instead is cancelled; while another is with the bank too, this one waits for
 * its end.
 */
export async function takeUp(db: Connection, scope: Scope, reference: string, amountCents: number | null, now: Date): Promise<void> {
  const { merchantId, mode } = scope
  const row = await db.first<{ id: string; state: string }>(sql`select d.id, d.state from debits d
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.reference = ${reference} and d.state in ('notified', 'sent', 'cancelled') for update`)
  if (!row) return
  if (row.state === 'cancelled') await cancelDebit(db, scope, now)
  await db.run(sql`update debits d set state = 'sent', charged_cents = coalesce(${amountCents}, d.charged_cents, d.announced_cents), sent_at = coalesce(d.sent_at, ${now}), done_at = null
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${row.id} and not exists (select from debits o
      where o.merchant_id = d.merchant_id and o.mode = d.mode and o.state in ('notified', 'sent') and o.id <> d.id)`)
}
