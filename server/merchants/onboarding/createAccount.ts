import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { tellProvider } from '../notices/providerEvents.ts'

/** Whose account it is to be. `company` and `website` may be empty. */
export type NewAccount = {
  email: string
  firstName: string
  lastName: string
  type: 'enterprise' | 'self_employed'
  company: string
  website: string
}

/** Creates an account that begins with onboarding, and the invitation of its owner, who has no password yet. */
export async function createAccount(db: Connection, account: NewAccount, now: Date): Promise<{ accountId: string; userId: string }> {
  const [accountId, userId] = [newId(now), newId(now)]
  const { email, firstName, lastName, type, company } = account
  const website = account.website === '' ? null : account.website
  await db.run(sql`insert into accounts (id, type, requires_onboarding, created_at) values (${accountId}, ${type}, true, ${now})`)
  db.send(
    sql`insert into users (id, email, first_name, last_name, created_at) values (${userId}, ${email}, ${firstName}, ${lastName}, ${now})`,
  )
  db.send(
    sql`insert into memberships (account_id, user_id, role, created_at, invited_at) values (${accountId}, ${userId}, 'owner', ${now}, ${now})`,
  )
  if (type === 'enterprise' && company !== '')
    db.send(sql`insert into enterprises (account_id, name, website) values (${accountId}, ${company}, ${website})`)
  if (website !== null) db.send(sql`insert into shop_drafts (account_id, url) values (${accountId}, ${website})`)
  tellProvider(db, { type: 'account.created', at: now, about: { accountId }, objectId: accountId })
  return { accountId, userId }
}
