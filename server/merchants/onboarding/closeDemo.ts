import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { operatorWrite } from './operatorWrite.ts'

/** What was closed. */
export type ClosedDemo = { accounts: number; people: number; keys: number; webhooks: number; sessions: number }

/**
 * Closes every demo account for good: its people cannot sign in again and are signed out, its keys and links open nothing, nothing is sent to its
 * webhooks. What it sold stays. May be run again.
 */
export async function closeDemo(database: Database, now: Date): Promise<ClosedDemo> {
  const all: ClosedDemo = { accounts: 0, people: 0, keys: 0, webhooks: 0, sessions: 0 }
  const accounts = await database.read(null, (db) => db.rows<{ id: string }>(sql`select id from accounts where demo order by id`))
  for (const { id: accountId } of accounts) {
    const shops = await database.read(null, (db) => db.rows<{ id: string }>(sql`select id from merchants where account_id = ${accountId}`))
    for (const { id } of shops) {
      const closed = await closeShop(database, id, now)
      all.keys += closed.keys
      all.webhooks += closed.webhooks
    }
    await operatorWrite(database, 'close-demo', async (db) => {
      const { people, sessions } = await closePeople(db, accountId, now)
      await db.run(sql`update accounts set disabled_at = coalesce(disabled_at, ${now}) where id = ${accountId}`)
      all.accounts += 1
      all.people += people
      all.sessions += sessions
      return { accountId, entity: 'account', entityId: accountId, after: { people, sessions }, problem: null }
    })
  }
  return all
}

async function closeShop(database: Database, merchantId: string, now: Date): Promise<{ keys: number; webhooks: number }> {
  const closed = { keys: 0, webhooks: 0 }
  for (const mode of ['live', 'sandbox'] as const)
    await database.write(mintScope(merchantId, mode), async (db) => {
      db.send(sql`update api_key_doors set ends_at = ${now} where merchant_id = ${merchantId} and mode = ${mode}
        and (ends_at is null or ends_at > ${now})`)
      closed.keys += await db.run(sql`update api_keys k set revoked_at = ${now}
        where k.merchant_id = ${merchantId} and k.mode = ${mode} and k.revoked_at is null`)
      closed.webhooks += await db.run(sql`delete from webhooks w where w.merchant_id = ${merchantId} and w.mode = ${mode}`)
    })
  return closed
}

async function closePeople(db: Connection, accountId: string, now: Date): Promise<{ people: number; sessions: number }> {
  const people = await db.run(sql`update users set disabled_at = ${now} where account_id = ${accountId} and disabled_at is null`)
  const ofAccount = sql`user_id in (select id from users where account_id = ${accountId})`
  db.send(sql`update one_time_links set used_at = ${now} where ${ofAccount} and used_at is null`)
  const sessions = await db.run(
    sql`update sessions set ended_at = ${now}, end_reason = 'user_disabled' where ${ofAccount} and ended_at is null`,
  )
  return { people, sessions }
}
