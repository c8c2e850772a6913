import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { openDatabase, type Database } from '../server/platform/database/database.ts'
import { newId } from '../server/platform/database/newId.ts'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { emailOf, declinePush, password } from './persona.ts'

/** The database of the running product, for what no page can do: opening an account, and the operator's actions. */
export function running(): { ownerUrl: string; appUrl: string } {
  const embedded = runningEmbedded(process.env.E2E_DATA_DIR ?? '')
  if (!embedded) throw new Error('the product is not running')
  return embedded
}

/** Runs the provider's actions through the product's own handlers. */
export async function asOperator<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url: running().appUrl, connections: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Gives a demo owner that no other journey uses the demo password. */
export const givePassword = (email: string): Promise<void> =>
  withClient(running().ownerUrl, async (client) => {
    await client.query('update users set password_hash = (select p.password_hash from users p where p.email = $1) where email = $2', [
      emailOf('onboarding'),
      email,
    ])
  })

export type NewOwner = { accountId: string; email: string }

/** A new account with its owner, who has the demo password. */
export async function newOwner(type: 'self_employed' | 'enterprise' | 'unknown', firstName: string, lastName: string): Promise<NewOwner> {
  const now = new Date()
  const [accountId, userId] = [newId(now), newId(now)]
  const email = `alta-${userId.slice(-12)}@demo.test`
  await withClient(running().ownerUrl, async (client) => {
    await client.query('insert into accounts (id, type, requires_onboarding, demo) values ($1, $2, true, true)', [accountId, type])
    await client.query(
      `with person as (insert into users (id, email, password_hash, first_name, last_name)
         select $1::uuid, $3, u.password_hash, $4, $5 from users u where u.email = $6 returning id)
       insert into memberships (account_id, user_id, role, joined_at) select $2::uuid, id, 'owner', now() from person`,
      [userId, accountId, email, firstName, lastName, emailOf('onboarding')],
    )
  })
  return { accountId, email }
}

/** Signs in on a separate device. */
export async function deviceOf(
  browser: Browser,
  { email }: NewOwner,
  opened: BrowserContext[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options)
  opened.push(context)
  await declinePush(context)
  const address = `http://127.0.0.1:${process.env.E2E_PORT}`
  const answer = await context.request.post('/v2/token', { data: { email, password }, headers: { origin: address } })
  const { access_token: accessToken, refresh_token: refreshToken } = (await answer.json()) as {
    access_token: string
    refresh_token: string
  } // the product's response
  const value = encodeURIComponent(JSON.stringify({ accessToken, refreshToken }))
  await context.addCookies([{ name: 'session', value, url: address, sameSite: 'Lax' }])
  return context.newPage()
}
