import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { As, TestServer } from '../../testing/testServices.ts'
import { startTestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('truncate continuations'))

const path = '/merchants/0190/operations?q=Marta+Ruiz&sandbox=false'
const drafts = [{ merchantId: null, mode: 'live' as const, name: 'offlineCheckout', value: '{"first_name":"Marta","amount":31800}' }]
const create = async (as: As) => (await server.call('continuationCreate', { as, body: { path, drafts }, key: randomUUID() })).body
const take = (as: As, { id, token }: { id: string; token: string }) =>
  server.call('continuationTake', { as, body: { id, token }, key: randomUUID() })
const refusedWith = async (answer: ReturnType<typeof take>) => {
  const { status, error } = await answer
  return [status, error.type]
}
const no = [410, 'LinkReplaced']

it('a continuation is taken once, by the same person on another device, with page, filters and drafts unchanged', async () => {
  const code = await create('editorA')
  const phone = await server.signIn('editorA')
  expect((await take(phone, code)).body).toMatchObject({ path, drafts })
  expect(await refusedWith(take(phone, code))).toEqual(no)
})

it('a continuation is taken once by simultaneous requests', async () => {
  const code = await create('editorA')
  const answers = await Promise.all(Array.from({ length: 6 }, () => take('editorA', code)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410, 410])
})

it('a continuation is refused for another person, signed in or not, and stays valid', async () => {
  const code = await create('editorA')
  for (const stranger of ['ownerA', 'adminA', 'ownerB'] as const) expect(await refusedWith(take(stranger, code))).toEqual(no)
  expect((await take(undefined, code)).error.type).toBe('NotAuthenticated')
  expect(await refusedWith(take('editorA', { ...code, token: randomBytes(32).toString('base64url') }))).toEqual(no)
  expect((await take('editorA', code)).status).toBe(200)
})

it('a continuation expires after five minutes, with the session that created it, and when the next one is created', async () => {
  const old = await create('editorA')
  await create('editorA')
  expect(await refusedWith(take('editorA', old))).toEqual(no)
  const desktop = await server.signIn('editorA')
  const code = await create(desktop)
  await server.send('POST', '/v2/signout', { as: desktop, body: '{}' })
  expect(await refusedWith(take('editorA', code))).toEqual(no)
  const late = await create('adminA')
  server.moveClock(5 * 60_000)
  expect(await refusedWith(take('adminA', late))).toEqual(no)
})

it('a continuation grants no step-up on the other device', async () => {
  const desktop = await server.signIn('ownerA')
  const phone = await server.signIn('ownerA')
  await server.ownerSql(`update sessions set stepped_up_at = now() where created_at = (select min(created_at) from sessions)`)
  await take(phone, await create(desktop))
  expect(await server.ownerSql('select from sessions where stepped_up_at is not null')).toHaveLength(1)
})

it('a continuation stores neither drafts nor token in readable form', async () => {
  const { id, token } = await create('editorA')
  const rows = await server.ownerSql<{ all: string }>('select continuations::text as all from continuations')
  await take('editorA', { id, token })
  const auditEntries = await server.ownerSql<{ all: string }>(
    "select audit_entries::text as all from audit_entries where call like 'continuation%'",
  )
  const answers = await server.ownerSql<{ all: string }>('select idempotency_keys::text as all from idempotency_keys')
  const stored = [...rows, ...auditEntries, ...answers].map(({ all }) => all).join('\n')
  expect(rows).toHaveLength(1)
  expect(stored).not.toMatch(/Marta|31800/)
  expect(stored).not.toContain(token)
})

it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', 'operations', '/a b'])(
  'a continuation refuses an address that is not a path of the panel: %s',
  async (path) => {
    expect((await server.call('continuationCreate', { as: 'editorA', body: { path, drafts: [] } })).status).toBe(400)
  },
)
