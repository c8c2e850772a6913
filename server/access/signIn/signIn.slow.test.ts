import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tripsOf } from '../../testing/testTrips.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { ids, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { afterResponseWorkDone } from '../session/afterResponse.ts'
import { networkOf } from '../session/attempts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('delete from sign_in_failures'))

const tryIn = (email: string, password = 'no es esta, seguro', headers: Record<string, string> = {}, at = server) =>
  at.call('sessionSignIn', { body: { email, password }, headers })
const failures = async () =>
  (await server.ownerSql<{ n: number }>('select coalesce(sum(failures), 0)::int as n from sign_in_failures'))[0]?.n

describe('a sign-in', () => {
  it('returns both tokens and sets an HttpOnly companion cookie', async () => {
    const answer = await tryIn(' Owner@A.test ', testPassword)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ expiresIn: 600, idleSeconds: 1800 })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400$/)
  })

  it('binds the cookie to the host over HTTPS', async () => {
    const secure = await startTestServer({ database: server.database, config: { publicUrl: 'https://tienda.test' } })
    const answer = await tryIn(personas.ownerA.email, testPassword, {}, secure)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=86400$/)
    await secure.close()
  })

  it('stores neither tokens, companion nor password in the database', async () => {
    const answer = await tryIn(personas.ownerA.email, testPassword)
    const companion = answer.headers.getSetCookie()[0]?.slice(4, 47) ?? ''
    const rows = await server.ownerSql<{ row: string }>(
      'select s::text as row from sessions s union all select a::text from audit_entries a union all select f::text from sign_in_failures f',
    )
    const all = rows.map(({ row }) => row).join('\n')
    for (const secret of [
      companion,
      Buffer.from(companion).toString('hex'),
      answer.body.accessToken,
      answer.body.refreshToken,
      testPassword,
      personas.ownerA.email,
    ])
      expect(all).not.toContain(secret)
  })

  it('leaves an audit entry, successful or not', async () => {
    await server.ownerSql('delete from sign_in_failures')
    const before = await server.ownerSql<{ n: number }>(
      `select count(*)::int as n from audit_entries where call = 'sessionSignIn' and account_id = $1`,
      [ids.accountA],
    )
    await tryIn(personas.guestA.email)
    await tryIn(personas.guestA.email, testPassword)
    const lines = await server.ownerSql<{ outcome: string; user_id: string }>(
      `select outcome, user_id from audit_entries where call = 'sessionSignIn' and account_id = $1 order by seq offset $2`,
      [ids.accountA, before[0]?.n],
    )
    expect(lines).toEqual([
      { outcome: 'UnauthorizedException', user_id: personas.guestA.id },
      { outcome: 'done', user_id: personas.guestA.id },
    ])
  })

  it('is refused to a disabled person with the words of a wrong password', async () => {
    await server.ownerSql('update memberships set disabled_at = now() where user_id = $1', [personas.limitedA.id])
    const answer = await tryIn(personas.limitedA.email, testPassword)
    expect([answer.status, answer.error.type]).toEqual([401, 'UnauthorizedException'])
    await server.ownerSql('update memberships set disabled_at = null where user_id = $1', [personas.limitedA.id])
  })
})

