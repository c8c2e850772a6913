import { relationEndedBefore } from '#domain/merchants/retention'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { filesPerRun, deleteAccountFile } from './deleteAccountFile.ts'

type DeletionServices = Pick<Services, 'database' | 'wallClock' | 'log'>

/**
 * Deletes the files of companies whose relation ended more than ten years ago; a failing one does not hold up others. Returns how many were
 * deleted.
 */
export async function deleteEndedFiles(services: DeletionServices): Promise<number> {
  const now = services.wallClock()
  const skipped: string[] = []
  let deleted = 0
  for (;;) {
    const accounts = await services.database.read(null, (db) =>
      db.rows<{ id: string }>(sql`select a.id from accounts a where ${overdue(now)} and a.id <> all(${skipped}::uuid[])
        order by a.relation_ended_on limit ${filesPerRun}`),
    )
    if (accounts.length === 0) return deleted
    for (const { id } of accounts) {
      skipped.push(id)
      try {
        if (await deleteOne(services, id, now)) deleted += 1
      } catch (error) {
        services.log('error', 'retention_failed', { what: 'ended' }, error)
      }
    }
  }
}

const overdue = (now: Date): Sql => sql`a.relation_ended_on < ${relationEndedBefore(now)} and a.file_forgotten_at is null`

async function deleteOne({ database }: DeletionServices, accountId: string, now: Date): Promise<boolean> {
  const due = sql`a.id = ${accountId} and ${overdue(now)}`
  const isDue = async (db: Connection) => (await db.first(sql`select from accounts a where ${due}`)) !== undefined
  // Checked before the mandates of its bank accounts are deleted; the end of a relation is final.
  if (!(await database.read(null, isDue))) return false
  await deleteMandates(database, accountId)
  return deleteAccountFile(database, {
    accountId,
    now,
    isDue,
    mark: (db) => db.run(sql`update accounts a set file_forgotten_at = ${now} where ${due}`),
  })
}

/** Deletes account number and signer of its shops' mandates; their debits stay in the books. */
async function deleteMandates(database: Database, accountId: string): Promise<void> {
  const shops = await database.read(null, (db) =>
    db.rows<{ id: string }>(sql`select m.id from merchants m where m.account_id = ${accountId}`),
  )
  for (const { id } of shops)
    await database.write(mintScope(id, 'live'), (db) =>
      db.run(sql`update debit_mandates d set bank_account_id = null, iban = '', debtor_name = '', signer_name = '', signed_by = null, place = '–', wording = '',
          ended_at = coalesce(d.ended_at, now()), ended_why = coalesce(d.ended_why, 'account')
        where d.merchant_id = ${id} and d.mode = 'live'`),
    )
}
