import { afterAll, beforeAll, expect, it } from 'vitest'
import { personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer, type TestSession } from '../../testing/testServices.ts'

// Individual time limits, for people who need more time.
let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const choose = (as: As, body: { idleSeconds?: number; undoSeconds?: number }) => server.call('ownLimitsUpdate', { as, body })
const limits = async (as: As) => (await server.call('me', { as })).body.limits
const waitsOf = (persona: Persona) =>
  server.ownerSql<{ till: boolean; idle_seconds: number }>(
    'select distinct till_id is not null as till, idle_seconds from sessions where user_id = $1 and ended_at is null order by 1',
    [personas[persona].id],
  )
const minutes = (count: number) => count * 60_000
const sessionIdOf = ({ refreshToken }: TestSession) => refreshToken.split('.')[0]
const renew = (session: TestSession) =>
  server.send('POST', '/v2/token/refresh', { headers: { authorization: `Bearer ${session.refreshToken}`, cookie: session.cookie } })

it('own limits are half an hour and the installation’s undo time by default', async () => {
  expect(await limits('guestA')).toEqual({
    idleSeconds: 1_800,
    undoSeconds: 20,
    idleChoices: [1_800, 3_600],
    undoChoices: [20, 60, 120, 300],
  })
})

it('own limits apply at once to all sessions of the person, also later ones, and to nobody else', async () => {
  const [session, otherSession] = [await server.signIn('editorA'), await server.signIn('editorA')]
  expect((await choose(session, { idleSeconds: 3_600 })).body).toMatchObject({ idleSeconds: 3_600, undoSeconds: 20 })
  expect(await limits(otherSession)).toMatchObject({ idleSeconds: 3_600 })
  expect(await limits(await server.signIn('editorA'))).toMatchObject({ idleSeconds: 3_600 })
  expect(await limits('adminA')).toMatchObject({ idleSeconds: 1_800 })
  expect(await waitsOf('adminA')).toEqual([{ till: false, idle_seconds: 1_800 }])
})

it('own limits never exceed what the installation offers', async () => {
  const refused = await choose('guestA', { idleSeconds: 7_200 })
  expect([refused.status, refused.error.fields?.[0]?.name]).toEqual([400, 'idle_seconds'])
  expect((await choose('guestA', { undoSeconds: 301 })).status).toBe(400)
  expect(await limits('guestA')).toMatchObject({ idleSeconds: 1_800, undoSeconds: 20 })
})

it('own limits end a session when its own idle time is over, and no sooner', async () => {
  const [patient, usual] = [await server.signIn('editorA'), await server.signIn('guestA')]
  server.moveClock(minutes(31))
  expect([(await renew(patient)).status, (await renew(usual)).status]).toEqual([200, 401])
})

it('own limits do not revive a session that idled too long', async () => {
  const left = await server.signIn('ownerA')
  server.moveClock(minutes(31))
  const open = await server.signIn('ownerA')
  server.moveClock(minutes(19))
  const ownSession = await server.signIn('ownerA')
  expect((await choose(ownSession, { idleSeconds: 3_600 })).status).toBe(200)
  const renewed = await Promise.all([left, open, ownSession].map((session) => renew(session)))
  expect(renewed.map(({ status }) => status)).toEqual([401, 200, 200])
  expect(await waitsOf('ownerA')).toEqual([{ till: false, idle_seconds: 3_600 }])
  const ended = await server.ownerSql('select end_reason from sessions where id = $1 and ended_at is not null', [sessionIdOf(left)])
  expect(ended).toEqual([{ end_reason: null }])
})

it('own limits are lowered in open sessions when the installation offers less', async () => {
  const strict = await startTestServer({ now: server.services.now(), database: server.database, config: { maxIdleMinutes: 30 } })
  try {
    const session = await server.signIn('editorA')
    const seen = await strict.call('me', { as: session })
    expect(seen.body.limits).toMatchObject({ idleSeconds: 1_800, idleChoices: [1_800] })
    for (const one of [server, strict]) one.moveClock(minutes(31))
    const renewed = await server.call('sessionRefresh', { as: { ...session, accessToken: session.refreshToken } })
    expect(renewed.body.idleSeconds).toBe(3_600)
    const late = { ...session, ...renewed.body }
    const refused = [
      await strict.call('sessionRefresh', { as: { ...session, accessToken: late.refreshToken } }),
      await strict.call('me', { as: late }),
    ]
    expect(refused.map(({ error }) => error.type)).toEqual(['InvalidToken', 'InvalidToken'])
    const open = await strict.call('meSessionList', { as: await strict.signIn('editorA') })
    expect(open.body.map(({ id }) => id)).not.toContain(sessionIdOf(session)?.replaceAll('-', ''))
    expect((await server.call('me', { as: late })).status).toBe(200)
  } finally {
    await strict.close()
  }
})
