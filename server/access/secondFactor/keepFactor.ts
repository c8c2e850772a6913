import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Keeps what the gate reads about a person in step with their second factors, in the transaction that changed these: since when there is one, and
 * that credentials changed. The last one takes the recovery codes with it. Returns whether there is one.
 */
export async function keepFactor(db: Connection, userId: string, now: Date): Promise<boolean> {
  const row = await db.first<{ has: boolean }>(sql`
    with factor as (select exists (select from passkeys where user_id = ${userId})
      or exists (select from authenticators where user_id = ${userId} and confirmed_at is not null) as has)
    update users set credentials_changed_at = ${now},
      second_factor_since = case when factor.has then coalesce(second_factor_since, ${now}) end
    from factor where id = ${userId} returning factor.has`)
  if (row?.has !== true) await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  return row?.has === true
}
