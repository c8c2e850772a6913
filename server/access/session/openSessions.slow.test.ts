import { afterAll, beforeAll, expect, it } from 'vitest'
import { elapse } from '../../testing/testElapse.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'

// Listing and ending one's own sessions: own sessions only, effective within a second, with an audit entry.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const phone = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Mobile Safari/537.36'
const list = async (as: TestSession) => (await server.call('meSessionList', { as })).body
const alive = async (session: TestSession) => (await server.call('me', { as: session })).status === 200

it('meSessionList lists one’s own open sessions, the current one first, without identifying data', async () => {
  const session = await server.signIn('editorA')
  server.moveClock(60_000)
  await server.signIn('editorA', { 'user-agent': phone })
  await server.signIn('ownerA')
  const shown = await list(session)
  expect(shown.map(({ present, browser, system }) => [present, browser, system])).toEqual([
    [true, null, null],
    [false, 'Chrome', 'Android'],
  ])
  expect(shown.map(({ network, sameNetwork }) => [network, sameNetwork])).toEqual([
    ['127.0.0.•', true],
    ['127.0.0.•', true],
  ])
  expect(JSON.stringify(shown)).not.toMatch(/127\.0\.0\.1|Mozilla/)
})

it('meSessionList does not list ended, idle and expired sessions', async () => {
  const first = await server.signIn('guestA')
  await server.call('sessionSignOut', { as: first })
  await server.signIn('guestA')
  server.moveClock(31 * 60_000)
  const session = await server.signIn('guestA')
  expect((await list(session)).map(({ present }) => present)).toEqual([true])
})

it('meSessionEndOthers ends all others within a second, returns how many, and keeps this one and other people’s', async () => {
  const [first, second, session] = [await server.signIn('adminA'), await server.signIn('adminA'), await server.signIn('adminA')]
  const stranger = await server.signIn('ownerB')
  expect([await alive(first), await alive(second)]).toEqual([true, true])
  const answer = await server.call('meSessionEndOthers', { as: session })
  expect([answer.status, answer.body]).toEqual([200, { endedSessions: 2 }])
  elapse(1_001)
  expect([await alive(first), await alive(second), await alive(session), await alive(stranger)]).toEqual([false, false, true, true])
  const renewed = await server.call('sessionRefresh', { headers: { authorization: `Bearer ${first.refreshToken}`, cookie: first.cookie } })
  expect([renewed.status, renewed.error.type]).toEqual([401, 'InvalidToken'])
  expect(await list(session)).toHaveLength(1)
})

it('meSessionEnd ends a single session; answers not found alike for a colleague’s and an unknown one', async () => {
  const [otherSession, session] = [await server.signIn('ownerA'), await server.signIn('ownerA')]
  const colleague = await server.signIn('limitedA')
  const [foreign] = await list(colleague)
  const refused = await server.call('meSessionEnd', { as: session, params: { sessionId: foreign?.id ?? '' } })
  const missing = await server.call('meSessionEnd', { as: session, params: { sessionId: 'f'.repeat(32) } })
  expect([refused.status, refused.error.type, missing.status, missing.error.type]).toEqual([
    404,
    'ObjectNotFoundException',
    404,
    'ObjectNotFoundException',
  ])
  expect(await alive(colleague)).toBe(true)
  const other = (await list(session)).find(({ present }) => !present)
  expect((await server.call('meSessionEnd', { as: session, params: { sessionId: other?.id ?? '' } })).status).toBe(204)
  elapse(1_001)
  expect([await alive(otherSession), await alive(session)]).toEqual([false, true])
  const lines = await server.ownerSql<{ outcome: string }>(
    "select outcome from audit_entries where call in ('meSessionEnd', 'meSessionEndOthers') order by at",
  )
  expect(lines.map(({ outcome }) => outcome)).toEqual(['done', 'ObjectNotFoundException', 'ObjectNotFoundException', 'done'])
})