describe('wrong attempts', () => {
  // Delays are in seconds, and a busy machine may take some for one answer.
  beforeEach(() => server.stopClock())
  afterEach(() => server.startClock())

  it('are delayed from the fifth on, locked at the tenth, and the owner gets a link', async () => {
    const waits: number[] = []
    for (let attempt = 1; attempt < 10; attempt += 1) {
      expect((await tryIn(personas.editorA.email)).error.type).toBe('UnauthorizedException')
      const next = await tryIn(personas.editorA.email, testPassword)
      if (attempt < 5) {
        // A successful one would have reset the count.
        expect(next.status).toBe(200)
        for (let again = 0; again < attempt; again += 1) await tryIn(personas.editorA.email)
        continue
      }
      expect([next.status, next.error.type]).toEqual([429, 'TooManyRequests'])
      waits.push(Number(next.headers.get('retry-after')))
      server.moveClock(Number(next.headers.get('retry-after')) * 1000)
    }
    expect(waits).toEqual([5, 10, 20, 40, 80])
    const tenth = await tryIn(personas.editorA.email)
    expect([tenth.status, tenth.error.type, tenth.headers.get('retry-after')]).toEqual([429, 'TooManyRequests', '1800'])
    expect(tenth.error.message).toContain('30 min')
    const during = await tryIn(personas.editorA.email, testPassword)
    expect(during.status).toBe(429)
    await afterResponseWorkDone()
    const emails = await storedMail(server.services.config)
    expect(emails.filter(({ to }) => to === personas.editorA.email)).toHaveLength(1)
    expect(emails[0]?.text).toMatch(/http:\/\/127\.0\.0\.1\/new-password\?uuid=[0-9a-f-]{36}&token=[\w-]{43}\n/)
    server.moveClock(30 * 60_000)
    expect((await tryIn(personas.editorA.email, testPassword)).status).toBe(200)
  })

  it('are checked only five times out of a hundred simultaneous ones', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => tryIn(personas.adminA.email)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
  })

  it('stay counted after a restart', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await tryIn(personas.adminA.email)
    const restarted = await startTestServer({ database: server.database, now: server.services.now() })
    restarted.stopClock()
    restarted.moveClock(server.services.now().getTime() - restarted.services.now().getTime())
    expect((await tryIn(personas.adminA.email, testPassword, {}, restarted)).status).toBe(429)
    await restarted.close()
  })

  it('across many addresses are stopped by network', async () => {
    const count = async () =>
      (await server.ownerSql<{ n: number }>(`select failures as n from sign_in_failures where subject = 'ip:127.0.0.1'`))[0]?.n
    const tenAtOnce = async (from: number) =>
      (await Promise.all(Array.from({ length: 10 }, (_, n) => tryIn(`nadie${from + n}@x.test`)))).map(({ status }) => status)
    expect(new Set(await tenAtOnce(0))).toEqual(new Set([401]))
    expect(await count()).toBe(10)
    // Sets the count that eighty more would leave: each costs a password hash.
    await server.ownerSql(`update sign_in_failures set failures = 490 where subject = 'ip:127.0.0.1'`)
    expect(new Set(await tenAtOnce(10))).toEqual(new Set([401]))
    expect(new Set(await tenAtOnce(20))).toEqual(new Set([429]))
    expect(await count()).toBe(500)
  })

  it('on known addresses weigh five times as much as on unknown ones', async () => {
    const count = async () =>
      (await server.ownerSql<{ n: number }>(`select failures as n from sign_in_failures where subject = 'ip:127.0.0.1'`))[0]?.n
    await tryIn('nadie@z.test')
    await tryIn(personas.ownerB.email)
    expect(await count()).toBe(6)
    await tryIn(personas.ownerB.email, testPassword)
    expect(await count()).toBe(6)
  })

  /** Signs in and keeps the device cookie, without the session. */
  async function deviceOf(email: string, headers: Record<string, string> = {}): Promise<{ cookie: string }> {
    const answer = await tryIn(email, testPassword, headers)
    const mark = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('device='))
    return { cookie: mark?.split(';')[0] ?? '' }
  }

  it('from elsewhere do not lock people out of their known browser, nor does their network’s count', async () => {
    const daily = await deviceOf(personas.guestA.email)
    const foreign = await deviceOf(personas.ownerA.email)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const answer = await tryIn(personas.guestA.email)
      server.moveClock(answer.status === 401 ? 100_000 : 0)
    }
    expect((await tryIn(personas.guestA.email, testPassword)).status).toBe(429)
    expect((await tryIn(personas.guestA.email, testPassword, foreign)).status).toBe(429)
    await server.ownerSql(
      `insert into sign_in_failures (subject, failures, last_failed_at, locked_until) values ('ip:127.0.0.1', 1000, $1, $2)
       on conflict (subject) do update set failures = 1000, last_failed_at = $1, locked_until = $2`,
      [server.services.now(), new Date(server.services.now().getTime() + 1_000_000)],
    )
    expect((await tryIn(personas.adminA.email, testPassword)).status).toBe(429)
    const again = await deviceOf(personas.guestA.email, daily)
    expect(again.cookie).not.toBe('')
    // A known browser does not bypass the limit either.
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await tryIn(personas.guestA.email, 'mal', again)).status).toBe(401)
    expect((await tryIn(personas.guestA.email, 'mal', again)).status).toBe(429)
  })

  it('are not counted when the password is right', async () => {
    await tryIn(personas.ownerB.email, testPassword)
    expect(await failures()).toBe(0)
  })

  it('are not hidden by a forged X-Forwarded-For', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1)
      await tryIn(`nadie${attempt}@y.test`, 'x', { 'x-forwarded-for': `203.0.113.${attempt}` })
    expect(await server.ownerSql(`select subject, failures from sign_in_failures where subject like 'ip:%'`)).toEqual([
      { subject: 'ip:127.0.0.1', failures: 3 },
    ])
  })
})

