import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Change } from './lockChange.ts'
import { tellPeople } from './tellPeople.ts'
import { writeLetters } from './writeLetters.ts'

const HOUR = 3_600_000
/** How long an approved account waits before it is paid; longer when password, e-mail or second factor of those
 * who asked or agreed had changed in the week before. */
export const coolingMs = { usual: 72 * HOUR, longer: 7 * 24 * HOUR }
const lateMs = 7 * 24 * HOUR

/**
 * Lets an approved change cool off once review and second owner are both there, in whichever order they came (domain model §3.21); returns from
 * when on it is paid, or null while something is missing. The caller holds the change's lock.
 */
export async function beginCooling(db: Connection, change: Change, now: Date): Promise<Date | null> {
  const row = await db.first<{ effective_from: Date }>(sql`
    update bank_accounts b set state = 'cooling', approved_at = ${now}, effective_from = case when exists (
        select from password_history h where h.user_id in (b.requested_by, b.second_owner_id) and h.replaced_at > b.created_at - ${`${lateMs} milliseconds`}::interval)
        or exists (select from users u where u.id in (b.requested_by, b.second_owner_id)
          and u.credentials_changed_at > b.created_at - ${`${lateMs} milliseconds`}::interval)
      then ${new Date(now.getTime() + coolingMs.longer)}::timestamptz else ${new Date(now.getTime() + coolingMs.usual)}::timestamptz end
    where b.id = ${change.id} and b.state = 'pending_review' and b.reviewed_at is not null and (b.second_owner_id is not null or not b.needs_second_owner)
    returning b.effective_from`)
  if (!row) return null
  writeLetters(db, change.id, 'approved', now)
  tellPeople(db, change, 'iban_approved', now, row.effective_from)
  return row.effective_from
}
