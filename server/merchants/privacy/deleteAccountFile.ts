import { closeSessions } from '../../platform/calls/closeSessions.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { belongsNowhere, mayEnter } from '../../platform/calls/membership.ts'
import { record } from '../../platform/audit/record.ts'
import { erasePerson } from './erasePerson.ts'

/** The most accounts in one run: their documents are large. */
export const filesPerRun = 20

type Deletion = {
  accountId: string
  now: Date
  /** Whether it is still due, checked under the account's lock. */
  isDue: (db: Connection) => Promise<boolean>
  /** Marks it as done, so that it is not selected again; 0 when another process did. */
  mark: (db: Connection) => Promise<number>
}

/**
 * Deletes what an account stated: company, its people, documents, bank accounts, and members. An account without a name, its shops and its
 * audit log remain. It is marked last: after a crash it is selected again. False when it is no longer due.
 */
export async function deleteAccountFile(database: Database, { accountId, now, isDue, mark }: Deletion): Promise<boolean> {
  const people = await database.write(null, async (db) => {
    await db.first(sql`select from accounts a where a.id = ${accountId} for update`)
    return (await isDue(db)) ? removePeople(db, accountId, now) : null
  })
  if (people === null) return false
  for (const userId of people) await erasePerson(database, { accountId, userId }, { by: 'clock', requestId: 'clock', now })
  return database.write(null, async (db) => {
    for (const query of deletionsOf(accountId)) db.send(query)
    if ((await mark(db)) === 0) return false
    const line = { accountId, merchantId: null, mode: null, userId: null, role: null, ip: null, outcome: 'done' } as const
    await record(db, {
      ...line,
      call: 'fileForget',
      entity: 'onboarding',
      entityId: accountId,
      after: { people: people.length },
      requestId: 'clock',
    })
    return true
  })
}

/** Removes every member of the account. Returns those who are not erased yet. */
async function removePeople(db: Connection, accountId: string, now: Date): Promise<string[]> {
  const people = await db.rows<{
    id: string
  }>(sql`update memberships m set removed_at = coalesce(m.removed_at, ${now}), disabled_at = coalesce(m.disabled_at, ${now})
    where m.account_id = ${accountId} and m.erased_at is null returning m.user_id as id`)
  const ids = people.map(({ id }) => id)
  await db.run(sql`update users u set closed_at = ${now} where u.id = any(${ids}::uuid[]) and u.closed_at is null and ${belongsNowhere}`)
  const elsewhere = sql`exists (select from memberships o where o.user_id = s.user_id and ${mayEnter(sql`o`, now)})`
  await closeSessions(db, sql`s.user_id = any(${ids}::uuid[]) and not ${elsewhere}`, { reason: 'user_disabled', now })
  return ids
}

/** The deletions of an account's data, in the order of foreign keys. */
const deletionsOf = (accountId: string): Sql[] => [
  sql`update merchants m set billing_email = null, bank_account_id = null where m.account_id = ${accountId}`,
  ...[
    sql`documents`,
    sql`onboarding_links`,
    sql`change_requests`,
    sql`staff_notes`,
    sql`shop_drafts`,
    sql`shop_applications`,
    sql`bank_accounts`,
    sql`uploads`,
    sql`company_holders`,
    sql`company_owners`,
    sql`enterprises`,
    sql`profiles`,
  ].map((table) => sql`delete from ${table} t where t.account_id = ${accountId}`),
]
