import { identifierTypes } from '#domain/sales/campaigns/audience'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consumeChallenge } from '../access/secondFactor/passkeys.ts'
import { openSecret } from '../access/secondFactor/totp.ts'
import { encryptAgain, secretsBySetting } from '../platform/keys/encryptAgain.ts'
import { documentHashes } from '../money/payments/documentHash.ts'
import { mintScope } from '../platform/database/scope.ts'
import { isMailCode, mailCode } from '../provider/setup/mailCode.ts'
import { countFormerAudiences, renewAudienceKeys } from '../sales/audiences/renewKeys.ts'
import { membersOf } from '../sales/lifecycle/audienceMembers.ts'
import { writeOperation } from '../testing/operations/testOperations.ts'
import { Refusal } from '../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../platform/calls/wire.ts'
import { digest, digests, audienceCalls, sell } from '../testing/audiences/testAudience.ts'
import { someone } from '../testing/checkout/testSale.ts'
import { ids, personas, testPassword } from '../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../testing/testServices.ts'

// A change of SESSION_SECRET: what was made before it, on a server that has the former value first, one that has the new one first, and one without the former.
const [former, next] = ['the former session secret, longer than thirty-two', 'the next session secret, longer than thirty-two'] as const
let before: TestServer
let during: TestServer
let after: TestServer
beforeAll(async () => {
  before = await startTestServer({ config: { sessionSecrets: [former, next] } })
  during = await startTestServer({ database: before.database, config: { sessionSecrets: [next, former] } })
  after = await startTestServer({ database: before.database, config: { sessionSecrets: [next] } })
})
afterAll(async () => {
  for (const server of [after, during, before]) await server?.close()
})

const merchantId = hexOf(ids.merchantA1)
const all = () => [before, during, after]
const me = (server: TestServer, as: TestSession) => server.call('me', { as })

it('a session goes on with both orders, and after it was renewed also without the former value', async () => {
  const session = await before.signIn('ownerA')
  expect((await Promise.all(all().map((server) => me(server, session)))).map(({ status, error }) => [status, error.type])).toEqual([
    [200, undefined],
    [200, undefined],
    [401, 'InvalidToken'],
  ])
  const { body } = await during.call('sessionRefresh', { as: { ...session, accessToken: session.refreshToken } })
  const renewed = { ...session, accessToken: body.accessToken, refreshToken: body.refreshToken }
  expect((await Promise.all(all().map((server) => me(server, renewed)))).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await after.call('sessionRefresh', { as: { ...renewed, accessToken: renewed.refreshToken } })).status).toBe(200)
})

it('an authenticator app goes on after everything was encrypted again', async () => {
  const session = await before.signIn('adminA')
  await before.call('meStepUp', { body: { password: testPassword }, as: session })
  expect((await before.call('authenticatorStart', { as: session })).status).toBe(201)
  const opened = async (server: TestServer) => {
    const [row] = await server.ownerSql<{ sealed: Buffer }>('select sealed_secret as sealed from authenticators where user_id = $1', [
      personas.adminA.id,
    ])
    return row !== undefined && openSecret(server.services.config.sessionSecrets, personas.adminA.id, row.sealed) !== undefined
  }
  expect([await opened(before), await opened(during), await opened(after)]).toEqual([true, true, false])
  await encryptAgain(during.services.database, secretsBySetting(during.services.config))
  expect([await opened(before), await opened(during), await opened(after)]).toEqual([true, true, true])
})

it('a challenge for a passkey is answered with both orders, once, and refused without the former value', async () => {
  const challenge = async () => (await before.call('passkeyChallenge')).body.challenge
  const isAccepted = ({ services }: TestServer, text: string) =>
    services.database.write(null, (db) => consumeChallenge(db, services, 'assert', text, services.now()))
  const shown = await challenge()
  expect([await isAccepted(after, shown), await isAccepted(during, shown), await isAccepted(before, shown)]).toEqual([false, true, false])
  expect(await isAccepted(before, await challenge())).toBe(true)
})

it('a view as somebody else goes on with both orders, and ends without the former value', async () => {
  const session = await during.signIn('ownerA')
  const headers = { 'x-view-as': (await before.call('viewAsStart', { as: session, body: { role: 'guest' } })).body.seal }
  const answers = await Promise.all(all().map((server) => server.call('me', { as: session, headers })))
  expect(answers.map(({ status, body, error }) => [status, body.userType ?? error.type])).toEqual([
    [200, 'guest'],
    [200, 'guest'],
    [409, 'ViewEnded'],
  ])
})

it('the code of a test mail is accepted with both orders, and refused without the former value', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const code = mailCode(former, ids.merchantA1, now)
  expect(all().map(({ services }) => isMailCode(services.config.sessionSecrets, ids.merchantA1, code, now))).toEqual([true, true, false])
})

