import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { coolingEnd } from './coolingEnd.ts'
import type { Change } from './lockChange.ts'
import { tellPeople } from './tellPeople.ts'
import { writeIbanEmails } from './writeIbanEmails.ts'

/**
 * Lets an approved change cool off once review and second owner are both there, in whichever order they came (docs/domain.md#bank-accounts); returns from
 * when on it is paid, or null while something is missing. The caller holds the change's lock.
 */
export async function beginCooling(db: Connection, change: Change, now: Date): Promise<Date | null> {
  const row = await db.first<{ effective_from: Date }>(sql`
    update bank_accounts b set state = 'cooling', approved_at = ${now}, effective_from = ${coolingEnd(now)}
    where b.id = ${change.id} and b.state = 'pending_review' and b.reviewed_at is not null and (b.second_owner_id is not null or not b.needs_second_owner)
    returning b.effective_from`)
  if (!row) return null
  writeIbanEmails(db, change.id, 'approved', now)
  tellPeople(db, change, 'iban_approved', now, { from: row.effective_from })
  return row.effective_from
}
