import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyInput } from '#contract/platform/endpoint'
import type { sessionSignIn } from '#contract/access/session'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { type Persona, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { sendAccountEmails } from '../../testing/outbox/sendOutbox.ts'
import { shownCode, testPasskey } from '../../testing/session/testAuthenticator.ts'

// The second factor from the first authenticator code to the last recovery code; each test uses its own person.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-03-02T09:00:10Z'), config: { publicUrl: 'http://localhost' } })
})
afterAll(() => server.close())

const now = () => server.services.now()
const tryIn = (persona: Persona, more: Partial<BodyInput<typeof sessionSignIn>> = {}) =>
  server.call('sessionSignIn', { body: { email: personas[persona].email, password: testPassword, ...more } })
const stepUp = (as: TestSession, shown: object) => server.call('meStepUp', { as, body: shown })
const nextTimeStep = () => server.moveClock(30_000)

/** A person with an active authenticator app, and a session after step-up. */
async function withApplication(persona: Persona) {
  const session = await server.signIn(persona)
  await stepUp(session, { password: testPassword })
  const { secret } = (await server.call('authenticatorStart', { as: session })).body
  const confirmed = await server.call('authenticatorConfirm', { as: session, body: { code: shownCode(secret, now()) } })
  expect(confirmed.status).toBe(200)
  nextTimeStep()
  return { session, secret, recoveryCodes: confirmed.body.recoveryCodes, code: () => shownCode(secret, now()) }
}

async function challenge() {
  return (await server.call('passkeyChallenge')).body.challenge
}

async function withPasskey(persona: Persona) {
  const session = await server.signIn(persona)
  await stepUp(session, { password: testPassword })
  const passkey = testPasskey('http://localhost')
  const begun = await server.call('passkeyStart', { as: session })
  const added = await server.call('passkeyAdd', { as: session, body: passkey.registration(begun.body.challenge) })
  expect(added.status).toBe(201)
  return { session, passkey, begun: begun.body, added: added.body }
}