describe('known and unknown addresses', () => {
  // Compared by work, because times depend on load: the statements sent, and the hash computed.
  // Announcements of earlier writes are sent at any time.
  const statements = async (ask: () => Promise<unknown>) => (await tripsOf(ask)).flat().filter((text) => !text.includes('pg_notify'))
  const plain = ({ status, raw }: { status: number; raw: string }) => `${status} ${raw.replace(/"request_id":"[^"]+"/, '')}`

  it('get the same answer after the same work at sign-in', async () => {
    const bodies = new Set<string>()
    const ask = (email: string) => statements(async () => bodies.add(plain(await tryIn(email))))
    expect(await ask('otra@a.test')).toEqual(await ask(personas.ownerA.email))
    expect(bodies.size).toBe(1)
  })

  it('are answered only after a hash was computed', async () => {
    const costly = `$argon2id$v=19$m=65536,t=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
    for (const email of [personas.ownerA.email, 'otra@a.test']) {
      const order: string[] = []
      // Two hashes are computed at a time: an answer that needs one comes after one of these.
      const others = [costly, costly].map(async (stored) => order.push(`${await server.services.passwords.matches('x', stored)}`))
      order.push(`answered ${(await tryIn(email)).status}`)
      await Promise.all(others)
      expect(order, email).not.toEqual(['answered 401', 'false', 'false'])
    }
  })

  it('are looked up only after a forgotten password was answered', async () => {
    const known = await withClient(server.database.ownerUrl, async (client) => {
      await client.query('begin')
      // Blocks every read of an address until this transaction ends.
      await client.query('lock table users in access exclusive mode')
      const answers = [personas.ownerA.email, 'otra@a.test'].map((email) => server.call('passwordForgotten', { body: { email } }))
      const answered = await Promise.all(answers)
      await client.query('rollback')
      return answered
    })
    expect(known.map(plain)).toEqual(['204 ', '204 '])
    await afterResponseWorkDone()
  })

  it('are locked alike', async () => {
    const tenth = async (email: string) => {
      for (let attempt = 0; attempt < 9; attempt += 1) {
        const answer = await tryIn(email)
        server.moveClock(attempt >= 4 ? 81_000 : 0)
        expect(answer.status).toBe(401)
      }
      const { status, error, headers } = await tryIn(email)
      return [status, error.type, error.message, headers.get('retry-after')]
    }
    expect(await tenth('quien@nadie.test')).toEqual(await tenth(personas.ownerB.email))
    await afterResponseWorkDone()
  })
})

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001::7', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('maps %s to %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})
