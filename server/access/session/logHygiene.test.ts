import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { sendAccountEmails } from '../../testing/outbox/sendOutbox.ts'
import { shownCode } from '../../testing/session/testAuthenticator.ts'

// Every call of a session's life at the most verbose log level: no line contains a secret or personal data.
let server: TestServer
const lines: string[] = []
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  server = await startTestServer({ config: { logLevel: 'info' } })
})
afterEach(async () => {
  await server.close()
  vi.restoreAllMocks()
})

it('the log contains neither tokens, companion cookies, passwords nor addresses, and values cannot inject log lines', async () => {
  const { email } = personas.ownerA
  const session = await server.signIn('ownerA')
  await server.call('sessionSignIn', { body: { email, password: 'contraseña-equivocada' } })
  await server.call('me', { as: session })
  await server.call('me', { as: { ...session, cookie: `sid=${'B'.repeat(43)}` } })
  const stolen = { authorization: `Bearer ${session.refreshToken}`, cookie: `sid=${'B'.repeat(43)}` }
  expect((await server.call('sessionRefresh', { headers: stolen })).status).toBe(401)
  const next = await server.call('sessionRefresh', { headers: { authorization: `Bearer ${session.refreshToken}`, cookie: session.cookie } })
  server.moveClock(11_000)
  await server.call('sessionRefresh', { headers: { authorization: `Bearer ${session.refreshToken}`, cookie: session.cookie } })
  await server.call('passwordForgotten', { body: { email } })
  await sendAccountEmails(server)
  const [, uuid = '', token = ''] =
    /uuid=([0-9a-f-]{36})&token=([\w-]{43})/.exec((await storedMail(server.services.config)).map(({ text }) => text).join('\n')) ?? []
  await server.send('GET', `/new-password?uuid=${uuid}&token=${token}`)
  await server.call('passwordReset', {
    params: { uuid },
    body: { token, newPassword1: 'cuatro caballos verdes', newPassword2: 'cuatro caballos verdes' },
  })
  const entered = await server.call('sessionSignIn', { body: { email, password: 'cuatro caballos verdes' } })
  const again = { ...entered.body, cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  await server.call('meStepUp', { as: again, body: { password: 'cuatro caballos verdes' } })
  const { secret } = (await server.call('authenticatorStart', { as: again })).body
  const code = shownCode(secret, server.services.now())
  const { recoveryCodes } = (await server.call('authenticatorConfirm', { as: again, body: { code } })).body
  await server.call('sessionSignIn', { body: { email, password: 'cuatro caballos verdes', code } })
  await server.call('sessionSignIn', { body: { email, password: 'cuatro caballos verdes', code: recoveryCodes[0] ?? '' } })
  await server.call('emailChangeStart', { as: again, body: { email: 'otro.correo@a.test', password: 'cuatro caballos verdes' } })
  await sendAccountEmails(server)
  const mailed = (await storedMail(server.services.config)).map(({ text }) => text).join('\n')
  const [, changeId = '', confirming = ''] = /sections\?uuid=([0-9a-f-]{36})&token=([\w-]{43})/.exec(mailed) ?? []
  const [, stopping = ''] = /stop-email#[0-9a-f]{32}\.([\w-]{43})/.exec(mailed) ?? []
  await server.send('GET', `/settings/sections?uuid=${changeId}&token=${confirming}`)
  await server.call('emailChangeValidate', { as: again, params: { uuid: changeId }, query: { token: confirming } })
  await server.send('GET', '/x%0A%7B%22event%22:%22forged%22%7D', { headers: { 'user-agent': 'x\tforged' } })
  await sendAccountEmails(server)

  const log = lines.join('')
  expect(log).toContain('"event":"companion_mismatch"')
  expect(log).toContain('"call":"passwordReset"')
  const secrets = [
    email,
    testPassword,
    'contraseña-equivocada',
    'cuatro caballos',
    token,
    session.accessToken,
    session.refreshToken,
    session.cookie.slice(4),
    next.body.refreshToken,
    next.body.accessToken,
    'forged',
    secret,
    code,
    recoveryCodes[0] ?? '',
    'otro.correo',
    confirming,
    stopping,
    again.accessToken,
  ]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    expect(log).not.toContain(secret)
  }
  for (const line of log.trimEnd().split('\n'))
    expect(Object.keys(JSON.parse(line) as object)).toEqual(expect.arrayContaining(['at', 'severity', 'event']))
})
