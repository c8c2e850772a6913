import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { addStaff, callConsole } from '../../testing/provider/testStaff.ts'
import { type Persona, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { afterResponseWorkDone } from '../session/afterResponse.ts'

// Settings of the installation: a first sign-in from a browser needs a mailed code, and owners and admins need a second factor.
let server: TestServer
const emails: OutgoingEmail[] = []
beforeAll(async () => {
  server = await startTestServer({ config: { confirmNewDevices: true, secondFactor: 'owners_admins' } })
  server.services.mail = (message) => Promise.resolve(void emails.push(message))
})
afterAll(() => server.close())

const tryIn = (persona: Persona, code?: string, cookie?: string) =>
  server.call('sessionSignIn', {
    body: { email: personas[persona].email, password: testPassword, ...(code === undefined ? {} : { code }) },
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  })
async function mailedCode(persona: Persona): Promise<string> {
  await afterResponseWorkDone()
  const last = emails.findLast(({ to }) => to === personas[persona].email)
  return /\n(\d{6})\n/.exec(last?.text ?? '')?.[1] ?? ''
}
const deviceOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';')[0]

it('a sign-in from a new device asks for the mailed code once in a browser', async () => {
  const first = await tryIn('editorA')
  expect([first.status, first.error.type, first.error.fields?.map(({ name }) => name)]).toEqual([401, 'SecondFactorRequired', ['device']])
  expect((await tryIn('editorA', '000000')).error.fields?.[0]?.name).toBe('code')
  const code = await mailedCode('editorA')
  const entered = await tryIn('editorA', code)
  expect(entered.status).toBe(200)
  expect(deviceOf(entered.headers)).toMatch(/^device=[\w-]{43}$/)
  expect((await tryIn('editorA', code)).status).toBe(400)
  expect((await tryIn('editorA', undefined, deviceOf(entered.headers))).status).toBe(200)
  // Another person's device is not known for this one.
  expect((await tryIn('guestA', undefined, deviceOf(entered.headers))).error.type).toBe('SecondFactorRequired')
})

it('a sign-in from a new device sends one e-mail a minute with a code valid for ten, and reveals nothing without the password', async () => {
  emails.length = 0
  await tryIn('limitedA')
  await tryIn('limitedA')
  await afterResponseWorkDone()
  expect(emails.filter(({ to }) => to === personas.limitedA.email)).toHaveLength(1)
  const code = await mailedCode('limitedA')
  server.moveClock(10 * 60_000 + 1_000)
  expect((await tryIn('limitedA', code)).status).toBe(400)
  const wrong = await server.call('sessionSignIn', { body: { email: personas.limitedA.email, password: 'no es esta' } })
  expect(wrong.error.type).toBe('UnauthorizedException')
  await afterResponseWorkDone()
  expect(emails).toHaveLength(1)
})

it('a sign-in from a new device lets an owner without a second factor only set one up', async () => {
  await tryIn('ownerA')
  const entered = await tryIn('ownerA', await mailedCode('ownerA'))
  const session = { ...entered.body, cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  expect((await server.call('me', { as: session })).body.mustAddFactor).toBe(true)
  for (const name of ['merchantConfiguration', 'operationList'] as const) {
    const { id } = (await server.call('merchantList', { as: session })).body[0] ?? { id: '' }
    const refused = await server.call(name, { as: session, params: { merchantId: id } })
    expect([refused.status, refused.error.type]).toEqual([403, 'PermissionDenied'])
  }
  expect((await server.call('emailChangeStart', { as: session, body: { email: 'x@y.example', password: testPassword } })).status).toBe(403)
  expect((await server.call('meStepUp', { as: session, body: { password: testPassword } })).status).toBe(204)
  expect((await server.call('authenticatorStart', { as: session })).status).toBe(201)
  const editor = await tryIn('editorA', undefined, 'device=x')
  expect(editor.error.type).toBe('SecondFactorRequired')
})

it('accepting an e-mailed invitation makes its browser a known device of the new owner, and of nobody else', async () => {
  const [email, password] = ['nadia@vega.example', 'Escaparate de invierno 9']
  const as = await addStaff(server, ['admin'])
  const person = { email, firstName: 'Nadia', lastName: 'Vega Ruiz', type: 'enterprise', company: 'Vega, S.L.', website: '' } as const
  expect((await callConsole(server, 'consoleOwnerInvite', { body: person, as })).status).toBe(201)
  await sendOutbox(server.services, 'team_email')
  const [, uuid = '', token = ''] = /\/invitation#([0-9a-f]{32})\.([\w-]{43})/.exec(emails.at(-1)?.text ?? '') ?? []
  const accepted = await server.call('invitationAccept', {
    params: { uuid },
    body: { token, firstName: 'Nadia', lastName: 'Vega Ruiz', newPassword1: password, newPassword2: password },
  })
  expect(accepted.status).toBe(204)
  const signIn = async (cookie = '') => (await server.call('sessionSignIn', { body: { email, password }, headers: { cookie } })).status
  expect([await signIn(), await signIn(deviceOf(accepted.headers))]).toEqual([401, 200])
  const other = await tryIn('guestA', undefined, deviceOf(accepted.headers))
  expect(other.error.type).toBe('SecondFactorRequired')
  // The first person of an account has nobody to tell that they joined.
  const notices = await server.ownerSql(
    'select n.type from notifications n join memberships m using (account_id) join users u on u.id = m.user_id where u.email = $1',
    [email],
  )
  expect(notices).toEqual([])
})
