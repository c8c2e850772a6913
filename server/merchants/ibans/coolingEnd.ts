import { HOUR_MS } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { queueIbanEmails } from './ibanEmail.ts'
import { notifyPeople } from './notifyPeople.ts'
import type { IbanChange } from './ibanChange.ts'

/**
 * How long an approved account waits before it is paid; longer when password, e-mail or second factor of the requester or the approver
 * changed in the week before. A frozen change pauses credential changes for as long.
 */
export const coolingMs = { usual: 72 * HOUR_MS, longer: 7 * 24 * HOUR_MS }
const lateMs = 7 * 24 * HOUR_MS

/** SQL for the end of a cooling-off period of a bank account `b` that begins now (docs/domain.md#bank-accounts). */
export const coolingEnd = (now: Date): Sql => sql`case when exists (
    select from password_history h where h.user_id in (b.requested_by, b.second_owner_id) and h.replaced_at > b.created_at - ${`${lateMs} milliseconds`}::interval)
    or exists (select from users u where u.id in (b.requested_by, b.second_owner_id)
      and u.credentials_changed_at > b.created_at - ${`${lateMs} milliseconds`}::interval)
  then ${new Date(now.getTime() + coolingMs.longer)}::timestamptz else ${new Date(now.getTime() + coolingMs.usual)}::timestamptz end`

/**
 * Starts the cooling-off of an approved change once both review and second owner are there, in either order (docs/domain.md#bank-accounts);
 * returns when it takes effect, or null while something is missing. The caller holds the change's lock.
 */
export async function beginCooling(db: Connection, change: IbanChange, now: Date): Promise<Date | null> {
  const row = await db.first<{ effective_from: Date }>(sql`
    update bank_accounts b set state = 'cooling', approved_at = ${now}, effective_from = ${coolingEnd(now)}
    where b.id = ${change.id} and b.state = 'pending_review' and b.reviewed_at is not null and (b.second_owner_id is not null or not b.needs_second_owner)
    returning b.effective_from`)
  if (!row) return null
  queueIbanEmails(db, change.id, 'approved', now)
  notifyPeople(db, change, 'iban_approved', now, { from: row.effective_from })
  return row.effective_from
}

/** Queues a shop's settlements again today: those that a pause held are paid in the next run. A settlement in progress is paid anyway. */
export async function releasePayments(db: Connection, merchantId: string): Promise<void> {
  await db.run(sql`update settlement_runs t set settled_until = '-infinity' where (t.merchant_id, t.mode) in
    (select merchant_id, mode from settlement_runs where merchant_id = ${merchantId} and mode = 'live' for update skip locked)`)
}
