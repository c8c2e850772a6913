import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api, type CallName } from '#contract/index'
import { isMemberPolicy, type Policy } from '#contract/platform/policy'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

// A member of the provider's staff looks at the panel as a merchant does.
let server: TestServer
let support: TestStaff
const accountId = hexOf(ids.accountA)
const merchantId = hexOf(ids.merchantA1)
beforeAll(async () => {
  server = await startTestServer({ proved: false })
})
beforeEach(async () => {
  support = await addStaff(server, ['support'], { firstName: 'Lucía', lastName: 'Prado' })
})
afterAll(() => server.close())

const ask = (reason = 'Dice que no ve sus ventas.', as = support, account = accountId) =>
  callConsole(server, 'consoleMerchantView', { params: { accountId: account }, body: { reason }, as })
const linkIn = (url: string) => {
  const [id = '', token = ''] = new URL(url).hash.slice(1).split('.')
  return { id, token }
}
const use = (link: { id: string; token: string }) => server.send('POST', '/v2/token/provider', { body: JSON.stringify(link) })

type Look = { headers: Record<string, string> }
/** Opens the panel; how its calls are sent. */
async function look(as = support): Promise<Look> {
  const opened = await use(linkIn((await ask('Dice que no ve sus ventas.', as)).body.url))
  expect(opened.status, opened.raw).toBe(200)
  const tokens = JSON.parse(opened.raw) as { access_token: string }
  const cookie = opened.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  return { headers: { authorization: `Bearer ${tokens.access_token}`, cookie: cookie.join('; ') } }
}
const read = (path: string, { headers }: Look) => server.send('GET', path, { headers })

describe('looking as a merchant', () => {
  it('needs a reason, a role that helps merchants, and an account with an owner', async () => {
    expect((await ask('')).status).toBe(400)
    expect((await ask('x', await addStaff(server, ['finance']))).status).toBe(403)
    expect((await ask('x', support, 'f'.repeat(32))).status).toBe(404)
    const [views] = await server.ownerSql<{ many: number }>('select count(*)::int as many from staff_views')
    expect(views?.many).toBe(0)
  })

  it('opens the panel once, within two minutes, and not for somebody disabled meanwhile', async () => {
    const link = linkIn((await ask()).body.url)
    expect((await use({ ...link, token: 'A'.repeat(43) })).status).toBe(410)
    expect((await use(link)).status).toBe(200)
    expect((await use(link)).status).toBe(410)
    const late = linkIn((await ask()).body.url)
    server.moveClock(2 * 60_000 + 1_000)
    expect((await use(late)).status).toBe(410)
    const disabled = await addStaff(server, ['support'])
    const foreignLink = linkIn((await ask('x', disabled)).body.url)
    await server.ownerSql('update staff set disabled_at = now() where id = $1', [disabled.staffId])
    expect((await use(foreignLink)).status).toBe(410)
  })

  it('tells the owners why, by a notice and in the activity, where what it opened and was refused is the provider’s', async () => {
    const view = await look()
    await server.send('POST', `/v2/merchants/${merchantId}/audiences`, { headers: view.headers, body: '{}' })
    const notices = (await server.call('notificationList', { as: 'ownerA', query: {} })).body.results
    expect(notices[0]).toMatchObject({ type: 'provider_view', values: [{ key: 'reason', value: 'Dice que no ve sus ventas.' }] })
    const { results } = (await server.call('activityList', { as: 'ownerA' })).body
    expect(results.find(({ action }) => action === 'El proveedor mira el panel')?.changes).toMatchObject([
      { after: 'Dice que no ve sus ventas.' },
    ])
    const entries = await server.ownerSql(`select role, user_id, staff_id from audit_entries where account_id = $1 and staff_id = $2`, [
      ids.accountA,
      support.staffId,
    ])
    expect(entries.length).toBeGreaterThanOrEqual(3)
    for (const entry of entries) expect(entry).toEqual({ role: 'operator', user_id: null, staff_id: support.staffId })
    // Nor is it one of the owner's own sessions.
    expect((await server.call('meSessionList', { as: 'ownerA' })).body).toHaveLength(1)
  })

  it('reads the account with data of people masked, says until when, and offers nothing that changes anything', async () => {
    await writeOperation(server.database.ownerUrl, {
      merchantId: ids.merchantA1,
      lastName: 'Illescas',
      email: 'carmen@correo.test',
      phone: '612345214',
    })
    const view = await look()
    const list = await read(`/v2/merchants/${merchantId}/orders`, view)
    expect(list.status, list.raw).toBe(200)
    expect(list.raw).not.toMatch(/Illescas|carmen@correo|612345214/)
    const me = JSON.parse((await read('/v2/me', view)).raw) as {
      email: string
      last_name: string
      permissions: string[]
      provider_view_until: string
    }
    expect(me).toMatchObject({ email: expect.stringContaining('•••'), last_name: 'N.' })
    expect(Date.parse(me.provider_view_until)).toBeGreaterThan(server.services.now().getTime())
    const writes = me.permissions.filter((name) => {
      const { method, policy }: { method: string; policy: Policy } = api[name as CallName] // names of calls
      return method !== 'GET' && isMemberPolicy(policy) && policy.whileViewing === undefined
    })
    expect(writes).toEqual([])
    expect((await read(`/v2/merchants/${hexOf(ids.merchantB1)}/orders`, view)).status).toBe(404)
  })

  it('can make no write and fetch no file, of any call', async () => {
    const view = await look()
    const before = await server.ownerSql('select (select count(*) from audit_entries where outcome = $1) as done', ['done'])
    for (const { name, method, path, policy, answers } of Object.values(api) as {
      name: string
      method: string
      path: string
      policy: Policy
      answers: Record<number, unknown>
    }[]) {
      if (!isMemberPolicy(policy) || policy.whileViewing) continue
      const url = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => (param === 'merchantId' ? merchantId : 'f'.repeat(32)))
      if (method === 'GET' && answers[200] !== 'file') continue
      const { status, raw } = await server.send(method, url, { headers: view.headers, ...(method !== 'GET' && { body: '{}' }) })
      expect(status, `${name} ${raw}`).toBe(403)
      expect(raw, name).toContain(method === 'GET' ? 'PermissionDenied' : 'ViewOnly')
    }
    expect(await server.ownerSql('select (select count(*) from audit_entries where outcome = $1) as done', ['done'])).toEqual(before)
  })

  it('ends after half an hour however much it is used, with its member’s access, and when it is left', async () => {
    const view = await look()
    server.moveClock(9 * 60_000)
    expect((await read('/v2/me', view)).status).toBe(200)
    server.moveClock(22 * 60_000)
    expect((await read('/v2/me', view)).status).toBe(401)
    support = await addStaff(server, ['support'])
    const refreshed = await look()
    const [session] = await server.ownerSql<{ late: boolean }>(
      `select expires_at > $1::timestamptz + interval '30 minutes' as late from sessions where staff_view_id is not null order by created_at desc limit 1`,
      [server.services.now()],
    )
    expect(session).toEqual({ late: false })
    await server.ownerSql('update staff set disabled_at = now() where id = $1', [support.staffId])
    await expect.poll(async () => (await read('/v2/me', refreshed)).status).toBe(401)
    const other = await addStaff(server, ['support'])
    const left = await look(other)
    expect((await server.send('POST', '/v2/signout', { headers: left.headers, body: '{}' })).status).toBe(204)
    await expect.poll(async () => (await read('/v2/me', left)).status).toBe(401)
  })
})
