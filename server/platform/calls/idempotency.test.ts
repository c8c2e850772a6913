import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { bodyMarks, byFingerprint } from './idempotency.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from './wire.ts'

// With a write that leaves one audit entry each time it is executed.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const prefer = (key: string, merchantId: string = ids.merchantA1, more: object = {}, at = server) =>
  at.call('mePreferredMerchant', { as: 'ownerA', key, body: { preferedMerchantUuid: hexOf(merchantId) }, ...more })
const effects = async () =>
  (
    await server.ownerSql<{ n: number }>(
      `select count(*)::int as n from audit_entries where call = 'mePreferredMerchant' and outcome = 'done'`,
    )
  )[0]?.n ?? 0
const resultOf = (answer: { status: number; error: { type?: string } }) =>
  answer.status < 300 ? answer.status : `${answer.status} ${answer.error.type}`

describe('a key', () => {
  it('sent a hundred times at once has one effect; the others get 409 or the same answer', async () => {
    // Opens all connections first: calls that each open one would run one after the other, and prove nothing.
    await Promise.all(Array.from({ length: 10 }, () => server.services.database.read(null, (db) => db.run(sql`select pg_sleep(0.3)`))))
    const before = await effects()
    const answers = await Promise.all(Array.from({ length: 100 }, () => prefer('a-hundred')))
    expect((await effects()) - before).toBe(1)
    const firsts = answers.filter(({ status, headers }) => status === 204 && !headers.has('idempotency-replayed'))
    expect(firsts).toHaveLength(1)
    for (const answer of answers) expect([204, '409 IdempotencyInFlight']).toContain(resultOf(answer))
    for (const { status, headers } of answers) if (status === 409) expect(headers.get('retry-after')).toBe('1')
  })

  it('sent again later, also after a restart, gets the first answer byte for byte and has no effect', async () => {
    const wrong = await prefer('later', ids.merchantB1)
    expect(resultOf(wrong)).toBe('404 ObjectNotFoundException')
    const before = await effects()
    server.moveClock(3_600_000)
    for (let again = 0; again < 10; again += 1) {
      const answer = await prefer('later', ids.merchantB1)
      expect([answer.status, answer.raw, answer.headers.get('idempotency-replayed')]).toEqual([wrong.status, wrong.raw, 'true'])
    }
    const restarted = await startTestServer({ database: server.database, now: server.services.now() })
    expect((await prefer('later', ids.merchantB1, {}, restarted)).raw).toBe(wrong.raw)
    await restarted.close()
    expect(await effects()).toBe(before)
  })

  it('with another body is refused', async () => {
    expect(resultOf(await prefer('body'))).toBe(204)
    expect(resultOf(await prefer('body', ids.merchantA2))).toBe('422 IdempotencyKeyReused')
    expect(await server.ownerSql('select prefered_merchant_id as id from users where id = $1', [personas.ownerA.id])).toEqual([
      { id: ids.merchantA1 },
    ])
  })

  it('of another user, mode or path is another key, and never returns somebody else’s answer', async () => {
    expect(resultOf(await prefer('shared'))).toBe(204)
    const before = await effects()
    const others = [
      await prefer('shared', ids.merchantA2, { as: 'adminA' }),
      await prefer('shared', ids.merchantA2, { mode: 'sandbox' }),
      await server.call('sessionActivity', { as: 'ownerA', key: 'shared' }),
    ]
    expect(others.map(resultOf)).toEqual([204, 204, 204])
    for (const { headers } of others) expect(headers.has('idempotency-replayed')).toBe(false)
    expect((await effects()) - before).toBe(2)
  })

  it.each([
    ['256 signs', 'k'.repeat(256)],
    ['a space', 'a b'],
    ['a letter beyond ASCII', 'cl\u00e9'],
    ['nothing', ''],
    ['a tab', 'a\tb'],
  ])('of %s is refused', async (_, key) => {
    const before = await effects()
    const answer = await prefer('', ids.merchantA1, { key, headers: { 'idempotency-key': key } })
    expect([resultOf(answer), answer.error.fields?.[0]?.name]).toEqual(['400 ApiValidationException', 'Idempotency-Key'])
    expect(await effects()).toBe(before)
  })

  it('of 255 characters is accepted', async () => {
    expect(resultOf(await prefer('k'.repeat(255)))).toBe(204)
  })

  it('is kept for thirty days', async () => {
    await prefer('old')
    await server.ownerSql(`update idempotency_keys set created_at = now() - interval '29 days 23 hours'`)
    expect((await prefer('old')).headers.get('idempotency-replayed')).toBe('true')
    await server.ownerSql(`update idempotency_keys set created_at = now() - interval '30 days 1 hour'`)
    expect((await prefer('old')).headers.has('idempotency-replayed')).toBe(false)
  })

  it('stays unused when the write failed', async () => {
    await server.ownerSql('alter table users rename column prefered_merchant_id to gone')
    expect(resultOf(await prefer('broken'))).toBe('500 InternalError')
    await server.ownerSql('alter table users rename column gone to prefered_merchant_id')
    expect([
      resultOf(await prefer('broken')),
      await server.ownerSql('select prefered_merchant_id as id from users where id = $1', [personas.ownerA.id]),
    ]).toEqual([204, [{ id: ids.merchantA1 }]])
  })
})

describe('a money call without a key', () => {
  let database: Database
  let nowMs = Date.now()
  beforeAll(() => {
    database = openDatabase({ url: server.database.appUrl, connections: 4 })
  })
  afterAll(() => database.close())
  const who = {
    userId: 'u',
    sessionId: 's',
    merchantId: 'm',
    mode: 'live',
    method: 'POST',
    path: '/p',
    bodyMarks: bodyMarks(['a secret'], '{"amount":1}'),
  }
  let effectCount = 0
  const send = (more: Partial<typeof who> = {}) =>
    database.write(null, async (db) => {
      const repeat = byFingerprint({ ...who, ...more }, () => new Date(nowMs))
      const earlier = await repeat.earlier(db)
      if (earlier) return 'replayed'
      effectCount += 1
      await repeat.keep(db, { status: 201, body: '{}' })
      return 'done'
    })

  it('identical and by the same session within five seconds repeats the first, after ten seconds it is a new one', async () => {
    expect(await send()).toBe('done')
    nowMs += 4_900
    expect(await send()).toBe('replayed')
    nowMs += 5_100
    expect(await send()).toBe('done')
  })

  it('identical is a repeat on a server that has the secrets in another order', async () => {
    const under = (...secrets: [string, ...string[]]) => ({ path: '/order', bodyMarks: bodyMarks(secrets, '{"amount":1}') })
    expect(await send(under('former', 'next'))).toBe('done')
    expect(await send(under('next', 'former'))).toBe('replayed')
    expect(await send(under('next'))).toBe('done')
  })

  it('by another session, for another shop or mode, of another amount or on another path is a new call', async () => {
    for (const more of [
      { sessionId: 's2' },
      { merchantId: 'm2' },
      { mode: 'sandbox' },
      { bodyMarks: bodyMarks(['a secret'], '{"amount":2}') },
      { path: '/q' },
    ])
      expect(await send(more)).toBe('done')
  })

  it('sent twenty times at once has one effect', async () => {
    await Promise.all(Array.from({ length: 4 }, () => database.read(null, (db) => db.run(sql`select pg_sleep(0.3)`))))
    nowMs += 60_000
    effectCount = 0
    expect((await Promise.all(Array.from({ length: 20 }, () => send()))).filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(effectCount).toBe(1)
  })
})
