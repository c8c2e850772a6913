import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { idleStatementsPerSecond as listening } from '../platform/events/listener.ts'
import { idleStatementsPerSecond as fetching } from '../platform/jobs/makeJobs.ts'
import type { Services } from '../platform/calls/call.ts'
import { sql } from '../platform/database/sql.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { outboxSender } from '../platform/outbox/sender.ts'
import { outboxSenders } from './outboxSenders.ts'
import { hasQueue, readMaintenance, recurringJobs, type RecurringJob } from './recurringJobs.ts'
import { defaultPollMs, runJobs } from './runJobs.ts'

/** So long that no test ends by it. */
const never = 3_600_000

let server: TestServer
let services: Services
beforeAll(async () => {
  server = await startTestServer({ workers: false, fixture: false })
  services = server.services
  await server.ownerSql('create table things (due_at timestamptz not null)')
  await server.ownerSql('grant all on things to public')
})
afterAll(() => server.close())

const jobs = () => [
  ...recurringJobs({ ...services.jobs, wake: () => {} } as never, outboxSender(outboxSenders)), // only their names are needed
  readMaintenance,
]

/** The statements that some work sends, begin and commit included. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: unknown[]) {
    const [first] = all
    sent.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return query.apply(this, all)
  } as never)
  await work().finally(() => spy.mockRestore())
  return sent
}

it('an idle process sends at most 5 statements a second by its declared intervals', () => {
  const timed = jobs().flatMap((job) => (hasQueue(job) ? [] : [(job.statements * 1_000) / job.restMs]))
  const reading = 1_000 / defaultPollMs
  expect(timed.reduce((all, one) => all + one, reading + listening + fetching)).toBeLessThanOrEqual(5)
})

it('a job without a queue sends no more statements than it declares when there is nothing to do', async () => {
  const exceeded: string[] = []
  for (const job of jobs()) {
    if (hasQueue(job)) continue
    const run = () => job.work(services, new AbortController().signal)
    // A first run may have something to do.
    await run()
    const sent = await statementsOf(run)
    if (sent.length > job.statements) exceeded.push(`${job.name}: ${sent.length}`)
  }
  expect(exceeded).toEqual([])
})

it('every queue is read in one statement, and is empty in a new database', async () => {
  const at = services.now()
  for (const { name, due } of jobs().filter(hasQueue)) {
    const read = () => services.database.read(null, (db) => db.first<{ due_at: Date | null }>(sql`select (${due(at)}) as due_at`))
    expect(
      (await statementsOf(read)).filter((text) => !text.includes('set_config')),
      name,
    ).toHaveLength(1)
    expect((await read())?.due_at, name).toBeNull()
  }
})

describe('runJobs', () => {
  beforeEach(() => server.ownerSql('truncate things'))

  const add = (dueAt: Date) => server.ownerSql('insert into things values ($1)', [dueAt])
  const left = async () => (await server.ownerSql('select from things')).length
  const things: RecurringJob = {
    name: 'things',
    work: ({ database, now }) => database.write(null, (db) => db.run(sql`delete from things where due_at <= ${now()}`)),
    restMs: 0,
    due: () => sql`select min(due_at) from things`,
  }
  const timed = (work: () => Promise<unknown>, restMs: number): RecurringJob => ({ name: 'timed', work, restMs, statements: 0 })

  /** Runs the job on things, and another one; `reads`: how often it was read what is due. */
  async function running(test: (reads: () => number) => Promise<void>, ...others: RecurringJob[]): Promise<void> {
    const due = vi.fn<() => ReturnType<typeof sql>>(() => sql`select min(due_at) from things`)
    const run = runJobs(services, [{ ...things, due }, ...others], never)
    await vi.waitUntil(() => due.mock.calls.length > 0, 20_000)
    await test(() => due.mock.calls.length).finally(() => run.stop())
  }

  it('starts a job when any process announces a change', () =>
    running(async () => {
      for (let round = 0; round < 3; round += 1) {
        await add(new Date(0))
        services.changes.publish('some shop')
        await expect.poll(left).toBe(0)
      }
    }))

  it('starts a job at the instant at which something in its queue is due, without an announcement', async () => {
    await add(new Date(Date.now() + 500))
    await running(async () => {
      await expect.poll(left).toBe(0)
    })
  })

  it('finds what was written while notifications could not be received, when the connection is lost', () =>
    running(async () => {
      await add(new Date(0))
      await server.ownerSql(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trastienda-events' and datname = current_database()`,
      )
      await expect.poll(left).toBe(0)
    }))

  it('starts a job for which another one made something due', async () => {
    const work = vi.fn<() => Promise<number>>(async () => (await add(new Date(0)), 1))
    await running(
      async () => {
        await vi.waitUntil(() => work.mock.results.length > 0, 20_000)
        await expect.poll(left).toBe(0)
      },
      timed(work, never),
    )
  })

  it('does not read again what is due while jobs find nothing to do', async () => {
    const work = vi.fn<() => Promise<number>>(async () => 0)
    await running(
      async (reads) => {
        await vi.waitUntil(() => work.mock.calls.length >= 20, 20_000)
        expect(reads()).toBe(1)
      },
      timed(work, 1),
    )
  })

  it('waits for the run in progress when it stops, and starts no other', async () => {
    const events: string[] = []
    const work = async () => {
      events.push('begun')
      await new Promise((resolve) => setTimeout(resolve, 50))
      events.push('ended')
    }
    const run = runJobs(services, [timed(work, 0)], never)
    await vi.waitUntil(() => events.length > 0, 20_000)
    await run.stop()
    const { length } = events
    expect(events.at(-1)).toBe('ended')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(events).toHaveLength(length)
  })
})
