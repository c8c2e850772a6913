import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsoleCallName } from '#contract/consoleApi'
import { shownCode } from '../../testing/session/testAuthenticator.ts'
import { addStaff, callConsole, type TestConsoleAnswer, type TestConsoleCall, type TestStaff } from '../../testing/provider/testStaff.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { firstStaffLink } from './firstStaff.ts'

// From the first person's link to sign-in, sessions and password: one story, in the order of the tests.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.stopClock()
})
afterAll(() => server.close())

const call = <N extends ConsoleCallName>(name: N, given?: TestConsoleCall<N>): Promise<TestConsoleAnswer<N>> =>
  callConsole(server, name, given)
const now = () => server.services.now()
const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const as = (cookie: string): TestStaff => ({ cookie, staffId: '', email: '', sessionId: '' })
const problems = ({ error }: TestConsoleAnswer<'consoleMe'>) => error.fields?.map(({ name, code }) => `${name} ${code}`)
const tokenOf = (address: string | null) => new URL(address ?? '').searchParams.get('token') ?? ''
/** The next time step: a code is accepted once. */
const nextStep = () => server.moveClock(30_000)

const password = 'tres tazas de barro verde'
const person = { email: 'ada@provider.test', firstName: 'Ada', lastName: 'Gil', newPassword1: password, newPassword2: password }
let secret = ''
let recoveryCodes: string[] = []
let first: TestStaff

it('prints a link for the first person, in place of earlier ones, which sets up the first administrator once', async () => {
  const earlier = tokenOf(await firstStaffLink(server.services))
  const address = await firstStaffLink(server.services)
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1\/console\/setup\?token=[\w-]{43}$/)
  const token = tokenOf(address)
  expect((await call('staffLinkOpen', { body: { token: earlier } })).error.type).toBe('InvalidToken')
  expect((await call('consoleSignInOptions')).body.needsSetup).toBe(true)
  const link = await call('staffLinkOpen', { body: { token } })
  expect(link.body).toMatchObject({ purpose: 'setup', email: null, issuer: 'Trastienda' })
  secret = link.body.secret

  const use = (more: object) => call('staffLinkUse', { body: { token, ...person, code: shownCode(secret, now()), ...more } })
  expect(problems((await use({ email: '', firstName: ' ', lastName: '' })) as never)).toEqual([
    'first_name required',
    'last_name required',
    'email required',
  ])
  expect(problems((await use({ newPassword1: 'adagil', newPassword2: 'x' })) as never)).toEqual([
    'new_password1 too_short',
    'new_password1 like_you',
    'new_password2 mismatch',
  ])
  expect(problems((await use({ code: '000000' })) as never)).toEqual(['code wrong'])
  const [used, again] = await Promise.all([use({}), use({})])
  expect([used.status, again.status].toSorted()).toEqual([200, 401])
  const done = used.status === 200 ? used : again
  recoveryCodes = done.body.recoveryCodes
  expect(recoveryCodes).toHaveLength(8)
  first = as(cookieOf(done))
  expect(done.headers.getSetCookie()[0]).toMatch(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)
  expect((await call('consoleMe', { as: first })).body.staff).toMatchObject({
    email: 'ada@provider.test',
    roles: ['support', 'reviewer', 'finance', 'risk', 'admin'],
  })
  expect(await firstStaffLink(server.services)).toBeNull()
  expect((await call('consoleSignInOptions')).body.needsSetup).toBe(false)
})

it('keeps an unused link of the first person from being used once there is staff, and any link after its time', async () => {
  const other = await startTestServer({ fixture: false })
  try {
    const token = tokenOf(await firstStaffLink(other.services))
    other.moveClock(3_600_001)
    const open = () => callConsole(other, 'staffLinkOpen', { body: { token } })
    expect((await open()).error.type).toBe('InvalidToken')
    other.moveClock(-3_600_001)
    expect((await open()).status).toBe(200)
    await addStaff(other, ['admin'])
    expect((await open()).error.type).toBe('InvalidToken')
  } finally {
    await other.close()
  }
})

const signIn = (more: { email?: string; password?: string; code?: string }) =>
  call('staffSignIn', { body: { email: 'Ada@Provider.test', password, ...more } })

it('signs in with password and code, never without the code, and accepts no code twice', async () => {
  expect((await signIn({ code: shownCode(secret, now()) })).error.fields?.[0]).toMatchObject({ name: 'code', code: 'wrong' }) // used by the setup
  nextStep()
  const withoutCode = await signIn({})
  expect(withoutCode.error).toMatchObject({ type: 'SecondFactorRequired', fields: [{ name: 'authenticator' }, { name: 'recovery' }] })
  expect(withoutCode.headers.getSetCookie()).toEqual([])
  const code = shownCode(secret, now())
  const entered = await signIn({ code })
  expect(entered.status).toBe(204)
  expect((await call('consoleMe', { as: as(cookieOf(entered)) })).status).toBe(200)
  expect((await signIn({ code })).error.type).toBe('ApiValidationException')
  expect((await signIn({ code: recoveryCodes[0]?.toLowerCase() ?? '' })).status).toBe(204)
  expect((await signIn({ code: recoveryCodes[0] ?? '' })).error.type).toBe('ApiValidationException')
})

