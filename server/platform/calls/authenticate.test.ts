import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { companionHash, makeAuthenticate } from './authenticate.ts'

// How long a session is cached (one second), and how often it is read from the database.
const later = new Date('2030-01-01T00:00:00Z')
const [companion, sessionId] = ['c'.repeat(43), 's1']
const row = {
  user_id: 'u1',
  account_id: 'a1',
  role: 'owner',
  ended: false,
  till_id: null,
  till_merchant: null,
  staff_id: null,
}
const session = {
  companion_hash: companionHash(companion).toString('hex'),
  active_at: new Date(),
  idle_seconds: 1_800,
  expires_at: later,
  access_until: null,
}

let queries = 0
let ended = false
let shops = ['m1']
let withheld: string[] = []
let answer: Promise<void> = Promise.resolve()
function gate(): ReturnType<typeof makeAuthenticate> {
  const read = async () => {
    queries += 1
    const found = { ...row, ...session, ended, withheld, merchant_ids: shops }
    await answer
    return [found]
  }
  const tokens = { readAccess: async () => ({ sessionId, userId: 'u1' }) }
  return makeAuthenticate({
    now: () => new Date(),
    config: { maxIdleMinutes: 30, session: 'cookie' },
    tokens,
    database: { read },
    log: () => {},
  } as never) // the only services that are used
}
const call = (who: ReturnType<typeof makeAuthenticate>, shop = 'm1') =>
  who('token', companion, false, {}, ({ merchantIds, withheld: away }) => merchantIds.has(shop) && !away.has('operationRefund'))

beforeEach(() => {
  ;[queries, ended, shops, withheld, answer] = [0, false, ['m1'], [], Promise.resolve()]
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => void vi.useRealTimers())

it('reads a session once for concurrent calls, and again after a second', async () => {
  const who = gate()
  const callers = await Promise.all(Array.from({ length: 32 }, () => call(who)))
  expect([queries, new Set(callers.map((one) => one.userId))]).toEqual([1, new Set(['u1'])])
  vi.advanceTimersByTime(999)
  await call(who)
  expect(queries).toBe(1)
  vi.advanceTimersByTime(1)
  await call(who)
  expect(queries).toBe(2)
})

it('caches a session for a second from the start of the query, however long it took: a session that ended meanwhile is refused', async () => {
  const who = gate()
  let give = () => {}
  answer = new Promise((resolve) => (give = resolve))
  const first = call(who)
  await vi.waitFor(() => expect(queries).toBe(1))
  ended = true
  vi.advanceTimersByTime(1_000)
  const second = call(who)
  await vi.waitFor(() => expect(queries).toBe(2))
  give()
  expect((await first).userId).toBe('u1')
  await expect(second).rejects.toMatchObject({ type: 'InvalidToken' })
  await expect(call(who)).rejects.toMatchObject({ type: 'InvalidToken' })
})

it('reads the session again for a shop that is not in the cached one, and not for shops that are', async () => {
  const who = gate()
  await call(who)
  shops = ['m1', 'm2']
  expect([...(await call(who, 'm2')).merchantIds]).toEqual(['m1', 'm2'])
  expect(queries).toBe(2)
  await call(who, 'm1')
  await call(who, 'm2')
  expect(queries).toBe(2)
})

it('applies a granted right at once, and a withdrawn one within a second', async () => {
  withheld = ['refund']
  const who = gate()
  expect((await call(who)).withheld.has('operationRefund')).toBe(true)
  withheld = []
  expect((await call(who)).withheld.has('operationRefund')).toBe(false)
  withheld = ['refund']
  expect((await call(who)).withheld.has('operationRefund')).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect((await call(who)).withheld.has('operationRefund')).toBe(true)
})
