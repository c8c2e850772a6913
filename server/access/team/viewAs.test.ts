import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { api, type CallName } from '#contract/index'
import { permissions } from '#contract/permissions'
import { viewMs } from '#domain/access/viewAs'
import { ids, personas } from '../../testing/testFixture.ts'
import type { As } from '../../testing/testServices.ts'
import { signView } from '../../platform/calls/viewing.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { startTeam } from '../../testing/team/testTeam.ts'

// Viewing as somebody else: never more than both may see, read-only, for a quarter of an hour.
const { server, team, owner, admin } = await startTeam()
afterAll(() => server.close())

const start = (as: As, body: { role?: 'owner' | 'admin' | 'editor' | 'guest'; userId?: string }) => server.call('viewAsStart', { body, as })
const seen = async (as: As, body: Parameters<typeof start>[1]) => ({ 'x-view-as': (await start(as, body)).body.seal })
const shops = [hexOf(ids.merchantA1), hexOf(ids.merchantA2)]

describe('a view', () => {
  it('answers what the role would be answered', async () => {
    const headers = await seen(owner, { role: 'guest' })
    const { body } = await server.call('me', { as: owner, headers })
    expect([body.userType, body.firstName]).toEqual(['guest', 'Olga'])
    expect(body.permissions).toEqual((await server.call('me', { as: 'guestA' })).body.permissions)
    expect((await server.call('teamList', { as: owner, headers })).error.type).toBe('PermissionDenied')
    expect((await server.call('teamList', { as: owner })).status).toBe(200)
  })

  it('answers what that person would be answered: withheld rights, and shops', async () => {
    await server.ownerSql(`update memberships set withheld = '{reports}' where user_id = $1`, [personas.limitedA.id])
    const headers = await seen(admin, { userId: team.idOf('limitedA') })
    expect((await server.call('merchantList', { as: admin, headers })).body.map(({ id }) => id)).toEqual([hexOf(ids.merchantA2)])
    expect((await server.call('operationList', { params: { merchantId: shops[0] ?? '' }, as: admin, headers })).status).toBe(404)
    expect((await server.call('reportList', { params: { merchantId: shops[1] ?? '' }, as: admin, headers })).error.type).toBe(
      'PermissionDenied',
    )
  })

  it('names a member by the preset that their access equals, not in a view', async () => {
    const access = (role: string, limit: number | null) =>
      server.ownerSql(
        `update memberships set role = $2, withheld = '{campaigns,capture,refund,sell}', refund_limit_cents = $3 where user_id = $1`,
        [personas.adminA.id, role, limit],
      )
    const named = async (headers: Record<string, string> = {}) => {
      const { body } = await server.call('me', { as: admin, headers })
      return [body.preset, body.accounts[0]?.preset]
    }
    const headers = await seen(admin, { role: 'guest' })
    await access('editor', null)
    expect(await named()).toEqual(['accountant', 'accountant'])
    expect((await named(headers))[0]).toBeUndefined()
    await access('editor', 100)
    expect(await named()).toEqual([undefined, undefined])
    await access('admin', null)
    await server.ownerSql(`update memberships set withheld = '{}' where user_id = $1`, [personas.adminA.id])
  })

  it('never exceeds what the viewer may see', async () => {
    await server.ownerSql('insert into user_merchants (user_id, merchant_id) values ($1, $2)', [personas.adminA.id, ids.merchantA2])
    const narrow = await team.fresh('adminA')
    const headers = await seen(narrow, { role: 'editor' })
    expect((await server.call('merchantList', { as: narrow, headers })).body.map(({ id }) => id)).toEqual([hexOf(ids.merchantA2)])
    expect((await start(narrow, { userId: team.idOf('editorA') })).error.type).toBe('TeamChangeNotAllowed')
    // The person viewed as gets more shops meanwhile: the viewer may not enter those.
    const seal = await seen(narrow, { userId: team.idOf('limitedA') })
    await server.ownerSql('delete from user_merchants where user_id = $1', [personas.limitedA.id])
    expect((await server.call('merchantList', { as: narrow, headers: seal })).body.map(({ id }) => id)).toEqual([hexOf(ids.merchantA2)])
    await server.ownerSql('insert into user_merchants (user_id, merchant_id) values ($1, $2)', [personas.limitedA.id, ids.merchantA2])
    await server.ownerSql('delete from user_merchants where user_id = $1', [personas.adminA.id])
  })

  it('refuses every write, and leaves an audit entry in the viewer’s own name', async () => {
    const headers = await seen(owner, { role: 'editor' })
    const writes = (Object.keys(api) as CallName[]).filter(
      (name) => api[name].method !== 'GET' && Array.isArray(permissions[name]) && name !== 'sessionActivity',
    )
    expect(writes.length).toBeGreaterThan(80)
    for (const name of writes) {
      const path = api[name].path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
        param === 'merchantId' ? (shops[0] ?? '') : 'f'.repeat(32),
      )
      const answer = await server.send(api[name].method, path, { as: owner, headers, ...('file' in api[name] ? {} : { body: '{}' }) })
      expect([name, answer.status, (JSON.parse(answer.raw) as { error: { type: string } }).error.type]).toEqual([name, 403, 'ViewOnly'])
    }
    const lines = await server.ownerSql<{ role: string; outcome: string }>(
      'select role, outcome from audit_entries order by seq desc limit $1',
      [writes.length],
    )
    expect(new Set(lines.map(({ role, outcome }) => `${role} ${outcome}`))).toEqual(new Set(['owner ViewOnly']))
    expect((await server.call('sessionActivity', { as: owner, headers })).status).toBe(204)
  })
})

