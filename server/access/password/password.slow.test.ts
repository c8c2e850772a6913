import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { elapse } from '../../testing/testElapse.ts'
import { ids, personas, testHash, testPassword, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { sendAccountEmails } from '../../testing/outbox/sendOutbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('delete from sign_in_failures'))

const good = 'cuatro caballos verdes'
const restorePassword = async (persona: Persona) => {
  await server.ownerSql('update users set password_hash = $1 where id = $2', [testHash(testPassword), personas[persona].id])
  await server.ownerSql('delete from password_history where user_id = $1', [personas[persona].id])
}
const signInWith = (persona: Persona, password: string) =>
  server.call('sessionSignIn', { body: { email: personas[persona].email, password } })

async function link(persona: Persona): Promise<{ uuid: string; token: string }> {
  expect((await server.call('passwordForgotten', { body: { email: personas[persona].email } })).status).toBe(204)
  await sendAccountEmails(server)
  const message = (await storedMail(server.services.config)).find(
    ({ to, text }) => to === personas[persona].email && text.includes('/new-password?'),
  )
  const [, uuid = '', token = ''] = /uuid=([0-9a-f-]{36})&token=([\w-]{43})/.exec(message?.text ?? '') ?? []
  return { uuid, token }
}
const reset = ({ uuid, token }: { uuid: string; token: string }, newPassword1 = good, newPassword2 = newPassword1) =>
  server.call('passwordReset', { params: { uuid }, body: { token, newPassword1, newPassword2 } })

describe('a password reset link', () => {
  it('sets a new password once, ends every session and sends an e-mail about it', async () => {
    const session = await server.signIn('editorA')
    const message = await link('editorA')
    expect((await reset(message)).status).toBe(204)
    expect((await signInWith('editorA', testPassword)).status).toBe(401)
    expect((await signInWith('editorA', good)).status).toBe(200)
    elapse(1_001)
    expect((await server.call('me', { as: session })).error.type).toBe('InvalidToken')
    expect(
      (await server.call('sessionRefresh', { headers: { authorization: `Bearer ${session.refreshToken}`, cookie: session.cookie } })).error
        .type,
    ).toBe('InvalidToken')
    const again = await reset(message, 'otra frase bien larga')
    expect([again.status, again.error.type]).toEqual([401, 'InvalidToken'])
    expect(again.error.message).toContain('enlace')
    await sendAccountEmails(server)
    expect(await storedMail(server.services.config)).toContainEqual(
      expect.objectContaining({ to: personas.editorA.email, subject: 'Tu contraseña ha cambiado' }),
    )
    expect(
      await server.ownerSql(`select outcome from audit_entries where call = 'passwordReset' and user_id = $1`, [personas.editorA.id]),
    ).toEqual([{ outcome: 'done' }])
    await restorePassword('editorA')
  })

  it('is used once by two simultaneous requests', async () => {
    const message = await link('editorA')
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => reset(message, `frase numero ${'abcdef'[n]} de varias`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401, 401, 401, 401])
    await restorePassword('editorA')
  })

  it('expires after thirty minutes', async () => {
    const message = await link('editorA')
    server.moveClock(30 * 60_000 + 1_000)
    expect((await reset(message)).error.type).toBe('InvalidToken')
  })

  it('is replaced by a newer link, and stays valid after a password that breaks a rule', async () => {
    const older = await link('guestA')
    const newer = await link('guestA')
    expect((await reset(older)).error.type).toBe('InvalidToken')
    expect((await reset(newer, 'corta')).error.type).toBe('ApiValidationException')
    expect((await reset(newer)).status).toBe(204)
    await restorePassword('guestA')
  })

  it('is refused with another token, another id, or a malformed id', async () => {
    const message = await link('guestA')
    const other = await link('editorA')
    for (const wrong of [
      { ...message, token: other.token },
      { ...message, uuid: other.uuid },
      { ...message, uuid: 'undefined' },
      { ...message, uuid: "' or 1=1 --" },
    ]) {
      expect((await reset(wrong)).error.type).toBe('InvalidToken')
    }
  })

  it('is stored as a hash and not used up by opening it', async () => {
    const message = await link('guestA')
    expect(JSON.stringify(await server.ownerSql('select l::text from one_time_links l'))).not.toContain(message.token)
    await server.send('GET', `/new-password?uuid=${message.uuid}&token=${message.token}`)
    await server.send('GET', `/v2/${message.uuid}/new-password`)
    expect((await reset(message)).status).toBe(204)
    await restorePassword('guestA')
  })

  it('unlocks a locked address', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await signInWith('adminA', 'esta no es')
      server.moveClock(attempt < 9 ? 81_000 : 0)
    }
    expect((await signInWith('adminA', testPassword)).status).toBe(429)
    await sendAccountEmails(server)
    const message = (await storedMail(server.services.config)).find(({ to }) => to === personas.adminA.email)
    expect(message?.subject).toBe('Hemos bloqueado tu acceso un rato')
    const [, uuid = '', token = ''] = /uuid=([0-9a-f-]{36})&token=([\w-]{43})/.exec(message?.text ?? '') ?? []
    expect((await reset({ uuid, token })).status).toBe(204)
    expect((await signInWith('adminA', good)).status).toBe(200)
    await restorePassword('adminA')
  })

  it('is rate-limited', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push((await server.call('passwordForgotten', { body: { email: 'quien@sea.test' } })).status)
    expect(statuses).toEqual([204, 204, 204, 429, 429])
  })
})

