import { rejectedBefore } from '#domain/retention'
import { record } from '../audit/record.ts'
import type { Connection, Database } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import { erasePerson } from './erasePerson.ts'

/** At most so many accounts at a time: their papers are large. */
const atATime = 20

/**
 * Removes the files of accounts whose onboarding was rejected, a year after the last no (domain model §12, "Retention"): company, people behind it, papers, bank
 * accounts, and who had a way in. What is left is an account without a name, its rejected shops and its trail. One that sells, sold or asks again is none
 * of them. The file goes last: broken off anywhere, the account is found again. Returns how many went.
 */
export async function forgetRejected(database: Database, now: Date): Promise<number> {
  const due = await database.read(null, (db) => overdue(db, now, sql`true`))
  let gone = 0
  for (const accountId of due) if (await forgetAccount(database, accountId, now)) gone += 1
  return gone
}

async function overdue(db: Connection, now: Date, which: Sql): Promise<string[]> {
  const before = rejectedBefore(now)
  const rows = await db.rows<{ account_id: string }>(sql`select o.account_id from onboardings o
    where o.status = 'rejected' and o.decided_at < ${before} and ${which}
      and not exists (select from merchants m where m.account_id = o.account_id and m.status <> 'rejected')
      and not exists (select from shop_applications s where s.account_id = o.account_id and (s.decided_at is null or s.decided_at >= ${before}))
    order by o.decided_at limit ${atATime}`)
  return rows.map(({ account_id: accountId }) => accountId)
}

/** False for one that somebody has asked for again since it was looked for. */
async function forgetAccount(database: Database, accountId: string, now: Date): Promise<boolean> {
  const people = await database.write(null, async (db) => {
    await db.first(sql`select from accounts a where a.id = ${accountId} for update`)
    const still = await overdue(db, now, sql`o.account_id = ${accountId}`)
    return still.length === 0 ? null : removePeople(db, accountId, now)
  })
  if (people === null) return false
  for (const id of people) await erasePerson(database, id, { by: 'clock', requestId: 'clock', now })
  return database.write(null, async (db) => {
    for (const query of file(accountId)) db.send(query)
    const removed = await db.run(sql`delete from onboardings o where o.account_id = ${accountId}`)
    if (removed === 0) return false
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

/** Nobody of the account enters any more. Returns who still has a name. */
async function removePeople(db: Connection, accountId: string, now: Date): Promise<string[]> {
  const people = await db.rows<{
    id: string
  }>(sql`update users u set removed_at = coalesce(u.removed_at, ${now}), disabled_at = coalesce(u.disabled_at, ${now})
    where u.account_id = ${accountId} and u.erased_at is null returning u.id`)
  const ids = people.map(({ id }) => id)
  db.send(
    sql`update sessions s set ended_at = ${now}, end_reason = 'user_disabled' where s.user_id = any(${ids}::uuid[]) and s.ended_at is null`,
  )
  return ids
}

/** What the account told of itself, each before what it hangs from. */
const file = (accountId: string): Sql[] => [
  sql`update merchants m set billing_email = null where m.account_id = ${accountId} and m.billing_email is not null`,
  sql`delete from bank_account_letters l using bank_accounts b where b.id = l.bank_account_id and b.account_id = ${accountId}`,
  ...[
    sql`documents`,
    sql`onboarding_links`,
    sql`change_requests`,
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