describe('an authenticator app', () => {
  it('starts only after step-up, asks for no code until the first one, then at every sign-in', async () => {
    const session = await server.signIn('ownerA')
    expect((await server.call('authenticatorStart', { as: session })).error.type).toBe('StepUpRequired')
    await stepUp(session, { password: testPassword })
    const begun = await server.call('authenticatorStart', { as: session, key: 'once' })
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}&issuer=Trastienda`)
    expect((await tryIn('ownerA')).status).toBe(200)
    const wrong = await server.call('authenticatorConfirm', { as: session, body: { code: '000000' } })
    expect([wrong.status, wrong.error.fields?.[0]?.code]).toEqual([400, 'wrong'])
    const good = await server.call('authenticatorConfirm', { as: session, body: { code: shownCode(begun.body.secret, now()) } })
    expect(good.body.recoveryCodes).toHaveLength(8)
    for (const code of good.body.recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)

    const attempt = await tryIn('ownerA')
    expect([attempt.status, attempt.error.type, attempt.error.fields?.map(({ name }) => name)]).toEqual([
      401,
      'SecondFactorRequired',
      ['authenticator', 'recovery'],
    ])
    expect(attempt.headers.getSetCookie()).toEqual([])
    nextTimeStep()
    expect((await tryIn('ownerA', { code: shownCode(begun.body.secret, now()) })).status).toBe(200)
    expect((await server.call('secondFactor', { as: session })).body).toMatchObject({ passkeys: [], recoveryCodesLeft: 8, required: false })
  })

  it('accepts each code once, also of simultaneous requests, and none from outside the adjacent time steps', async () => {
    const { code, secret } = await withApplication('editorA')
    // The 30-second time step must not end between creating and checking a code.
    server.stopClock()
    const used = code()
    const both = await Promise.all([tryIn('editorA', { code: used }), tryIn('editorA', { code: used })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await tryIn('editorA', { code: used })).status).toBe(400)
    nextTimeStep()
    expect((await tryIn('editorA', { code: used })).status).toBe(400)
    expect((await tryIn('editorA', { code: shownCode(secret, new Date(now().getTime() + 60_000)) })).status).toBe(400)
    server.moveClock(60_000)
    const ahead = shownCode(secret, new Date(now().getTime() + 30_000))
    expect((await tryIn('editorA', { code: ahead })).status).toBe(200)
    // A code older than the accepted one is refused, although its time step is not over.
    expect((await tryIn('editorA', { code: code() })).status).toBe(400)
    server.startClock()
  })

  it('delays after five wrong codes, also for a right password, and does not lock the address', async () => {
    const { code } = await withApplication('limitedA')
    for (let at = 0; at < 5; at += 1) expect((await tryIn('limitedA', { code: `00000${at}` })).status).toBe(400)
    const waits = await tryIn('limitedA', { code: code() })
    expect([waits.status, waits.error.type]).toEqual([429, 'TooManyRequests'])
    expect((await tryIn('limitedA')).error.type).toBe('SecondFactorRequired')
    server.moveClock(6_000)
    expect((await tryIn('limitedA', { code: code() })).status).toBe(200)
  })

  it('reveals nothing about a second factor without the right password', async () => {
    await withApplication('disabledC')
    const strip = (raw: string) => raw.replace(/"request_id":"[^"]+"/, '')
    const [known, unknown] = [
      await server.call('sessionSignIn', { body: { email: personas.disabledC.email, password: 'no es esta', code: '123456' } }),
      await server.call('sessionSignIn', { body: { email: 'nadie@c.test', password: 'no es esta', code: '123456' } }),
    ]
    expect([known.status, strip(known.raw)]).toEqual([unknown.status, strip(unknown.raw)])
  })

  it('is stored encrypted: neither secret nor codes appear in the database, stored answers or the audit log', async () => {
    const { secret, recoveryCodes, code, session } = await withApplication('pendingD')
    await tryIn('pendingD', { code: code() })
    await stepUp(session, { code: shownCode(secret, new Date(now().getTime() + 30_000)) })
    const renewed = await server.call('recoveryCodesRenew', { as: session, key: 'again' })
    expect(renewed.body.recoveryCodes).toHaveLength(8)
    const tables = ['authenticators', 'recovery_codes', 'idempotency_keys', 'audit_entries', 'sessions', 'users']
    const rows = await Promise.all(tables.map((table) => server.ownerSql<{ row: string }>(`select t::text as row from ${table} t`)))
    const all = rows
      .flat()
      .map(({ row }) => row)
      .join('\n')
    const plain = Buffer.from(secret).toString('hex')
    const recoveryTexts = [...recoveryCodes, ...renewed.body.recoveryCodes]
    for (const notified of [secret, plain, ...recoveryTexts, ...recoveryTexts.map((paper) => paper.replaceAll('-', ''))])
      expect(all).not.toContain(notified)
  })

  it('refuses a sealed secret copied to another person', async () => {
    const mine = await withApplication('ownerB')
    await server.ownerSql(
      'update authenticators set sealed_secret = (select sealed_secret from authenticators where user_id = $1) where user_id = $2',
      [personas.ownerB.id, personas.ownerA.id],
    )
    expect((await tryIn('ownerA', { code: mine.code() })).status).toBe(400)
  })
})

describe('a recovery code', () => {
  it('works once, is reported by e-mail, is invalidated by new ones, and removed with the last factor', async () => {
    const { session, recoveryCodes, code } = await withApplication('adminA')
    const [first = '', second = ''] = recoveryCodes
    expect((await tryIn('adminA', { code: first.toLowerCase().replaceAll('-', ' ') })).status).toBe(200)
    expect((await tryIn('adminA', { code: first })).status).toBe(400)
    await sendAccountEmails(server)
    const emails = (await storedMail(server.services.config)).filter(({ to }) => to === personas.adminA.email)
    expect(emails.map(({ subject }) => subject)).toContain('Se ha usado un código de recuperación')
    expect(emails.map(({ text }) => text).join('\n')).not.toContain(first)

    expect((await stepUp(session, { code: code() })).status).toBe(204)
    const renewed = await server.call('recoveryCodesRenew', { as: session })
    expect((await tryIn('adminA', { code: second })).status).toBe(400)
    expect((await server.call('authenticatorRemove', { as: session })).status).toBe(204)
    expect((await tryIn('adminA')).status).toBe(200)
    expect(await server.ownerSql('select from recovery_codes where user_id = $1', [personas.adminA.id])).toEqual([])
    expect(renewed.body.recoveryCodes).toHaveLength(8)
    expect((await server.call('recoveryCodesRenew', { as: session })).error.type).toBe('SecondFactorNeeded')
  })

  it('and the authenticator app confirm credential changes; the password alone no longer does', async () => {
    const session = await server.signIn('adminA')
    await stepUp(session, { password: testPassword })
    const { secret } = (await server.call('authenticatorStart', { as: session })).body
    await server.call('authenticatorConfirm', { as: session, body: { code: shownCode(secret, now()) } })
    server.moveClock(6 * 60_000)
    expect((await server.call('authenticatorRemove', { as: session })).error.type).toBe('StepUpRequired')
    const alone = await stepUp(session, { password: testPassword })
    expect([alone.status, alone.error.fields?.[0]?.name]).toEqual([400, 'code'])
    expect((await server.call('authenticatorRemove', { as: session })).error.type).toBe('StepUpRequired')
    expect((await stepUp(session, {})).status).toBe(400)
    expect((await stepUp(session, { code: shownCode(secret, now()) })).status).toBe(204)
    expect((await server.call('authenticatorRemove', { as: session })).status).toBe(204)
  })
})

describe('a passkey', () => {
  it('is added, signs in without address or password, and is asked for beside them', async () => {
    const { passkey, begun, added, session } = await withPasskey('guestA')
    expect([begun.userName, begun.exclude, added.recoveryCodes.length]).toEqual([personas.guestA.email, [], 8])
    expect((await tryIn('guestA')).error.fields?.map(({ name }) => name)).toEqual(['passkey', 'recovery'])
    const entered = await server.call('sessionPasskeySignIn', { body: { passkey: passkey.answer(await challenge()) } })
    expect(entered.status).toBe(200)
    expect(entered.headers.getSetCookie()[0]).toMatch(/^sid=/)
    const inside = { ...entered.body, cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    expect((await server.call('me', { as: inside })).body.email).toBe(personas.guestA.email)
    expect((await stepUp(session, { passkey: passkey.answer(await challenge()) })).status).toBe(204)
    expect((await server.call('secondFactor', { as: session })).body.passkeys).toMatchObject([
      { name: 'Prueba', lastUsed: expect.any(String) },
    ])
  })
})
