import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { elapse } from '../../testing/testElapse.ts'
import { personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { sendAccountEmails } from '../../testing/outbox/sendOutbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const secondMs = 1_000
const minuteMs = 60 * secondMs
const renew = (token: string, cookie: string) => server.call('sessionRefresh', { headers: { authorization: `Bearer ${token}`, cookie } })
const next = async (session: TestSession): Promise<TestSession> => {
  const { status, body, raw } = await renew(session.refreshToken, session.cookie)
  if (status !== 200) throw new Error(raw)
  return { ...session, accessToken: body.accessToken, refreshToken: body.refreshToken }
}
const readMe = (session: TestSession, background = false) => server.call(background ? 'notificationList' : 'me', { as: session })
const typeOf = async (answer: Promise<{ status: number; error: { type?: string } }>) => {
  const { status, error } = await answer
  return status === 200 ? 'ok' : `${status} ${error.type}`
}

describe('lifetimes', () => {
  beforeAll(() => server.stopClock())
  afterAll(() => server.startClock())

  it('an access token lives ten minutes; one second later it is refused as TokenExpired', async () => {
    const session = await server.signIn('ownerA')
    server.moveClock(598 * secondMs)
    expect(await typeOf(readMe(session))).toBe('ok')
    server.moveClock(3 * secondMs)
    expect(await typeOf(readMe(session))).toBe('401 TokenExpired')
  })

  it('an idle session lives thirty minutes, which polling and refreshing do not extend', async () => {
    let session = await server.signIn('ownerA')
    for (let minute = 0; minute < 27; minute += 9) {
      server.moveClock(9 * minuteMs)
      expect(await typeOf(readMe(session, true))).toBe('ok')
      session = await next(session)
    }
    server.moveClock(179 * secondMs)
    expect(await typeOf(readMe(session, true))).toBe('ok')
    server.moveClock(2 * secondMs)
    expect(await typeOf(readMe(session, true))).toBe('401 InvalidToken')
    expect(await typeOf(readMe(session))).toBe('401 InvalidToken')
    expect(await typeOf(renew(session.refreshToken, session.cookie))).toBe('401 InvalidToken')
  })

  it('the activity call and every call of the user restart the idle time, background calls do not', async () => {
    let session = await server.signIn('ownerA')
    server.moveClock(9 * minuteMs)
    expect((await server.call('sessionActivity', { as: session })).status).toBe(204)
    session = await next(session)
    for (let round = 0; round < 2; round += 1) {
      server.moveClock(9 * minuteMs)
      expect((await server.call('me', { as: session, headers: { 'x-background': '1' } })).status).toBe(200)
      session = await next(session)
    }
    server.moveClock(9 * minuteMs)
    expect(await typeOf(readMe(session))).toBe('ok')
    session = await next(session)
    for (let round = 0; round < 3; round += 1) {
      server.moveClock(9 * minuteMs)
      session = await next(session)
    }
    server.moveClock(4 * minuteMs)
    expect(await typeOf(renew(session.refreshToken, session.cookie))).toBe('401 InvalidToken')
  })

  it('a session in use lives one day', async () => {
    let session = await server.signIn('ownerA')
    // Used just before it would have been idle for too long.
    for (let minute = 27; minute < 24 * 60; minute += 27) {
      server.moveClock(27 * minuteMs)
      session = await next(session)
      expect((await server.call('sessionActivity', { as: session })).status).toBe(204)
    }
    // 1431 minutes have passed.
    server.moveClock(8 * minuteMs + 50 * secondMs)
    expect(await typeOf(readMe(session))).toBe('ok')
    server.moveClock(11 * secondMs)
    expect(await typeOf(readMe(session))).toBe('401 InvalidToken')
    expect(await typeOf(renew(session.refreshToken, session.cookie))).toBe('401 InvalidToken')
  })

  it('clocks may differ by half a minute, not more', async () => {
    const session = await server.signIn('ownerA')
    server.moveClock(-29 * secondMs)
    expect(await typeOf(readMe(session))).toBe('ok')
    server.moveClock(-3 * secondMs)
    expect(await typeOf(readMe(session))).toBe('401 InvalidToken')
    server.moveClock(32 * secondMs)
  })
})

describe('rotation', () => {
  it('returns a new pair each time', async () => {
    const first = await server.signIn('ownerA')
    const second = await next(first)
    const third = await next(second)
    expect(new Set([first.refreshToken, second.refreshToken, third.refreshToken]).size).toBe(3)
    expect(await typeOf(readMe(third))).toBe('ok')
  })

  it('by many tabs at once rotates a token once and keeps everybody signed in', async () => {
    let session = await server.signIn('adminA')
    const sessionId = session.refreshToken.split('.')[0]
    for (let round = 1; round <= testRuns(20, 3); round += 1) {
      const { refreshToken, cookie } = session
      const tabs = await Promise.all(Array.from({ length: 10 }, () => renew(refreshToken, cookie)))
      expect(tabs.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(new Set(tabs.map(({ body }) => body.refreshToken)).size).toBe(1)
      session = { cookie, accessToken: tabs[0]?.body.accessToken ?? '', refreshToken: tabs[0]?.body.refreshToken ?? '' }
      expect(await server.ownerSql('select generation from sessions where id = $1', [sessionId])).toEqual([{ generation: round + 1 }])
    }
    expect(await typeOf(readMe(session))).toBe('ok')
  })

  it('returns the same successor for ten seconds when the answer was lost', async () => {
    const session = await server.signIn('adminA')
    server.stopClock()
    const lost = await next(session)
    server.moveClock(9 * secondMs)
    expect((await next(session)).refreshToken).toBe(lost.refreshToken)
    server.startClock()
    expect(await typeOf(readMe(await next(lost)))).toBe('ok')
  })

  it('ends the session everywhere within a second when a token is reused later, with an audit entry and an e-mail', async () => {
    const session = await server.signIn('editorA')
    const current = await next(session)
    expect(await typeOf(readMe(current))).toBe('ok')
    server.moveClock(11 * secondMs)
    expect(await typeOf(renew(session.refreshToken, session.cookie))).toBe('401 InvalidToken')
    elapse(1_001)
    expect(await typeOf(readMe(current))).toBe('401 InvalidToken')
    expect(await typeOf(renew(current.refreshToken, current.cookie))).toBe('401 InvalidToken')
    const sessionId = session.refreshToken.split('.')[0]
    expect(await server.ownerSql('select end_reason from sessions where id = $1', [sessionId])).toEqual([{ end_reason: 'token_reused' }])
    expect(
      await server.ownerSql(`select user_id from audit_entries where outcome = 'token_reused' and entity_id = $1`, [sessionId]),
    ).toEqual([{ user_id: personas.editorA.id }])
    await sendAccountEmails(server)
    expect((await storedMail(server.services.config)).map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: personas.editorA.email, subject: 'Hemos cerrado una de tus sesiones' },
    ])
  })

  it('treats a token two generations old as reuse even within ten seconds', async () => {
    const session = await server.signIn('editorA')
    await next(await next(session))
    expect(await typeOf(renew(session.refreshToken, session.cookie))).toBe('401 InvalidToken')
    expect(await server.ownerSql('select end_reason from sessions where id = $1', [session.refreshToken.split('.')[0]])).toEqual([
      { end_reason: 'token_reused' },
    ])
  })
})

