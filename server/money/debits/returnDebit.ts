import { canTryAgain, debitReason } from '#domain/money/directDebit'
import { cents, formatEuros } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { endMandate } from './endMandate.ts'
import { repay } from './repay.ts'
import { tellDebtor } from './tellDebtor.ts'

/**
 * The bank refused a debit, or gave it back after it was charged: then the debt comes back by a line of the next settlement, as old as it was. Once
 * however often the bank says so; false: there is none of that reference that the bank has. Under the lock of lockDebt.ts.
 */
export async function returnDebit(
  db: Connection,
  scope: Scope,
  reference: string,
  { at, code, now }: { at: Date; code: string | null; now: Date },
): Promise<boolean> {
  const { merchantId, mode } = scope
  const ended = await db.first<{ mandate_id: string; charged_cents: bigint; state: 'rejected' | 'returned' }>(sql`with ended as (
      update debits d set state = case d.state when 'booked' then 'returned' else 'rejected' end, done_at = ${at}, reason_code = ${code}
      where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.reference = ${reference} and d.state in ('sent', 'booked') returning d.id, d.mandate_id, d.charged_cents, d.state
    ), struck as (delete from debit_queue q using ended e where q.merchant_id = ${merchantId} and q.debit_id = e.id)
    select mandate_id, charged_cents, state from ended`)
  if (!ended) return false
  const amount = cents(ended.charged_cents)
  if (ended.state === 'returned') await repay(db, scope, { of: 'debit_return', reference, amountCents: cents(-amount), at }, now)
  tellDebtor(
    db,
    scope,
    {
      type: 'debit_failed',
      values: { amount: formatEuros(amount), reference, reason: [{ of: `debits.reason.${debitReason(code) ?? 'other'}` }] },
    },
    now,
  )
  // The mandate falls with it where the bank says that it, or the account, is none: another try would end as this one.
  if (!canTryAgain(code)) await endMandate(db, scope, ended.mandate_id, 'bank', now)
  return true
}
