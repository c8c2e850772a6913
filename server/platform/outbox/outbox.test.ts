import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Services } from '../calls/call.ts'
import { type Database, openDatabase, type OpenDatabase } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { withClient } from '../database/withClient.ts'
import { dyingAt } from '../../testing/outbox/dyingDatabase.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { enqueue } from './enqueue.ts'
import { outboxFigures } from './figures.ts'
import { deadMessages, retryDead } from './operate.ts'
import { sendEach } from '../outbound/signedMessages.ts'
import { leaseMs, maxSendMs } from './lease.ts'
import { channelSettings, type Entry } from './outboxKinds.ts'
import type { Outcome } from './outcome.ts'
import { outboxSender, type SendEntry } from './sender.ts'

const start = new Date('2026-11-26T12:00:00Z')
const minute = 60_000
let place: TestDatabase
let database: OpenDatabase
let now = start
const logged: string[] = []
beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase({ url: place.appUrl, connections: 8 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})
beforeEach(async () => {
  now = start
  logged.length = 0
  await ownerRows('truncate outbox')
})

const ownerRows = <Row extends object>(text: string): Promise<Row[]> =>
  withClient(place.ownerUrl, async (client) => (await client.query<Row>(text)).rows)
const services = (mine: Database = database) =>
  ({ database: mine, now: () => now, log: (_: string, event: string) => void logged.push(event) }) as unknown as Services // what the sender uses
const queueNotice = (subject: string = randomUUID()) =>
  database.write(null, async (db) => enqueue(db, 'notice_email', { subject, payload: { notificationId: subject }, about: null, at: now }))
const states = () =>
  ownerRows<{ state: string; attempts: number; last_error: string | null }>(
    'select state, attempts, last_error from outbox order by subject',
  )

/** Sends all that is due by one process, which knows this kind only. */
async function sendAll(send: SendEntry<'notice_email'>, otherDatabase?: Database): Promise<void> {
  const sender = outboxSender({ notice_email: send })
  for (let more = true; more;) {
    await sender.send(services(otherDatabase)).finally(sender.settled)
    more = (await sender.send(services(otherDatabase))) > 0
  }
}

