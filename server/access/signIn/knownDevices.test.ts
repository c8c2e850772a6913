import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceHash } from '../../platform/calls/device.ts'
import { personas, testPassword, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { linkHash } from '../session/userByEmail.ts'

let server: TestServer
let secure: TestServer
beforeAll(async () => {
  server = await startTestServer()
  secure = await startTestServer({ database: server.database, config: { publicUrl: 'https://tienda.test' } })
})
afterAll(async () => {
  await secure.close()
  await server.close()
})

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const newPassword = 'Escaparate de invierno 9'

/** Signs in as a browser with these cookies; returns its cookies afterwards. */
async function enter(
  persona: Persona,
  cookie = '',
  at = server,
  password = testPassword,
): Promise<{ session: TestSession; device: string }> {
  const answer = await at.call('sessionSignIn', {
    body: { email: personas[persona].email, password },
    headers: { cookie, 'user-agent': chrome },
  })
  expect(answer.status).toBe(200)
  const set = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const device = set.find((one) => one.includes('device=')) ?? ''
  return { session: { ...answer.body, cookie: [set[0], device].join('; ') }, device }
}
const devicesOf = async (as: TestSession) => (await server.call('meDeviceList', { as })).body
const isKnown = async (device: string) =>
  (await server.ownerSql('select from known_devices where token_hash = $1', [deviceHash(device.split('=')[1] ?? '')])).length > 0

describe('over HTTPS', () => {
  it('cookies are set and accepted only under names that no other host can set', async () => {
    const answer = await secure.call('sessionSignIn', { body: { email: personas.guestA.email, password: testPassword } })
    const [companion = '', device = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    expect([companion, device].map((one) => one.split('=')[0])).toEqual(['__Host-sid', '__Host-device'])
    const me = (cookie: string) => secure.call('me', { as: { ...answer.body, cookie } })
    expect((await me(companion)).status).toBe(200)
    const plain = companion.replace('__Host-', '')
    for (const cookie of [plain, companion.replace('__Host-', '__Secure-'), `x${companion}`]) expect((await me(cookie)).status).toBe(401)
    // A cookie planted by a sibling host changes nothing.
    expect((await me(`sid=${'a'.repeat(43)}; ${companion}`)).status).toBe(200)
    const list = async (cookie: string) =>
      (await secure.call('meDeviceList', { as: { ...answer.body, cookie: `${companion}; ${cookie}` } })).body
    expect((await list(device)).filter(({ present }) => present)).toHaveLength(1)
    expect((await list(device.replace('__Host-', ''))).filter(({ present }) => present)).toEqual([])
  })

  it('a cookie of a domain shared by several hosts has a name that only HTTPS can set', async () => {
    const shared = await startTestServer({
      database: server.database,
      config: { publicUrl: 'https://panel.tienda.test', cookieDomain: 'tienda.test' },
    })
    const answer = await shared.call('sessionSignIn', { body: { email: personas.guestA.email, password: testPassword } })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-sid=[\w-]{43}; Path=\/; Domain=tienda\.test; Secure; HttpOnly/)
    expect(answer.headers.getSetCookie()[1]).toMatch(/^__Host-device=[\w-]{43}; Path=\/; Secure; HttpOnly/)
    await shared.close()
  })
})

describe('the device cookie', () => {
  it('is replaced at each sign-in: a planted or copied one becomes worthless', async () => {
    const planted = `device=${'p'.repeat(43)}`
    const first = await enter('editorA', planted)
    expect([first.device === planted, await isKnown(planted), await isKnown(first.device)]).toEqual([false, false, true])
    const second = await enter('editorA', first.device)
    expect([await isKnown(first.device), await isKnown(second.device)]).toEqual([false, true])
    // One browser is one device, however often its person signs in.
    expect(await devicesOf(second.session)).toHaveLength(1)
    // Two people on one browser are both known there.
    const other = await enter('limitedA', second.device)
    expect((await devicesOf(other.session)).map(({ present }) => present)).toEqual([true])
    expect(await devicesOf({ ...second.session, cookie: `${second.session.cookie.split(';')[0]}; ${other.device}` })).toMatchObject([
      { present: true },
    ])
  })

  it('is listed for its person, and forgotten one by one or all at once', async () => {
    const [first, other] = [await enter('guestA'), await enter('guestA')]
    const listed = await devicesOf(first.session)
    expect(listed.length).toBeGreaterThanOrEqual(2)
    expect(listed[0]).toMatchObject({ present: true, browser: 'Chrome', system: 'Windows' })
    const forget = (id: string, as: TestSession | Persona) => server.call('meDeviceForget', { params: { deviceId: id }, as })
    const otherDevice = (await devicesOf(other.session)).find(({ present }) => present)?.id ?? ''
    expect([(await forget(otherDevice, 'ownerB')).status, (await forget(otherDevice, first.session)).status]).toEqual([404, 204])
    expect([await isKnown(other.device), await isKnown(first.device)]).toEqual([false, true])
    expect((await server.call('meDeviceForgetAll', { as: first.session })).body.forgotten).toBeGreaterThanOrEqual(1)
    expect([await isKnown(first.device), await devicesOf(first.session)]).toEqual([false, []])
  })

  it('is forgotten on a password reset, and everywhere else on a password change', async () => {
    const [session, elsewhere] = [await enter('adminA'), await enter('adminA')]
    const changed = await server.call('passwordChange', {
      body: { oldPassword: testPassword, newPassword1: newPassword, newPassword2: newPassword },
      as: session.session,
    })
    expect([changed.status, await isKnown(session.device), await isKnown(elsewhere.device)]).toEqual([200, true, false])
    const [uuid, token] = ['01900000-0000-7000-8000-00000000feed', 'r'.repeat(43)]
    await server.ownerSql(
      `insert into one_time_links (id, user_id, purpose, token_hash, expires_at, created_at) values ($1, $2, 'password_reset', $3, now() + interval '1 hour', now())`,
      [uuid, personas.adminA.id, linkHash(token)],
    )
    const reset = await server.call('passwordReset', {
      params: { uuid },
      body: { token, newPassword1: 'Otra de invierno 10', newPassword2: 'Otra de invierno 10' },
    })
    expect([reset.status, await isKnown(session.device)]).toEqual([204, false])
  })
})

it('forwarded headers from an untrusted proxy are logged once an hour', async () => {
  const logged: unknown[] = []
  const listening = await startTestServer({ database: server.database })
  listening.services.log = (...line) => void logged.push(line)
  for (let nth = 0; nth < 3; nth += 1) await listening.send('GET', '/health', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  await listening.close()
  expect(logged.filter((line) => JSON.stringify(line).includes('forwarded_by_untrusted'))).toHaveLength(1)
})