describe('changing the password', () => {
  const change = (
    as: Awaited<ReturnType<typeof server.signIn>>,
    newPassword1: string,
    newPassword2 = newPassword1,
    oldPassword = testPassword,
  ) => server.call('passwordChange', { as, body: { oldPassword, newPassword1, newPassword2 } })

  it('ends the other sessions, returns how many, and keeps this one', async () => {
    await server.ownerSql('update sessions set ended_at = now() where user_id = $1', [personas.ownerA.id])
    const [ownSession, otherSession, elsewhere] = [
      await server.signIn('ownerA'),
      await server.signIn('ownerA'),
      await server.signIn('ownerA'),
    ]
    const answer = await change(ownSession, good)
    expect([answer.status, answer.body]).toEqual([200, { endedSessions: 2 }])
    elapse(1_001)
    expect((await server.call('me', { as: ownSession })).status).toBe(200)
    for (const session of [otherSession, elsewhere]) expect((await server.call('me', { as: session })).error.type).toBe('InvalidToken')
    expect((await signInWith('ownerA', good)).status).toBe(200)
    await sendAccountEmails(server)
    expect(await storedMail(server.services.config)).toContainEqual(
      expect.objectContaining({ to: personas.ownerA.email, subject: 'Tu contraseña ha cambiado' }),
    )
    const auditEntries = await server.ownerSql<{ after: object }>(
      `select after from audit_entries where call = 'passwordChange' and outcome = 'done' and account_id = $1`,
      [ids.accountA],
    )
    expect(auditEntries).toEqual([{ after: { password: 'changed', endedSessions: 2 } }])
    await restorePassword('ownerA')
  })

  it('names each problem by field, in Spanish', async () => {
    const session = await server.signIn('ownerA')
    const seen = async (...passwords: [string, string?, string?]) => {
      const { error, status } = await change(session, ...passwords)
      return status === 200 ? 'changed' : error.fields?.map(({ name, code }) => `${name} ${code}`)
    }
    expect(await seen('once letras')).toEqual(['new_password1 too_short'])
    expect(await seen('ñandú '.repeat(21) + 'abc')).toEqual(['new_password1 too_long'])
    expect(await seen('907314628517')).toEqual(['new_password1 all_digits'])
    expect(await seen('Owner-Núñez-2026')).toEqual(['new_password1 like_you'])
    expect(await seen('P4ssw0rd2026!')).toEqual(['new_password1 common'])
    expect(await seen(good, `${good} `)).toEqual(['new_password2 mismatch'])
    expect(await seen(testPassword)).toEqual(['new_password1 reused'])
    expect(await seen(good, good, 'esta no era')).toEqual(['old_password wrong'])
    const { error } = await change(session, 'corta', 'otra')
    expect(error.fields).toEqual([
      { name: 'new_password1', code: 'too_short', message: 'Tiene menos de 12 caracteres.' },
      { name: 'new_password2', code: 'mismatch', message: 'Las dos contraseñas no coinciden.' },
    ])
    expect((await signInWith('ownerA', testPassword)).status).toBe(200)
  })

  it('accepts any characters exactly as typed: surrounding spaces, accents, any script, up to 128', async () => {
    const session = await server.signIn('guestA')
    const exact = ` ${'日本語 ñandú ½ '.repeat(10)}`.slice(0, 128)
    expect((await change(session, exact)).status).toBe(200)
    expect((await signInWith('guestA', exact.trim())).status).toBe(401)
    expect((await signInWith('guestA', exact.normalize('NFD'))).status).toBe(401)
    expect((await signInWith('guestA', exact)).status).toBe(200)
    await restorePassword('guestA')
  })

  it('refuses the last five passwords and accepts the sixth', async () => {
    const session = await server.signIn('guestA')
    const phrases = [testPassword, ...['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'].map((word) => `una frase con ${word} dentro`)]
    for (let at = 1; at < phrases.length; at += 1) {
      await server.ownerSql('update users set password_hash = $1 where id = $2', [testHash(phrases[at - 1] ?? ''), personas.guestA.id])
      expect((await change(session, phrases[at] ?? '', phrases[at], phrases[at - 1])).status).toBe(200)
    }
    for (const earlier of phrases.slice(1, -1))
      expect((await change(session, earlier, earlier, phrases[6])).error.fields?.[0]?.code).toBe('reused')
    expect((await change(session, testPassword, testPassword, phrases[6])).status).toBe(200)
    await restorePassword('guestA')
  })

  it('delays guesses of the old password, across sessions, although each attempt is rolled back', async () => {
    const [first, second] = [await server.signIn('guestA'), await server.signIn('guestA')]
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await change(attempt % 2 ? first : second, good, good, 'esta no')).status).toBe(400)
    const sixth = await change(first, good)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '5'])
  })
})