describe('a stolen pair', () => {
  it('is refused without the companion cookie, and does not end the session', async () => {
    const session = await server.signIn('ownerB')
    const other = await server.signIn('ownerB')
    // A recent call with the companion does not help a caller without it.
    expect(await typeOf(readMe(session))).toBe('ok')
    for (const cookie of ['', 'sid=', `sid=${'A'.repeat(43)}`, other.cookie]) {
      const headers = { authorization: `Bearer ${session.accessToken}`, cookie }
      expect(await typeOf(server.call('me', { headers }))).toBe('401 InvalidToken')
      expect(await typeOf(renew(session.refreshToken, cookie))).toBe('401 InvalidToken')
    }
    expect(await typeOf(readMe(await next(session)))).toBe('ok')
  })

  it('is refused for the other purpose', async () => {
    const session = await server.signIn('ownerB')
    expect(await typeOf(renew(session.accessToken, session.cookie))).toBe('401 InvalidToken')
    expect(await typeOf(server.call('me', { headers: { authorization: `Bearer ${session.refreshToken}`, cookie: session.cookie } }))).toBe(
      '401 InvalidToken',
    )
    expect(await typeOf(server.call('sessionRefresh', { headers: { cookie: session.cookie } }))).toBe('403 NotAuthenticated')
  })
})

describe('the end of a session', () => {
  it('by sign-out invalidates all its tokens within a second, even with an expired access token', async () => {
    const session = await server.signIn('guestA')
    await readMe(session)
    server.moveClock(11 * minuteMs)
    const out = await server.call('sessionSignOut', { as: session })
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie()[0]).toMatch(/^sid=; Path=\/; HttpOnly; SameSite=Strict; Max-Age=0$/)
    elapse(1_001)
    expect(await typeOf(renew(session.refreshToken, session.cookie))).toBe('401 InvalidToken')
    expect(
      await server.ownerSql(`select outcome from audit_entries where call = 'sessionSignOut' and user_id = $1`, [personas.guestA.id]),
    ).toEqual([{ outcome: 'done' }])
  })

  it('is refused without the companion cookie', async () => {
    const session = await server.signIn('guestA')
    const stranger = await server.signIn('guestA')
    expect(
      (await server.call('sessionSignOut', { headers: { authorization: `Bearer ${session.accessToken}`, cookie: stranger.cookie } }))
        .status,
    ).toBe(204)
    expect((await server.call('sessionSignOut')).status).toBe(204)
    elapse(1_001)
    expect(await typeOf(readMe(session))).toBe('ok')
  })

  it('comes within a second when the person is disabled or demoted', async () => {
    const session = await server.signIn('limitedA')
    expect(await typeOf(readMe(session))).toBe('ok')
    await server.ownerSql(`update memberships set role = 'guest' where user_id = $1`, [personas.limitedA.id])
    elapse(1_001)
    expect((await server.call('me', { as: session })).body.userType).toBe('guest')
    await server.ownerSql('update memberships set disabled_at = now() where user_id = $1', [personas.limitedA.id])
    elapse(1_001)
    expect(await typeOf(readMe(session))).toBe('401 InvalidToken')
    expect(await typeOf(renew(session.refreshToken, session.cookie))).toBe('401 InvalidToken')
  })
})
