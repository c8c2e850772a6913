import { formatDateTime } from '#domain/platform/dates'
import type { Connection } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { Refusal } from './refusal.ts'

/** SQL for the end of an account's pause at a moment; null when its ways in may be changed. */
export const pauseEnd = (accountId: Sql, now: Date): Sql =>
  sql`(select max(b.paused_until) from bank_accounts b where b.account_id = ${accountId} and b.paused_until > ${now})`

/**
 * Lets a change of a way in go on only while the account's are not paused (`contract/platform/policy.ts`). Asked in the change's own transaction, on the
 * real clock. Refuses with CredentialsPaused, which says until when.
 */
export async function refuseWhilePaused(db: Connection, accountId: string, now: Date): Promise<void> {
  const row = await db.first<{ until: Date | null }>(sql`select ${pauseEnd(sql`${accountId}::uuid`, now)} as until`)
  if (row?.until) throw new Refusal('CredentialsPaused', { why: 'until', values: { until: formatDateTime(row.until) } })
}