describe('whom one may view as', () => {
  it('a role or person that holds no more, for owners and admins only', async () => {
    expect((await start('editorA', { role: 'guest' })).error.type).toBe('PermissionDenied')
    expect((await start(admin, { role: 'owner' })).error.type).toBe('TeamChangeNotAllowed')
    expect((await start(admin, { userId: team.idOf('ownerA') })).error.type).toBe('TeamChangeNotAllowed')
    expect((await start(owner, { userId: team.idOf('ownerB') })).status).toBe(404)
  })

  it('nobody who holds more by now, or has left', async () => {
    const headers = await seen(admin, { userId: team.idOf('editorA') })
    await server.ownerSql(`update memberships set role = 'owner' where user_id = $1`, [personas.editorA.id])
    expect((await server.call('me', { as: admin, headers })).error.type).toBe('ViewEnded')
    await server.ownerSql(`update memberships set role = 'editor', disabled_at = now() where user_id = $1`, [personas.editorA.id])
    expect((await server.call('me', { as: admin, headers })).error.type).toBe('ViewEnded')
    await server.ownerSql(`update memberships set disabled_at = null where user_id = $1`, [personas.editorA.id])
  })
})

it('is valid for one session and a quarter of an hour, and cannot be forged', async () => {
  const headers = await seen(owner, { role: 'guest' })
  const { 'x-view-as': seal } = headers
  expect((await server.call('me', { as: admin, headers })).error.type).toBe('ViewEnded')
  for (const forged of [seal.replace('guest', 'owner'), seal.replace(/\.\d+\./, '.9999999999999.'), 'guest', ''])
    expect((await server.call('me', { as: owner, headers: { 'x-view-as': forged } })).error.type).toBe('ViewEnded')
  const { sid } = decodeJwt(owner.accessToken)
  const at = async (now: number) =>
    (
      await server.call('me', {
        as: owner,
        headers: { 'x-view-as': signView(server.services, String(sid), { role: 'guest' }, new Date(now)) },
      })
    ).status
  const now = server.services.now().getTime()
  expect([await at(now - viewMs), await at(now - viewMs + 60_000)]).toEqual([409, 200])
})
