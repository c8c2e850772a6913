import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index'
import { callNames, deniedWhenSandboxOnly, mayWhenSandboxOnly, permissions } from '#contract/permissions'
import type { Mode } from '../../platform/database/scope.ts'
import { text } from '../../platform/calls/messages.ts'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { teamOf } from '../../testing/team/testTeam.ts'

// A sandbox-only member: somebody who enters test mode alone.
let server: TestServer
let team: ReturnType<typeof teamOf>
let owner: TestSession
/** A sandbox-only admin. */
let sandboxAdmin: TestSession
const shop = hexOf(ids.merchantA1)
const reason = text('errors.PermissionDenied.sandboxOnly')
const setSandboxOnly = (persona: Persona, limited: boolean) =>
  server.ownerSql('update memberships set sandbox_only = $2 where user_id = $1', [personas[persona].id, limited])

beforeAll(async () => {
  server = await startTestServer()
  team = teamOf(server)
  owner = await team.fresh('ownerA')
  await setSandboxOnly('adminA', true)
  sandboxAdmin = await server.signIn('adminA')
})
afterAll(() => server.close())

/** Calls that a sandbox-only member may make in live mode too (`contract/permissions.test.ts` names them). */
const inAnyMode = 40

describe('a sandbox-only member', () => {
  it.each(['live', 'sandbox'] as const)('is refused, with the reason, every call that they may not make in %s', async (mode) => {
    const ofPeople = callNames.filter((name) => typeof permissions[name] !== 'string')
    const refused = ofPeople.filter((name) => !mayWhenSandboxOnly(name, mode))
    expect(refused.length).toBe(mode === 'live' ? ofPeople.length - inAnyMode : deniedWhenSandboxOnly.size)
    for (const name of refused) {
      const { method, path } = api[name]
      const address = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => (param === 'merchantId' ? shop : 'f'.repeat(32)))
      const plain = method === 'GET' || 'file' in api[name]
      const { status, raw } = await server.send(method, address, { as: sandboxAdmin, mode, ...(!plain && { body: '{}' }) })
      expect([name, status, (JSON.parse(raw) as { error: { message: string } }).error.message]).toEqual([name, 403, reason])
    }
  })

  it('may enter test mode like anybody, and make personal calls in both modes', async () => {
    for (const mode of ['live', 'sandbox'] as const) {
      const { status, body } = await server.call('me', { as: sandboxAdmin, mode })
      expect([status, body.sandboxOnly, body.permissions.filter((call) => deniedWhenSandboxOnly.has(call))]).toEqual([200, true, []])
      expect((await server.call('meSessionList', { as: sandboxAdmin, mode })).status).toBe(200)
    }
    for (const name of ['operationList', 'campaignList', 'settlementList', 'keyList', 'webhookList', 'reportList', 'sandboxView'] as const)
      expect([name, (await server.call(name, { params: { merchantId: shop }, as: sandboxAdmin, mode: 'sandbox' })).status]).toEqual([
        name,
        200,
      ])
    expect((await server.call('me', { as: owner })).body.sandboxOnly).toBeUndefined()
  })

  it('gets no notices of live shops', async () => {
    const follow = (mode: Mode) => server.call('notificationStream', { query: { shops: `${shop}/${mode}`, seconds: 0 }, as: sandboxAdmin })
    expect([(await follow('live')).status, (await follow('sandbox')).status]).toEqual([403, 200])
  })

  it('is shown the same as an owner who views as them', async () => {
    const { body } = await server.call('viewAsStart', { body: { userId: team.idOf('adminA') }, as: owner })
    const headers = { 'x-view-as': body.seal }
    const look = (mode: Mode) => server.call('operationList', { params: { merchantId: shop }, as: owner, headers, mode })
    expect([(await look('live')).error.message, (await look('sandbox')).status]).toEqual([reason, 200])
    const { body: me } = await server.call('me', { as: owner, headers })
    expect([me.sandboxOnly, me.permissions.includes('teamList')]).toEqual([true, false])
  })
})

describe('sandbox-only', () => {
  it('is set by an invitation and shown with the member', async () => {
    const { status, body } = await team.invite(owner, { emails: ['dev@estudio.test'], role: 'editor', sandboxOnly: true })
    expect([status, body[0]?.sandboxOnly]).toEqual([201, true])
    const { results } = (await team.list(owner)).body
    expect(results.filter(({ sandboxOnly }) => sandboxOnly).map(({ email }) => email)).toEqual(['admin@a.test', 'dev@estudio.test'])
    const [email] = await team.emailsTo('dev@estudio.test')
    await team.accept(email ?? { uuid: '', token: '' })
    const { session } = await team.enter('dev@estudio.test')
    expect((await server.call('me', { as: session })).body.sandboxOnly).toBe(true)
  })

  it('ends open sessions at once, and no refresh revives them', async () => {
    const before = await server.signIn('editorA')
    const { status, body } = await team.update(owner, team.idOf('editorA'), { sandboxOnly: true })
    expect([status, body.member.sandboxOnly, body.endedSessions > 0]).toEqual([200, true, true])
    const refresh = (session: TestSession) =>
      server.call('sessionRefresh', { headers: { authorization: `Bearer ${session.refreshToken}`, cookie: session.cookie } })
    expect((await refresh(before)).status).toBe(401)
    const after = await server.signIn('editorA')
    const renewed = (await refresh(after)).body
    const live = await server.call('operationList', { params: { merchantId: shop }, as: { ...renewed, cookie: after.cookie } })
    expect(live.error.message).toBe(reason)
    const [line] = await server.ownerSql<{ before: object; after: object }>(
      `select before, after from audit_entries where call = 'teamUpdate' and outcome = 'done' order by seq desc limit 1`,
    )
    expect([line?.before, line?.after]).toEqual([
      expect.objectContaining({ sandboxOnly: false }),
      expect.objectContaining({ sandboxOnly: true }),
    ])
    await team.update(owner, team.idOf('editorA'), { sandboxOnly: false })
  })

  it('cannot be cleared by the member for themselves or exceeded for others, also within the second in which it was set', async () => {
    expect((await team.update(sandboxAdmin, team.idOf('adminA'), { sandboxOnly: false })).status).toBe(403)
    await setSandboxOnly('adminA', false)
    const admin = await team.fresh('adminA')
    expect((await server.call('me', { as: admin })).body.sandboxOnly).toBeUndefined()
    await setSandboxOnly('adminA', true)
    const invitation = await team.invite(admin, { emails: ['real@a.test'], role: 'guest' })
    // Refused by the check under the team's lock, or by authentication when the second is over already.
    expect([text('errors.TeamChangeNotAllowed.sandbox'), reason]).toContain(invitation.error.message)
    expect((await team.update(admin, team.idOf('guestA'), { role: 'guest' })).status).toBeGreaterThanOrEqual(403)
    expect(await server.ownerSql(`select from users where email = 'real@a.test'`)).toEqual([])
  })

  it('is never set on an owner, and a restricted person cannot be offered the ownership', async () => {
    const invitation = await team.invite(owner, { emails: ['otra@a.test'], role: 'owner', sandboxOnly: true })
    expect(invitation.error.message).toBe(text('errors.TeamChangeNotAllowed.ownerWhole'))
    const offered = await server.call('handoverOffer', { body: { userId: team.idOf('adminA') }, as: owner })
    expect(offered.error.message).toBe(text('errors.HandoverNotAllowed.sandboxOnly'))
    await expect(setSandboxOnly('ownerA', true)).rejects.toThrow('memberships_owner_real')
  })
})
