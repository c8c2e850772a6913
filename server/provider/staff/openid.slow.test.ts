import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type IssuedPerson, startTestIssuer, testClient } from '../../testing/provider/testIssuer.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

const redirectUri = 'http://127.0.0.1/console/openid'
const person = (email: string, groups: string | string[], more: Partial<IssuedPerson> = {}): IssuedPerson => ({
  email,
  email_verified: true,
  given_name: 'Ana',
  family_name: 'Ríos',
  groups,
  ...more,
})
const people: Record<string, IssuedPerson> = {
  ana: person('ana@provider.test', ['g-risk', 'g-other', 'g-admin']),
  none: person('none@provider.test', 'g-other'),
  berta: person('berta@provider.test', 'g-risk'),
  thief: person('clara@provider.test', 'g-admin', { email_verified: false }),
}

let issuer: Awaited<ReturnType<typeof startTestIssuer>>
let server: TestServer
beforeAll(async () => {
  // It warns of its development settings.
  for (const method of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  issuer = await startTestIssuer(redirectUri, people)
  const openid = {
    issuer: issuer.url,
    clientId: testClient.id,
    clientSecret: testClient.secret,
    scope: 'openid email profile',
    claim: 'groups',
    roles: { 'g-risk': 'risk', 'g-admin': 'admin' } as const,
    name: 'Empresa',
  }
  server = await startTestServer({ config: { console: { url: null, allow: null, secondPerson: true, openid } } })
})
afterAll(async () => {
  await server.close()
  await issuer.close()
  vi.restoreAllMocks()
})

const cookiesOf = ({ headers }: { headers: Headers }) => headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
const as = (cookie: string): TestStaff => ({ cookie, staffId: '', email: '', sessionId: '' })
const start = async () => {
  const answer = await callConsole(server, 'staffOpenidStart')
  return { url: answer.body.url, cookie: cookiesOf(answer)[0] ?? '' }
}
const finish = (response: string, cookie: string) => callConsole(server, 'staffOpenidFinish', { body: { response }, headers: { cookie } })
/** Signs in; the session. */
async function signIn(subject: string) {
  const { url, cookie } = await start()
  const answer = await finish(await issuer.enter(url, subject), cookie)
  return { answer, session: as(cookiesOf(answer).find((one) => /^staff=./.test(one)) ?? '') }
}

it('signs in whom the issuer names, with the roles of its claim, anew at each sign-in', async () => {
  expect((await callConsole(server, 'consoleSignInOptions')).body.openid).toEqual({ name: 'Empresa' })
  const { answer, session } = await signIn('ana')
  expect(answer.status).toBe(204)
  const me = await callConsole(server, 'consoleMe', { as: session })
  expect(me.body.staff).toMatchObject({ email: 'ana@provider.test', firstName: 'Ana', lastName: 'Ríos', roles: ['risk', 'admin'] })
  people['ana'] = person('ana@provider.test', 'g-risk')
  const again = await signIn('ana')
  expect((await callConsole(server, 'consoleMe', { as: again.session })).body.staff).toMatchObject({
    id: me.body.staff.id,
    roles: ['risk'],
  })
  expect((await callConsole(server, 'staffList', { as: session })).error.type).toBe('PermissionDenied')
  expect(await server.ownerSql(`select outcome from audit_entries where call = 'staffOpenidFinish' and staff_id is not null`)).toHaveLength(
    2,
  )
})

it('refuses somebody without a role, and somebody who was disabled', async () => {
  expect((await signIn('none')).answer.error.type).toBe('PermissionDenied')
  await server.ownerSql(`update staff set disabled_at = now() where email = 'ana@provider.test'`)
  expect((await signIn('ana')).answer.error.type).toBe('UnauthorizedException')
})

it('joins a verified address with its member of staff, and never an unverified one', async () => {
  const berta = await addStaff(server, ['support'], { email: 'berta@provider.test' })
  await addStaff(server, ['admin'], { email: 'clara@provider.test' })
  const { session } = await signIn('berta')
  expect((await callConsole(server, 'consoleMe', { as: session })).body.staff).toMatchObject({
    id: berta.staffId.replaceAll('-', ''),
    roles: ['risk'],
  })
  expect((await signIn('thief')).answer.error.type).toBe('UnauthorizedException')
})

it('finishes a sign-in that began before the session secret got a successor', async () => {
  const { console, sessionSecrets } = server.services.config
  const { url, cookie } = await start()
  const response = await issuer.enter(url, 'berta')
  const successor = 'the next session secret, longer than thirty-two'
  const during = await startTestServer({ database: server.database, config: { console, sessionSecrets: [successor, ...sessionSecrets] } })
  try {
    expect((await callConsole(during, 'staffOpenidFinish', { body: { response }, headers: { cookie } })).status).toBe(204)
  } finally {
    await during.close()
  }
})

it('refuses an answer for another browser, one that was used, a changed one, and none', async () => {
  const [first, other] = [await start(), await start()]
  const response = await issuer.enter(first.url, 'berta')
  expect((await finish(response, other.cookie)).error.type).toBe('UnauthorizedException')
  expect((await finish(response, '')).error.type).toBe('UnauthorizedException')
  expect((await finish(response.replace(/code=[^&]+/, 'code=another'), first.cookie)).error.type).toBe('UnauthorizedException')
  expect((await finish(response, first.cookie)).status).toBe(204)
  expect((await finish(response, first.cookie)).error.type).toBe('UnauthorizedException')
  expect((await finish('error=access_denied&state=x', first.cookie)).error.type).toBe('UnauthorizedException')
})