it('a request that is sent again is recognised with both orders, and refused without the former value', async () => {
  const send = (server: TestServer, uuid: string = ids.merchantA1) =>
    server.call('mePreferredMerchant', { as: 'ownerA', key: 'over-the-change', body: { preferedMerchantUuid: hexOf(uuid) } })
  expect((await send(before)).status).toBe(204)
  const again = await send(during)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true'])
  expect((await send(during, ids.merchantA2)).error.type).toBe('IdempotencyKeyReused')
  expect((await send(after)).error.type).toBe('IdempotencyKeyReused')
})

/** A till with a PIN that was chosen before the change; `guesses`: those counted at it. */
async function tillBefore() {
  const admin = await before.signIn('adminA')
  await before.call('meStepUp', { body: { password: testPassword }, as: admin })
  const { body } = await before.call('tillOpen', { body: { merchantId, name: 'Mostrador' }, as: admin })
  const entered = await before.call('tillEnter', { body: { code: body.code } })
  const till = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const session = await before.signIn('editorA')
  await before.call('tillPin', { body: { pin: '7391' }, as: session, headers: { cookie: `${session.cookie}; ${till}` } })
  const unlock = async (server: TestServer, pin = '7391') =>
    (await server.call('tillUnlock', { body: { userId: hexOf(personas.editorA.id), pin }, headers: { cookie: till } })).status
  const guesses = async () =>
    (await before.ownerSql<{ guesses: number }>('select guesses from tills where id = $1', [uuidOf(body.till.id)]))[0]?.guesses
  return { unlock, guesses }
}

it('a PIN of a till gets the new value when it is used', async () => {
  const { unlock } = await tillBefore()
  expect(await unlock(after)).not.toBe(200)
  expect(await unlock(during, '7392')).not.toBe(200)
  expect(await unlock(during)).toBe(200)
  expect(await unlock(after)).toBe(200)
})

it('a guess at a till counts once it was checked with one of the values, and a right PIN needs no renewal', async () => {
  const { unlock, guesses } = await tillBefore()
  const { passwords } = during.services
  const real = { ...passwords }
  const queueIsFull = () => Promise.reject(new Refusal('TooManyRequests', { retryAfterSeconds: 3 }))
  const matches = vi.spyOn(passwords, 'matches')
  const hash = vi.spyOn(passwords, 'hash')
  try {
    matches.mockImplementationOnce(queueIsFull)
    expect([await unlock(during, '7392'), await guesses()]).toEqual([429, 0])
    matches.mockImplementationOnce(real.matches).mockImplementationOnce(queueIsFull)
    expect([await unlock(during, '7392'), await guesses()]).toEqual([429, 1])
    hash.mockImplementationOnce(queueIsFull)
    expect([await unlock(during), await guesses()]).toEqual([200, 0])
    expect(await unlock(after)).not.toBe(200)
    expect(hash).toHaveBeenCalledOnce()
  } finally {
    vi.restoreAllMocks()
  }
})

it('a bank check is found by its document, and its link opens', async () => {
  const who = someone()
  const check = (server: TestServer) =>
    server.call('bankCheck', { body: { amount: 120_000, documentId: who.documentId, shopId: merchantId }, as: 'editorA' })
  const { body } = await check(before)
  expect((await check(during)).body.consentId).toBe(body.consentId)
  const token = new URL(body.consentUrl ?? '').hash.slice(1)
  const view = (server: TestServer) =>
    server.call('bankConsentView', { params: { consentId: body.consentId ?? '' }, headers: { authorization: `Bearer ${token}` } })
  expect([(await view(before)).status, (await view(during)).status, (await view(after)).status]).toEqual([200, 200, 404])
  expect((await check(after)).body.consentId).not.toBe(body.consentId)
})

it('an audience that was uploaded matches with both orders, and says so without the former value', async () => {
  const uuid = await audienceCalls(before).ready(['ana@mora.test', 'eva@mora.test'])
  const inside = async (server: TestServer) => (await audienceCalls(server).contains(uuid, digest('ana@mora.test'))).body.inside
  expect([await inside(before), await inside(during)]).toEqual([true, true])
  const { body } = await audienceCalls(during).create(digests(['ana@mora.test']))
  await during.runClock()
  expect((await audienceCalls(during).view(body.uuid)).body).toMatchObject({ status: 'ready', problem: null })
  expect((await audienceCalls(after).view(uuid)).body).toMatchObject({ status: 'failed', problem: 'key_changed' })
  expect((await audienceCalls(after).contains(body.uuid, digest('ana@mora.test'))).body.inside).toBe(true)
})

it('an audience made from operations is refreshed with the new value', async () => {
  const { body } = await audienceCalls(before).fromOperations()
  await before.runClock()
  const state = async () => (await audienceCalls(after).view(body.uuid)).body
  expect(await state()).toMatchObject({ status: 'failed', problem: 'key_changed' })
  await audienceCalls(after).refresh(body.uuid)
  await after.runClock()
  expect(await state()).toMatchObject({ status: 'ready', problem: null })
})

