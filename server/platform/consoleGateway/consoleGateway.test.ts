import { BlockList } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenLinks } from '../audit/brokenLinks.ts'
import { providerAccountId } from '../audit/record.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
let admin: TestStaff
beforeAll(async () => {
  server = await startTestServer()
  admin = await addStaff(server, ['admin', 'finance'], { email: 'ada@provider.test', firstName: 'Ada', lastName: 'Gil' })
})
afterAll(() => server.close())

const me = (as?: TestStaff) => callConsole(server, 'consoleMe', { as })
const unused = async () => (await me(await addStaff(server, ['support']))).status

it('answers a member of staff with their name, roles and idle time, and is stored by no cache', async () => {
  const { status, body, headers } = await me(admin)
  expect(status).toBe(200)
  expect(body).toMatchObject({ staff: { email: 'ada@provider.test', firstName: 'Ada', roles: ['finance', 'admin'] }, idleSeconds: 900 })
  expect(headers.get('cache-control')).toBe('no-store')
})

it('refuses a request without a session, with a token of nobody, and with the session of a merchant', async () => {
  const owner = await server.as('ownerA')
  const merchant = await server.send('GET', '/console/v1/me', { as: owner })
  const named = await server.send('GET', '/console/v1/me', { headers: { cookie: owner.cookie.replace(/^[^=]+/, 'staff') } })
  const nobody = await server.send('GET', '/console/v1/me', { headers: { cookie: `staff=${'A'.repeat(43)}` } })
  expect([(await me()).error.type, ...[merchant, named, nobody].map(({ status }) => status)]).toEqual(['NotAuthenticated', 403, 403, 403])
})

it('does not accept the session of staff in the merchants’ API', async () => {
  const token = admin.cookie.replace(/^[^=]+=/, '')
  for (const cookie of [admin.cookie, `sid=${token}`])
    expect((await server.send('GET', '/v2/me', { headers: { cookie, authorization: `Bearer ${token}` } })).status).toBe(401)
})

it('refuses a session at once after its end, after its member was disabled, and after its longest life', async () => {
  const [left, disabled, old] = await Promise.all([1, 2, 3].map(() => addStaff(server, ['support'])))
  await server.ownerSql(`update staff_sessions set ended_at = now(), end_reason = 'signed_out' where staff_id = $1`, [left?.staffId])
  await server.ownerSql(`update staff set disabled_at = now() where id = $1`, [disabled?.staffId])
  await server.ownerSql(`update staff_sessions set expires_at = now() - interval '1 second' where staff_id = $1`, [old?.staffId])
  for (const staff of [left, disabled, old]) expect((await me(staff)).error.type).toBe('NotAuthenticated')
  expect(await unused()).toBe(200)
})

it('ends a session after 15 minutes without use; background requests are no use', async () => {
  const staff = await addStaff(server, ['support'])
  server.moveClock(14 * 60_000)
  expect((await me(staff)).status).toBe(200)
  server.moveClock(14 * 60_000)
  expect((await callConsole(server, 'consoleMe', { as: staff, headers: { 'x-background': '1' } })).status).toBe(200)
  server.moveClock(2 * 60_000)
  expect((await me(staff)).error.type).toBe('NotAuthenticated')
})

it('answers unknown paths and methods with an error, never with a page', async () => {
  const staff = await addStaff(server, ['admin'])
  for (const path of ['/console/v1', '/console/v1/nothing'])
    expect((await server.send('GET', path, { headers: { cookie: staff.cookie } })).raw).toContain('"ObjectNotFoundException"')
  const post = await server.send('POST', '/console/v1/me', { body: '{}', headers: { cookie: staff.cookie } })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET'])
})

it('chains entries of staff by hash, with their id', async () => {
  const entry = `insert into audit_entries (account_id, role, call, outcome, request_id, staff_id) values ($1, 'operator', 'consoleMe', 'done', 'r', $2)`
  await server.ownerSql(entry, [providerAccountId, admin.staffId])
  expect(await server.services.database.read(null, brokenLinks)).toEqual([])
  await server.ownerSql('alter table audit_entries disable trigger user')
  await server.ownerSql('update audit_entries set staff_id = gen_random_uuid() where account_id = $1', [providerAccountId])
  expect(await server.services.database.read(null, brokenLinks)).toEqual([{ accountId: providerAccountId, seq: 1 }])
  await server.ownerSql('update audit_entries set staff_id = $2 where account_id = $1', [providerAccountId, admin.staffId])
  await server.ownerSql('alter table audit_entries enable trigger user')
})

it('serves the console at its own host and to its networks alone, with its cookie', async () => {
  const allow = new BlockList()
  allow.addSubnet('10.1.0.0', 16, 'ipv4')
  const own = { url: 'https://console.test', allow, secondPerson: true, openid: null }
  const place = await startTestServer({ config: { console: own, trustProxy: '127.0.0.1', publicUrl: 'https://panel.test' } })
  try {
    const staff = await addStaff(place, ['admin'])
    expect(staff.cookie).toMatch(/^__Host-staff=/)
    const status = async (path: string, host: string, ip = '10.1.2.3') =>
      (await place.send('GET', path, { headers: { 'x-forwarded-host': host, 'x-forwarded-for': ip, cookie: staff.cookie } })).status
    expect(await status('/console/v1/me', 'console.test')).toBe(200)
    expect(await status('/console/v1/me', 'console.test', '10.2.0.1')).toBe(404)
    for (const path of ['/console/v1/me', '/%63onsole/v1/me', '/console', '/console/staff'])
      expect(await status(path, 'panel.test')).toBe(404)
    expect([await status('/v2/me', 'console.test'), await status('/v2/me', 'panel.test')]).toEqual([404, 403])
    expect(await status('/healthz', 'console.test')).toBe(200)
  } finally {
    await place.close()
  }
})
