import { rejectedBefore } from '#domain/merchants/retention'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { filesPerRun, deleteAccountFile } from './deleteAccountFile.ts'

/**
 * Deletes the files of accounts whose onboarding was rejected, a year after the last rejection (docs/domain.md#keeping-and-erasing-data).
 * Accounts that sell, sold or applied again are excluded. Returns how many were deleted.
 */
export async function deleteRejectedFiles(database: Database, now: Date): Promise<number> {
  const due = await database.read(null, (db) => overdue(db, now, sql`true`))
  let deleted = 0
  for (const accountId of due)
    if (
      await deleteAccountFile(database, {
        accountId,
        now,
        isDue: async (db) => (await overdue(db, now, sql`o.account_id = ${accountId}`)).length > 0,
        mark: (db) => db.run(sql`delete from onboardings o where o.account_id = ${accountId}`),
      })
    )
      deleted += 1
  return deleted
}

async function overdue(db: Connection, now: Date, which: Sql): Promise<string[]> {
  const before = rejectedBefore(now)
  const rows = await db.rows<{ account_id: string }>(sql`select o.account_id from onboardings o
    where o.status = 'rejected' and o.decided_at < ${before} and ${which}
      and not exists (select from merchants m where m.account_id = o.account_id and m.status <> 'rejected')
      and not exists (select from shop_applications s where s.account_id = o.account_id and (s.decided_at is null or s.decided_at >= ${before}))
    order by o.decided_at limit ${filesPerRun}`)
  return rows.map(({ account_id: accountId }) => accountId)
}
