import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

const page = 'https://panel.test'
let home: TestServer
let open: TestServer
beforeAll(async () => {
  home = await startTestServer()
  open = await startTestServer({ database: home.database, config: { pageOrigins: [page], session: 'bearer' } })
})
afterAll(async () => {
  await open.close()
  await home.close()
})

const asPage = (origin: string, site = 'cross-site') => ({ origin, 'sec-fetch-site': site })
const preflight = (server: TestServer, origin: string, path = '/v2/me') =>
  server.send('OPTIONS', path, {
    headers: {
      ...asPage(origin),
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  })
const signIn = (server: TestServer, origin: string) =>
  server.call('sessionSignIn', { body: { email: personas.ownerA.email, password: testPassword }, headers: asPage(origin) })

describe('a page of PAGE_ORIGINS', () => {
  it('gets a CORS preflight answer on /v2/ and nowhere else', async () => {
    const { status, headers } = await preflight(open, page)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(page)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-allow-methods')).toContain('PATCH')
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'x-background', 'x-view-as'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
    expect(headers.get('vary')).toContain('origin')
    for (const path of ['/', '/outbox', '/analytics', '/brand.css'])
      expect((await preflight(open, page, path)).headers.get('access-control-allow-origin'), path).toBeNull()
  })

  it('can sign in, write and read with its session, and read errors and request ids', async () => {
    const { status, headers, body } = await signIn(open, page)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, page])
    const bearer = { ...asPage(page), authorization: `Bearer ${body.accessToken}` }
    const me = await open.call('me', { headers: bearer })
    expect([me.status, me.headers.get('access-control-allow-credentials')]).toEqual([200, 'true'])
    expect(me.headers.get('access-control-expose-headers')).toContain('x-request-id')
    expect(me.headers.get('vary')).toMatch(/origin/)
    const unknown = await open.call('merchantDetail', { params: { merchantId: '0'.repeat(32) }, headers: bearer })
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([404, page])
    expect((await open.call('sessionActivity', { body: {} as never, headers: bearer })).status).toBe(204)
  })

  it('is the only one allowed: other origins, the null origin and similar ones are refused', async () => {
    for (const origin of [
      'https://panel.test.evil.example',
      'http://panel.test',
      'https://panel.test:8443',
      'null',
      'https://evil.example',
    ]) {
      const answer = await preflight(open, origin)
      expect([answer.status === 204, answer.headers.get('access-control-allow-origin')], origin).toEqual([false, null])
      expect((await signIn(open, origin)).error.type, origin).toBe('PermissionDenied')
    }
    expect((await signIn(home, page)).error.type).toBe('PermissionDenied')
    expect((await preflight(home, page)).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('SESSION=bearer', () => {
  it('accepts, refreshes and ends a token without a cookie; the default requires the cookie', async () => {
    const { accessToken, refreshToken } = await home.signIn('ownerA')
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    expect((await home.call('me', bearer(accessToken))).error.type).toBe('InvalidToken')
    expect((await home.call('sessionRefresh', bearer(refreshToken))).error.type).toBe('InvalidToken')
    expect((await open.call('me', bearer(accessToken))).status).toBe(200)
    const next = await open.call('sessionRefresh', bearer(refreshToken))
    expect(next.status).toBe(200)
    await home.call('sessionSignOut', bearer(next.body.accessToken))
    expect((await open.call('sessionRefresh', bearer(next.body.refreshToken))).status).toBe(200)
    await open.call('sessionSignOut', bearer(next.body.accessToken))
    expect((await open.call('sessionRefresh', bearer(next.body.refreshToken))).error.type).toBe('InvalidToken')
  })

  it('still refuses foreign, expired and used tokens', async () => {
    const { accessToken, refreshToken } = await open.signIn('ownerA')
    for (const token of [`${accessToken}x`, refreshToken, 'x'])
      expect((await open.call('me', { headers: { authorization: `Bearer ${token}` } })).error.type, token).toBe('InvalidToken')
  })
})

it('shares both session cookies among the hosts of COOKIE_DOMAIN, over HTTPS only', async () => {
  const config = { publicUrl: 'https://panel.shop.test', cookieDomain: 'shop.test' }
  const shared = await startTestServer({ database: home.database, config })
  const { headers, body } = await shared.call('sessionSignIn', { body: { email: personas.ownerA.email, password: testPassword } })
  const [companion = ''] = headers.getSetCookie()
  expect(companion).toMatch(/^__Secure-sid=[\w-]{43}; Path=\/; Domain=shop\.test; Secure; HttpOnly; SameSite=Strict; Max-Age=86400$/)
  const value = /=([\w-]{43});/.exec(companion)?.[1] ?? ''
  const typeWith = async (name: string) =>
    (await shared.call('me', { headers: { authorization: `Bearer ${body.accessToken}`, cookie: `${name}=${value}` } })).status
  expect([await typeWith('__Secure-sid'), await typeWith('sid'), await typeWith('__Host-sid')]).toEqual([200, 401, 401])
  const ended = await shared.call('sessionSignOut', {
    headers: { authorization: `Bearer ${body.accessToken}`, cookie: `__Secure-sid=${value}` },
  })
  expect(ended.headers.getSetCookie()[0]).toMatch(/^__Secure-sid=; Path=\/; Domain=shop\.test; .*Max-Age=0$/)
  await shared.close()
})
