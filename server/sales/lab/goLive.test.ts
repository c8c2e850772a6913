import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GoLiveStep } from '#domain/sales/operations/goLive'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { issueKey } from '../../platform/keys/issueKey.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const params = { merchantId: hexOf(ids.merchantA1) }
const ask = (as: Persona = 'editorA', mode: 'live' | 'sandbox' = 'live') => server.call('goLive', { params, as, mode })
const done = async (): Promise<GoLiveStep[]> => (await ask()).body.steps.filter(({ doneAt }) => doneAt !== null).map(({ step }) => step)

it('the go-live checklist completes each step by what happened, in either mode, and none by hand', async () => {
  const { url } = (await server.ownerSql<{ url: string | null }>('select url from merchants where id = $1', [ids.merchantA1]))[0] ?? {}
  await server.ownerSql(`update merchants set url = 'https://www.granvia.example', bank_account_id = null where id = $1`, [ids.merchantA1])
  await server.ownerSql('delete from passkeys; delete from authenticators')
  expect(await done()).toEqual([])
  expect((await ask()).body.colleagueSince).not.toBeNull()

  await server.call('sandboxScenario', { params: { ...params, scenario: 'link' }, as: 'editorA', mode: 'sandbox' })
  expect(await done()).toEqual(['testOrder'])
  expect((await ask('editorA', 'sandbox')).body).toEqual((await ask()).body)

  // On another host, or with a sandbox key, it does not count as the shop.
  const use = async (mode: 'live' | 'sandbox', from: string) => {
    const scope = mintScope(ids.merchantA1, mode)
    const issuing = {
      kind: 'public',
      by: personas.ownerA.id,
      now: server.services.now(),
      secrets: server.services.config.keySecrets,
    } as const
    await server.ownerSql('update api_key_lookups set ends_at = now() where ends_at is null')
    const { token } = await server.services.database.write(scope, async (db) => issueKey(db, scope, issuing))
    await server.services.keys.byToken(token, { from, client: null })
  }
  await use('sandbox', 'granvia.example')
  await use('live', 'otra.example')
  expect(await done()).toEqual(['testOrder'])
  await use('live', 'granvia.example')
  expect(await done()).toEqual(['testOrder', 'widget'])

  // With one of two missing it does not count as the team.
  const arm = (id: string) =>
    server.ownerSql(`insert into authenticators (user_id, sealed_secret, created_at, confirmed_at) values ($1, 'x', now(), now())`, [id])
  await arm(personas.ownerA.id)
  expect(await done()).not.toContain('secondFactor')
  await arm(personas.adminA.id)
  expect(await done()).toEqual(['testOrder', 'widget', 'secondFactor'])

  const account = crypto.randomUUID()
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values ($1, $2, 'ES9121000418450200051332', 'Tienda', now())`,
    [account, ids.accountA],
  )
  await server.ownerSql('update merchants set bank_account_id = $1 where id = $2', [account, ids.merchantA1])
  expect((await ask()).body.steps.find(({ step }) => step === 'bankAccount')).toMatchObject({ detail: '•••• 1332', operationId: null })
  expect(await done()).toContain('bankAccount')
  await server.ownerSql('update merchants set url = $1 where id = $2', [url, ids.merchantA1])
})

it('the go-live checklist is visible to operators of this shop only', async () => {
  expect((await ask('guestA')).error.type).toBe('PermissionDenied')
  expect((await ask('ownerB')).status).toBe(404)
  const other = await server.call('goLive', { params: { merchantId: hexOf(ids.merchantA2) }, as: 'ownerA' })
  expect(other.body.steps.find(({ step }) => step === 'testOrder')?.doneAt).toBeNull()
})
