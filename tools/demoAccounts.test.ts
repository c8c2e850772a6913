import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ids, personas, testPassword } from '../server/testing/testFixture.ts'
import { startTestServer, type TestServer } from '../server/testing/testServices.ts'
import { keyHash } from '../server/platform/keys/issueKey.ts'
import { makeKeyring } from '../server/platform/keys/keyring.ts'
import { closeDemo } from '../server/merchants/onboarding/operatorAccounts.ts'

// Account A is a demo account, account B is real.
let server: TestServer
const key = `sk_test_${'k'.repeat(32)}`
const keyId = '0192d000-0000-7000-8000-000000000001'
const webhookId = '0192d000-0000-7000-8000-000000000002'

beforeAll(async () => {
  server = await startTestServer()
  await server.ownerSql('update accounts set demo = true where id = $1', [ids.accountA])
  await server.ownerSql(
    `insert into api_keys (merchant_id, mode, id, kind, last_four, created_at) values ($1, 'sandbox', $2, 'private', 'kkkk', now())`,
    [ids.merchantA1, keyId],
  )
  await server.ownerSql(
    `insert into api_key_lookups (key_hash, merchant_id, mode, key_id, kind) values ($1, $2, 'sandbox', $3, 'private')`,
    [keyHash(key), ids.merchantA1, keyId],
  )
  await server.ownerSql(
    `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at) values ($1, 'live', $2, 'https://a.test/', array['operation.created'], 'x', now())`,
    [ids.merchantA1, webhookId],
  )
})
afterAll(() => server.close())
beforeEach(() => void (server.services.config.demo = true))

const signIn = async (who: 'ownerA' | 'ownerB') =>
  (await server.call('sessionSignIn', { body: { email: personas[who].email, password: testPassword } })).status
const opensAnew = async () => (await makeKeyring(server.services).byToken(key)) !== null

it('demo accounts cannot sign in while demo data is off, and real ones can', async () => {
  expect([await signIn('ownerA'), await signIn('ownerB'), await opensAnew()]).toEqual([200, 200, true])
  const [demo, real] = [await server.signIn('adminA'), await server.signIn('ownerB')]
  server.services.config.demo = false
  expect([await signIn('ownerA'), await signIn('ownerB'), await opensAnew()]).toEqual([401, 200, false])
  const renew = (session: typeof demo) =>
    server.send('POST', '/v2/token/refresh', { headers: { authorization: `Bearer ${session.refreshToken}`, cookie: session.cookie } })
  expect([(await renew(demo)).status, (await renew(real)).status]).toEqual([401, 200])
  expect([(await server.call('me', { as: demo })).status, (await server.call('me', { as: real })).status]).toEqual([401, 200])
})

it('close-demo closes demo accounts for good, even while demo data is on', async () => {
  const session = await server.signIn('guestA')
  const closed = await closeDemo(server.services.database, server.services.now())
  expect(closed).toMatchObject({ accounts: 1, keys: 1, webhooks: 1 })
  expect(closed.people).toBeGreaterThan(1)
  expect(closed.sessions).toBeGreaterThan(0)
  expect([await signIn('ownerA'), await signIn('ownerB'), await opensAnew()]).toEqual([401, 200, false])
  expect((await server.call('me', { as: session })).status).toBe(401)
  expect(await server.ownerSql('select 1 from webhooks where merchant_id = $1', [ids.merchantA1])).toEqual([])
  expect(await closeDemo(server.services.database, server.services.now())).toEqual({
    accounts: 1,
    people: 0,
    keys: 0,
    webhooks: 0,
    sessions: 0,
  })
})