it('answers a wrong password, an unknown address, an invited and a disabled person alike, and audits each', async () => {
  await addStaff(server, ['support'], { email: 'off@provider.test' })
  await server.ownerSql(`update staff set disabled_at = now() where email = 'off@provider.test'`)
  await server.ownerSql(`insert into staff (id, email, roles, created_at) values (gen_random_uuid(), 'new@provider.test', '{risk}', now())`)
  const answers = await Promise.all([
    signIn({ password: 'wrong' }),
    ...['nobody@provider.test', 'off@provider.test', 'new@provider.test', 'owner@a.test'].map((email) =>
      signIn({ email, password: 'Una clave de prueba 7' }),
    ),
  ])
  expect(new Set(answers.map(({ status, error }) => `${status} ${error.type} ${error.message}`)).size).toBe(1)
  const entries = await server.ownerSql(
    `select call, outcome, staff_id is not null as known from audit_entries where outcome = 'UnauthorizedException'`,
  )
  expect(entries.filter(({ known }) => known)).toHaveLength(1)
  expect(entries).toHaveLength(5)
})

it('delays guessing after five wrong passwords of one address, and after five wrong codes of one person', async () => {
  const guess = () => signIn({ email: 'guessed@provider.test', password: 'wrong' })
  for (let nth = 1; nth <= 5; nth += 1) expect((await guess()).error.type).toBe('UnauthorizedException')
  expect((await guess()).error.type).toBe('TooManyRequests')
  // One wrong code was given above.
  for (let nth = 1; nth <= 4; nth += 1) expect((await signIn({ code: '000000' })).error.type).toBe('ApiValidationException')
  expect((await signIn({ code: '000000' })).error.type).toBe('TooManyRequests')
  server.moveClock(31 * 60_000)
})

it('lists and ends one’s own sessions, and signs out', async () => {
  nextStep()
  const enter = async () => as(cookieOf(await signIn({ code: recoveryCodes.pop() ?? '' })))
  const [session, other] = [await enter(), await enter()]
  const stranger = await addStaff(server, ['admin'])
  const { body: list } = await call('staffSessionList', { as: session })
  expect(list.map(({ present }) => present)).toEqual([true, false])
  const sessionId = list[1]?.id ?? ''
  expect((await call('staffSessionEnd', { as: stranger, params: { sessionId } })).error.type).toBe('ObjectNotFoundException')
  expect((await call('staffSessionEnd', { as: session, params: { sessionId } })).status).toBe(204)
  expect((await call('consoleMe', { as: other })).error.type).toBe('NotAuthenticated')
  const out = await call('staffSignOut', { as: session })
  expect([out.status, cookieOf(out)]).toEqual([204, 'staff='])
  expect((await call('consoleMe', { as: session })).error.type).toBe('NotAuthenticated')
})

it('changes the password with the old one and a code, by the merchants’ rules, and ends the other sessions', async () => {
  const enter = async () => as(cookieOf(await signIn({ code: recoveryCodes.pop() ?? '' })))
  const [session, other] = [await enter(), await enter()]
  nextStep()
  const change = (more: object) =>
    call('staffPasswordChange', {
      as: session,
      body: {
        oldPassword: password,
        newPassword1: 'cuatro platos de loza azul',
        newPassword2: 'cuatro platos de loza azul',
        code: shownCode(secret, now()),
        ...more,
      },
    })
  expect(problems((await change({ oldPassword: 'wrong' })) as never)).toEqual(['old_password wrong'])
  expect(problems((await change({ newPassword1: password, newPassword2: password })) as never)).toEqual(['new_password1 reused'])
  expect(problems((await change({ newPassword1: 'password1234', newPassword2: 'password1234' })) as never)).toEqual([
    'new_password1 common',
  ])
  expect(problems((await change({ code: '000000' })) as never)).toEqual(['code wrong'])
  const changed = await change({})
  expect([changed.status, changed.body.endedSessions]).toEqual([200, 1])
  expect((await call('consoleMe', { as: other })).error.type).toBe('NotAuthenticated')
  nextStep()
  expect((await signIn({ code: shownCode(secret, now()) })).error.type).toBe('UnauthorizedException')
  expect(
    problems((await change({ oldPassword: 'cuatro platos de loza azul', newPassword1: password, newPassword2: password })) as never),
  ).toEqual(['new_password1 reused'])
  const renewed = await call('staffRecoveryCodesRenew', { as: session, body: { code: shownCode(secret, now()) } })
  expect(renewed.body.recoveryCodes).toHaveLength(8)
})
