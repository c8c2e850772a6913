import { sql, type Sql } from '../../platform/database/sql.ts'

const HOUR = 3_600_000
/** How long an approved account waits before it is paid; longer when password, e-mail or second factor of those
 * who asked or agreed had changed in the week before. A change that is frozen pauses the ways in for as long. */
export const coolingMs = { usual: 72 * HOUR, longer: 7 * 24 * HOUR }
const lateMs = 7 * 24 * HOUR

/** SQL for when the time of a bank account `b` ends that begins now (docs/domain.md#bank-accounts). */
export const coolingEnd = (now: Date): Sql => sql`case when exists (
    select from password_history h where h.user_id in (b.requested_by, b.second_owner_id) and h.replaced_at > b.created_at - ${`${lateMs} milliseconds`}::interval)
    or exists (select from users u where u.id in (b.requested_by, b.second_owner_id)
      and u.credentials_changed_at > b.created_at - ${`${lateMs} milliseconds`}::interval)
  then ${new Date(now.getTime() + coolingMs.longer)}::timestamptz else ${new Date(now.getTime() + coolingMs.usual)}::timestamptz end`