it('a message is queued once for a kind and subject, and only if its transaction commits', async () => {
  await queueNotice('a')
  await queueNotice('a')
  await expect(
    database.write(null, async (db) => {
      enqueue(db, 'notice_email', { subject: 'b', payload: { notificationId: 'b' }, about: null, at: now })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await states()).toEqual([{ state: 'pending', attempts: 0, last_error: null }])
})

it('a process killed at any step loses no message, and a receiver that knows the id gets each once', async () => {
  // Step 0: killed between sending and storing that it was sent.
  for (let step = 0, died = true; died; step += 1) {
    await ownerRows('truncate outbox')
    now = start
    for (const subject of ['a', 'b', 'c']) await queueNotice(subject)
    const received: string[] = []
    const send = async ({ now: clock, database: otherDatabase }: Services, entry: Entry<'notice_email'>): Promise<Outcome> => {
      await otherDatabase.read(null, (db) => db.raw('select 1'))
      received.push(`${entry.payload.notificationId} ${entry.id} ${clock() > start ? 'after' : 'before'}`)
      if (step === 0) dying.kill()
      return 'sent'
    }
    const dying = dyingAt(step || Infinity, database)
    await sendAll(send, dying.database).catch(() => {})
    died = await dying.ended()
    // Before the lease ends nobody else sends what the dead process had.
    const before = received.length
    await sendAll(send)
    now = new Date(start.getTime() + 4 * minute)
    await sendAll(send)
    expect(
      (await states()).map(({ state }) => state),
      `step ${step}`,
    ).toEqual(['sent', 'sent', 'sent'])
    const ids = received.map((line) => line.split(' ').slice(0, 2).join(' '))
    expect(new Set(ids).size, `step ${step}: ${received.join()}`).toBe(3)
    expect(received.length).toBeGreaterThanOrEqual(step === 0 ? 4 : before)
  }
})

it('several processes send each message once', async () => {
  for (let nth = 0; nth < 40; nth += 1) await queueNotice()
  const received: string[] = []
  const send = async (_: Services, { id }: Entry<'notice_email'>): Promise<Outcome> => (received.push(id), 'sent')
  await Promise.all([sendAll(send), sendAll(send), sendAll(send)])
  expect([received.length, new Set(received).size]).toEqual([40, 40])
})

it('a message that cannot be sent is tried again with growing delays, then it is dead until an operator sends it again, with its id', async () => {
  await queueNotice('a')
  const tried: string[] = []
  const minutes: number[] = []
  const failing = async (_: Services, { id }: Entry<'notice_email'>): Promise<Outcome> => {
    tried.push(id)
    minutes.push((now.getTime() - start.getTime()) / minute)
    throw Object.assign(new Error('to somebody@a.test'), { code: 'ECONNREFUSED' })
  }
  for (let nth = 0; nth < 20; nth += 1) {
    await sendAll(failing)
    const [next] = await ownerRows<{ due_at: Date }>(`select due_at from outbox where state = 'pending'`)
    if (!next) break
    now = new Date(next.due_at.getTime() - 1)
    await sendAll(failing)
    now = next.due_at
  }
  expect(minutes.slice(0, 5)).toEqual([0, 2, 6, 14, 30])
  expect([tried.length, new Set(tried).size]).toEqual([14, 1])
  expect(await states()).toEqual([{ state: 'dead', attempts: 14, last_error: 'Error ECONNREFUSED' }])
  expect(logged.filter((event) => event === 'outbox_failed')).toHaveLength(13)
  expect(logged.at(-1)).toBe('outbox_dead')

  expect(await outboxFigures(database, now)).toContainEqual(
    expect.objectContaining({ name: 'outbox_dead', labels: { kind: 'notice_email' }, value: 1 }),
  )
  const [dead] = await database.read(null, (db) => deadMessages(db))
  expect(dead).toMatchObject({ id: tried[0], kind: 'notice_email', last_error: 'Error ECONNREFUSED' })
  const again = (which: Parameters<typeof retryDead>[1]) => database.write(null, (db) => retryDead(db, which, now))
  expect([await again({ kind: 'team_email' }), await again({ id: randomUUID() })]).toEqual([0, 0])
  expect([await again({ id: dead?.id ?? '' }), await again('all')]).toEqual([1, 0])
  await sendAll(async (_, { id }) => (tried.push(id), 'sent'))
  expect([new Set(tried).size, tried.length]).toEqual([1, 15])
  expect(await states()).toEqual([{ state: 'sent', attempts: 1, last_error: null }])
})

it('a message that waits is tried when its time has come, and one whose cause has ended is withheld', async () => {
  await queueNotice('a')
  await queueNotice('b')
  const until = new Date(start.getTime() + 60 * minute)
  const sent: string[] = []
  const send = async (_: Services, { payload }: Entry<'notice_email'>): Promise<Outcome> => {
    if (payload.notificationId === 'b') return 'withheld'
    if (now < until) return { postponedUntil: until }
    sent.push(payload.notificationId)
    return 'sent'
  }
  await sendAll(send)
  now = new Date(until.getTime() - 1)
  await sendAll(send)
  expect([sent, (await states()).map(({ state }) => state)]).toEqual([[], ['pending', 'withheld']])
  now = until
  await sendAll(send)
  expect([sent, (await states()).map(({ state }) => state)]).toEqual([['a'], ['sent', 'withheld']])
})

it('messages whose receiver hangs take the slots of their channel, and hold up no other', async () => {
  for (let nth = 0; nth < 10; nth += 1) await queueNotice()
  await database.write(null, async (db) =>
    enqueue(db, 'notice_push', { subject: 'p', payload: { notificationId: 'p', subscriptionId: 'p' }, about: null, at: now }),
  )
  const hanging: (() => void)[] = []
  const pushed: string[] = []
  const sender = outboxSender({
    notice_email: () => new Promise((resolve) => hanging.push(() => resolve('sent'))),
    notice_push: async (_, { payload }) => (pushed.push(payload.notificationId), 'sent'),
  })
  await sender.send(services())
  await expect.poll(() => pushed).toEqual(['p'])
  expect(hanging).toHaveLength(channelSettings.email.concurrent)
  const dueAt = await database.read(null, (db) => db.first<{ at: Date }>(sql`select (${sender.nextDue()}) as at`))
  expect(dueAt?.at).toEqual(start)
  for (let released = 0; released < 10; await sender.send(services())) {
    released += hanging.length
    hanging.splice(0).forEach((release) => release())
  }
  await sender.settled()
})

it('a message whose receiver is slow leaves the slots of those sent with it to others', async () => {
  for (let nth = 0; nth < channelSettings.email.concurrent + 3; nth += 1) await queueNotice(`${nth}`)
  const begun: string[] = []
  let release = (): void => {}
  const slow = new Promise<void>((resolve) => (release = resolve))
  const sender = outboxSender({
    notice_email: async (_, { payload }) => {
      begun.push(payload.notificationId)
      if (payload.notificationId === '0') await slow
      return 'sent'
    },
  })
  await expect.poll(() => sender.send(services()).then(() => begun.length)).toBe(channelSettings.email.concurrent + 3)
  expect((await states()).map(({ state }) => state)).toContain('pending')
  release()
  await sender.settled()
  expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(['sent']))
})

it('of messages that are sent together, each ends by itself: also where another throws', async () => {
  for (const subject of ['a', 'b', 'c']) await queueNotice(subject)
  await sendAll(async (_, { payload }): Promise<Outcome> => {
    if (payload.notificationId === 'b') throw new TypeError('no such fact')
    return payload.notificationId === 'c' ? 'withheld' : 'sent'
  })
  expect(await states()).toEqual([
    { state: 'sent', attempts: 1, last_error: null },
    { state: 'pending', attempts: 1, last_error: 'TypeError' },
    { state: 'withheld', attempts: 1, last_error: null },
  ])
})

/** A kind of which a newer message replaces an earlier one. */
const queueState = (state: string) =>
  database.write(null, async (db) =>
    enqueue(db, 'order_callback', { subject: 'order', payload: { operationId: state }, about: null, at: now }),
  )
type Sending = { state: string; id: string; end: (outcome: Outcome) => Promise<void> }
/** A process that sends states; each ends when the test says so. */
function stateProcess() {
  const sending: Sending[] = []
  const sender = outboxSender({
    order_callback: {
      sendBatch: (_, { entries: [entry], store }) =>
        new Promise((resolve) => {
          if (!entry) return
          const end = async (outcome: Outcome) => {
            await database.write(null, async (db) => store(db, new Map([[entry, outcome]])))
            resolve()
          }
          sending.push({ state: entry.payload.operationId, id: entry.id, end })
        }),
    },
  })
  /** What it began to send since the last time. */
  const begin = async () => {
    await sender.send(services())
    return sending.splice(0)
  }
  return { begin, settled: sender.settled }
}

it('a message that replaces one being sent follows when that one has ended; a retry of the earlier one is never sent after it', async () => {
  const [firstProcess, other] = [stateProcess(), stateProcess()]
  await queueState('pending')
  const [first] = await firstProcess.begin()
  await queueState('ok')
  // Neither beside the earlier one nor before it.
  expect([await other.begin(), await firstProcess.begin()]).toEqual([[], []])
  await first?.end({ failed: 'status 500' })
  const [second] = await other.begin()
  expect([first?.state, second?.state]).toEqual(['pending', 'ok'])
  await second?.end('sent')
  now = new Date(start.getTime() + 60 * minute)
  expect([await firstProcess.begin(), await other.begin(), await states()]).toEqual([[], [], []])
  // One that waits for its retry is replaced and never sent.
  await queueState('pending')
  const [failed] = await firstProcess.begin()
  await failed?.end({ failed: 'status 500' })
  await queueState('ko')
  const [last] = await other.begin()
  await last?.end('sent')
  now = new Date(now.getTime() + 60 * minute)
  expect([last?.state, await firstProcess.begin()]).toEqual(['ko', []])
})

it('a process whose lease has ended leaves a message to the one that sends it now, with the same id', async () => {
  const [late, present] = [stateProcess(), stateProcess()]
  await queueState('ok')
  const [first] = await late.begin()
  expect(await present.begin()).toEqual([])
  now = new Date(start.getTime() + 4 * minute)
  const [again] = await present.begin()
  expect(again?.id).toBe(first?.id)
  for (const outcome of [{ failed: 'status 500' }, 'sent', 'unsent'] as const) await first?.end(outcome)
  now = new Date(now.getTime() + minute)
  expect([await late.begin(), (await states()).map(({ state }) => state)]).toEqual([[], ['pending']])
  await again?.end('sent')
  expect(await states()).toEqual([])
})

it.each([
  [leaseMs - maxSendMs, [['a'], ['b'], ['c']]],
  [leaseMs - maxSendMs - 1, [['a', 'b'], ['c']]],
])(
  'a batch begins no further message once its lease might end meanwhile, after %i ms: the rest of it is due at once',
  async (ms, sentTogether) => {
    const groupId = randomUUID()
    for (const subject of ['a', 'b', 'c'])
      await database.write(null, async (db) =>
        enqueue(db, 'webhook', { subject, payload: { deliveryId: subject }, about: null, groupId, at: now }),
      )
    const batches: string[][] = []
    const sender = outboxSender({
      webhook: {
        async sendBatch(_, { entries, store, mayBegin }) {
          const sent = await sendEach(
            entries,
            async (entry) => {
              now = new Date(now.getTime() + ms)
              return entry
            },
            mayBegin,
          )
          batches.push(sent.map(({ payload }) => payload.deliveryId))
          await database.write(null, async (db) => store(db, new Map(sent.map((entry) => [entry, 'sent'] as const))))
        },
      },
    })
    for (let more = true; more;) {
      await sender.send(services()).finally(sender.settled)
      more = (await sender.send(services())) > 0
    }
    expect([batches.filter(({ length }) => length > 0), await states()]).toEqual([sentTogether, []])
  },
)

it('a batch whose sender fails is an attempt of each of its messages', async () => {
  const about = { subject: 'a', payload: { deliveryId: 'a' }, about: null, groupId: randomUUID(), at: now }
  await database.write(null, async (db) => enqueue(db, 'webhook', about))
  const sender = outboxSender({ webhook: { sendBatch: () => Promise.reject(new TypeError('broken')) } })
  await sender.send(services()).finally(sender.settled)
  const [entry] = await ownerRows('select state, attempts, last_error, lease from outbox')
  expect(entry).toEqual({ state: 'pending', attempts: 1, last_error: 'TypeError', lease: null })
})

it('a process leaves kinds alone that it does not know', async () => {
  await queueNotice('a')
  await ownerRows(
    `insert into outbox (id, kind, channel, subject, due_at, created_at) values (gen_random_uuid(), 'of_a_newer_version', 'email', 'b', '2026-11-01', '2026-11-01')`,
  )
  await sendAll(async () => 'sent')
  expect((await states()).map(({ state }) => state)).toEqual(['sent', 'pending'])
})