it('an audience made from operations keeps its members and their dates when they are hashed with the new value', async () => {
  const callsOf = (server: TestServer) => audienceCalls(server, { mode: 'sandbox' })
  await sell(before, [
    { email: 'ana@mora.test', mode: 'sandbox', captured: false },
    { email: 'eva@mora.test', mode: 'sandbox', captured: false },
  ])
  const { body } = await callsOf(before).fromOperations()
  await before.runClock()
  await sell(before, [{ email: 'new@mora.test', mode: 'sandbox', captured: false }])
  // Nobody knows any more whom her hash was made of.
  await before.ownerSql(`update operations set email = 'other@mora.test' where email = 'eva@mora.test'`)
  const shown = async (server: TestServer) => {
    const { status, size, refreshedAt } = (await callsOf(server).view(body.uuid)).body
    const answers = await Promise.all(['ana', 'eva', 'new'].map((name) => callsOf(server).contains(body.uuid, digest(`${name}@mora.test`))))
    return { status, size, refreshedAt, since: answers.map((answer) => answer.body.since ?? null) }
  }
  const [since, filled] = [(await shown(before)).since, await shown(during)]
  expect(filled).toMatchObject({ status: 'ready', size: 2 })
  const { body: unfilled } = await callsOf(before).fromOperations()
  expect(await renewAudienceKeys(during.services)).toMatchObject({ membersRemoved: 1 })
  expect(await shown(after)).toEqual({ status: 'ready', size: 1, refreshedAt: filled.refreshedAt, since: [since[0], null, null] })
  expect((await callsOf(after).view(unfilled.uuid)).body).toMatchObject({ status: 'processing', size: 0, matched: null })
  expect(await renewAudienceKeys(during.services)).toEqual({ audiences: 0, members: 0, membersRemoved: 0 })
  await during.runClock()
})

it('who joins an audience while its members are hashed again stays, by phone and document too', async () => {
  const callsOf = (server: TestServer) => audienceCalls(server, { mode: 'sandbox' })
  const sold = (nth: number) => ({
    email: `joins${nth}@mora.test`,
    phone: `60000000${nth}`,
    document: ['00000000T', '00000001R'][nth] ?? null,
  })
  const names = { email: 'joins1@mora.test', phone: '600000001', document: '00000001R' }
  await sell(before, [{ ...sold(0), mode: 'sandbox', captured: false }])
  const made = await Promise.all(
    identifierTypes.map(async (type) => ({ type, uuid: (await callsOf(before).fromOperations({}, { identifierType: type })).body.uuid })),
  )
  await before.runClock()
  await sell(before, [{ ...sold(1), mode: 'sandbox', captured: false }])
  const { database, config } = during.services
  let isRefilled = false
  // All are filled by a server with the former value first, after the members of one were read.
  const refilling = Object.assign(Object.create(database) as typeof database, {
    write: async (...args: Parameters<typeof database.write>) => {
      if (!isRefilled) {
        isRefilled = true
        for (const { uuid } of made) await callsOf(before).refresh(uuid)
        await before.runClock()
      }
      return database.write(...args)
    },
  })
  const holds = async (server: TestServer) =>
    Promise.all(made.map(async ({ type, uuid }) => (await callsOf(server).contains(uuid, digest(names[type], type))).body.inside))
  await renewAudienceKeys({ database: refilling, config })
  expect(await holds(before)).toEqual([true, true, true])
  await renewAudienceKeys(during.services)
  expect(await holds(after)).toEqual([true, true, true])
  expect((await countFormerAudiences(during.services)).earlier).toBe(0)
})

it('an erasure reaches audiences and bank checks of both values, and so does the register', async () => {
  const who = { email: 'zenobia@quintanar.test', document: '12345678Z' }
  const operationId = await writeOperation(before.database.ownerUrl, { ...who, substatus: 'payment_completed' })
  const uuid = await audienceCalls(before).ready([who.email, 'eva@mora.test'])
  await before.call('bankCheck', { body: { amount: 120_000, documentId: who.document, shopId: merchantId }, as: 'editorA' })
  const left = async () => {
    const [row] = await before.ownerSql<{ members: number; checks: number }>(
      `select (select count(*)::int from audience_members where audience_id = $1) as members,
         (select count(*)::int from bank_consents where document_hash = $2) as checks`,
      [uuidOf(uuid), documentHashes([former], who.document)[0]],
    )
    return row
  }
  expect(await left()).toEqual({ members: 2, checks: 1 })
  const owner = await during.signIn('ownerA')
  await during.call('meStepUp', { body: { password: testPassword }, as: owner })
  const erased = await during.call('customerErase', { params: { merchantId, operationId }, body: { ground: 'request' }, as: owner })
  expect(erased.status).toBe(200)
  expect(await left()).toEqual({ members: 1, checks: 0 })
  const [registered] = await before.ownerSql<{ members: string[] }>('select members from erasures where object_id = $1', [
    uuidOf(operationId),
  ])
  const scope = mintScope(ids.merchantA1, 'live')
  const hashes = membersOf(scope, { email: who.email, phone: null, documentNumber: null }, [former, next])
  expect(registered?.members).toEqual(expect.arrayContaining(hashes.map((hash) => hash.toString('hex'))))
})
