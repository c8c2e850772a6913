import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/calls/call.ts'

/** The first name of whom the caller would ask for a right: whoever leads the account longest, an owner before an admin; null without anybody else. */
export async function firstToAsk(db: Connection, { accountId, userId }: Caller, now: Date): Promise<string | null> {
  const found = await db.first<{
    first_name: string
  }>(sql`select u.first_name from users u where u.account_id = ${accountId} and u.id <> ${userId}
      and u.role in ('owner', 'admin') and u.disabled_at is null and u.password_hash is not null and not u.sandbox_only and (u.access_until is null or u.access_until > ${now})
    order by u.role = 'owner' desc, u.created_at, u.id limit 1`)
  return found?.first_name ?? null
}
