import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { testPasskey } from '../../testing/session/testAuthenticator.ts'

// Passkey assertions and every way in which one must be refused (Web Authentication Level 3, §7.1 and §7.2).
let server: TestServer
const passkey = testPasskey('http://localhost')
beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: 'http://localhost' } })
  const session = await confirmed('ownerA')
  const begun = await server.call('passkeyStart', { as: session })
  expect((await server.call('passkeyAdd', { as: session, body: passkey.registration(begun.body.challenge) })).status).toBe(201)
})
afterAll(() => server.close())

const challenge = async () => (await server.call('passkeyChallenge')).body.challenge
const stepUp = (as: TestSession, shown: object) => server.call('meStepUp', { as, body: shown })
async function confirmed(persona: Persona): Promise<TestSession> {
  const session = await server.signIn(persona)
  await stepUp(session, { password: testPassword })
  return session
}
const enter = (said: ReturnType<typeof passkey.answer>) => server.call('sessionPasskeySignIn', { body: { passkey: said } })
const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

it.each([
  ['from another site', { origin: 'http://tienda.example' }],
  ['from another port', { origin: 'http://localhost:1' }],
  ['in a cross-origin frame', { crossOrigin: true }],
  ['of the type for creation', { type: 'webauthn.create' }],
  ['without user presence', { flags: 0x00 }],
  ['without user verification', { flags: 0x01 }],
  ['signed with another key', { key: foreignKey }],
])('an assertion %s is refused', async (_, change) => {
  const answer = await enter(passkey.answer(await challenge(), change))
  expect([answer.status, answer.error.type]).toEqual([409, 'PasskeyNotAccepted'])
  expect(answer.headers.getSetCookie()).toEqual([])
})

it('a passkey is refused when replayed, after five minutes, and with a challenge that we did not issue', async () => {
  const assertion = passkey.answer(await challenge())
  expect((await enter(assertion)).status).toBe(200)
  expect((await enter(assertion)).status).toBe(409)
  const late = await challenge()
  server.moveClock(5 * 60_000 + 1_000)
  expect((await enter(passkey.answer(late))).status).toBe(409)
  expect((await enter(passkey.answer('A'.repeat(72)))).status).toBe(409)
  const added = await server.call('passkeyStart', { as: await freshlyConfirmed() })
  expect((await enter(passkey.answer(added.body.challenge))).status).toBe(409)
})

/** A session of the owner after step-up with the passkey. */
async function freshlyConfirmed(): Promise<TestSession> {
  const entered = await enter(passkey.answer(await challenge()))
  const session = { ...entered.body, cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  expect((await stepUp(session, { passkey: passkey.answer(await challenge()) })).status).toBe(204)
  return session
}

it('a passkey is refused when its signature counter stands still, which shows a copy', async () => {
  expect((await enter(passkey.answer(await challenge(), { count: 7 }))).status).toBe(200)
  expect((await enter(passkey.answer(await challenge(), { count: 7 }))).status).toBe(409)
  expect((await enter(passkey.answer(await challenge(), { count: 0 }))).status).toBe(409)
  expect((await enter(passkey.answer(await challenge(), { count: 8 }))).status).toBe(200)
  await server.ownerSql('update passkeys set sign_count = 0')
})

it('a passkey is added only from our origin, once, by the person it was issued for, and signs in nobody else', async () => {
  const session = await freshlyConfirmed()
  const start = async (as: TestSession) => (await server.call('passkeyStart', { as })).body.challenge
  const add = (body: ReturnType<typeof passkey.registration>, as = session) => server.call('passkeyAdd', { as, body })
  const next = testPasskey('http://localhost')
  for (const change of [{ origin: 'http://tienda.example' }, { flags: 0x41 }, { type: 'webauthn.get' }])
    expect((await add(next.registration(await start(session), change))).error.type).toBe('PasskeyNotAccepted')
  const other = await confirmed('adminA')
  expect((await add(next.registration(await start(session)), other)).error.type).toBe('PasskeyNotAccepted')
  expect((await add({ ...next.registration(await start(session)), algorithm: -8 })).error.type).toBe('PasskeyNotAccepted')
  const once = next.registration(await start(session))
  expect((await add(once)).status).toBe(201)
  expect((await add(once)).error.type).toBe('PasskeyNotAccepted')
  // Another person's passkey neither confirms nor can be removed.
  expect((await stepUp(other, { passkey: next.answer(await challenge()) })).error.type).toBe('PasskeyNotAccepted')
  const [{ id = '' } = {}] = (await server.call('secondFactor', { as: session })).body.passkeys
  expect((await server.call('passkeyRemove', { as: other, params: { passkeyId: id } })).error.type).toBe('ObjectNotFoundException')
  expect((await server.call('passkeyRemove', { as: session, params: { passkeyId: id } })).status).toBe(204)
  expect((await enter(passkey.answer(await challenge()))).status).toBe(409)
})
