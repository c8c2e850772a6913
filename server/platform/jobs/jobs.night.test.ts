import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { testLine } from '../../testing/testLine.ts'
import { withClient } from '../database/withClient.ts'
import { metricsPage } from '../metrics/metrics.ts'
import { clockFigures, type Work } from './jobs.ts'
import { makeJobs, type JobHandlers, type JobQueues } from './makeJobs.ts'

let database: TestDatabase
let app: Database
const log: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  app = openDatabase({ url: database.appUrl, connections: 4 })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const owner = (text: string, values: unknown[] = []) =>
  withClient(database.ownerUrl, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)
const asApp = (text: string) => withClient(database.appUrl, (client) => client.query(text))
const jobsOf = (): JobQueues => makeJobs({ url: database.appUrl, log: (_level, event) => void log.push(event), pollSeconds: 0.5 })
const work = (nth: number): Work['deadline'] => ({
  merchantId: '01900000-0000-7000-8000-0000000000a1',
  mode: 'live',
  kind: 'capture',
  objectIds: [`id-${nth}`],
})
const nothing = async () => {}
const idle: JobHandlers = { deadline: nothing, report: nothing, audience: nothing }
const waiting = async () =>
  Number((await owner(`select count(*) as many from pgboss.job where state in ('created', 'retry')`))[0]?.['many'])
/** Polls a condition, two minutes at most. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2_400 && !holds(); tries += 1) await sleep(50)
  expect(holds()).toBe(true)
}

describe('a job', () => {
  it('exists only if the transaction that sent it commits', async () => {
    const jobs = jobsOf()
    const broken = app.write(null, async (db) => {
      await jobs.send(db, 'deadline', work(1))
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect(await waiting()).toBe(0)
    await app.write(null, (db) => jobs.send(db, 'deadline', work(2)))
    expect(await waiting()).toBe(1)
    const seen: string[] = []
    expect(await jobs.drain({ ...idle, deadline: async ({ objectIds: [id = ''] }) => void seen.push(id) })).toBe(1)
    expect(seen).toEqual(['id-2'])
    expect(await jobs.drain(idle)).toBe(0)
    await jobs.stop()
  })

  it('runs although the connection to the database died without being closed', async () => {
    const line = await testLine(database.appUrl)
    const jobs = makeJobs({ url: line.url, log: () => {}, statementMs: 500, pollSeconds: 0.5 })
    const seen: string[] = []
    jobs.start({ ...idle, deadline: async ({ objectIds: [id = ''] }) => void seen.push(id) }, async () => {})
    await app.write(null, (db) => jobs.send(db, 'deadline', work(3)))
    await until(() => seen.includes('id-3'))
    // Else it would be taken again later, by the workers of another test.
    await expect.poll(() => owner(`select from pgboss.job where name = 'deadline' and state <> 'completed'`)).toEqual([])
    line.silence()
    await app.write(null, (db) => jobs.send(db, 'deadline', work(4)))
    await until(() => seen.includes('id-4'))
    expect(seen).toEqual(['id-3', 'id-4'])
    await jobs.stop()
    line.close()
  })

  it('runs once with the workers of two processes, and a failed one of a batch is retried alone', async () => {
    const seen: string[] = []
    let refused = 0
    const handlers: JobHandlers = {
      ...idle,
      deadline: async ({ objectIds: [id = ''] }) => {
        if (id === 'id-7' && refused++ === 0) throw new Error('not yet')
        seen.push(id)
      },
    }
    const [one, other] = [jobsOf(), jobsOf()]
    one.start(handlers, async () => {})
    other.start(handlers, async () => {})
    await app.write(null, (db) =>
      one.sendAll(
        db,
        'deadline',
        Array.from({ length: 40 }, (_, nth) => work(nth)),
      ),
    )
    await until(() => seen.length === 40)
    expect(new Set(seen).size).toBe(40)
    expect([seen.at(-1), refused]).toEqual(['id-7', 2])
    await Promise.all([one.stop(), other.stop()])
  })

  it('with a higher priority runs before earlier ones', async () => {
    const jobs = jobsOf()
    const seen: string[] = []
    await app.write(null, (db) =>
      jobs.sendAll(
        db,
        'deadline',
        Array.from({ length: 60 }, (_, nth) => work(100 + nth)),
      ),
    )
    await app.write(null, (db) => jobs.sendAll(db, 'deadline', [work(52)], () => 1))
    await jobs.drain({ ...idle, deadline: async ({ objectIds: [id = ''] }) => void seen.push(id) })
    // Fifty are fetched at a time, in any order.
    expect(seen.slice(0, 50)).toContain('id-52')
    expect(seen).toHaveLength(61)
    await jobs.stop()
  })

  it('that fails on its last retry is logged and passed to onFailed', async () => {
    const jobs = jobsOf()
    await app.write(null, (db) => jobs.send(db, 'deadline', work(3)))
    await owner('update pgboss.job set retry_limit = 0')
    const works: unknown[] = []
    log.length = 0
    jobs.start(
      {
        ...idle,
        deadline: async () => {
          throw new Error('never')
        },
      },
      async (queue, lost) => void works.push([queue, lost]),
    )
    await until(() => works.length === 1)
    expect(works).toEqual([['deadline', work(3)]])
    expect(log).toEqual(['job_failed', 'job_given_up'])
    await jobs.stop()
  })

  it('that runs when the server stops is completed', async () => {
    const jobs = jobsOf()
    let [begun, ended] = [false, false]
    await app.write(null, (db) => jobs.send(db, 'deadline', work(99)))
    jobs.start(
      {
        ...idle,
        deadline: async () => {
          begun = true
          await sleep(700)
          ended = true
        },
      },
      async () => {},
    )
    await until(() => begun)
    await jobs.stop()
    expect(ended).toBe(true)
    expect(await owner(`select state from pgboss.job where data -> 'objectIds' ->> 0 = 'id-99'`)).toEqual([{ state: 'completed' }])
  })
})

it('a process with workers says whether they reach their queues', async () => {
  const jobs = jobsOf()
  const role = (await asApp('select current_user as role')).rows[0] as { role: string }
  const reached = async (statement: string) => {
    await owner(`${statement} ${role.role}`)
    return jobs.ready()
  }
  expect(await reached('revoke usage on schema pgboss from')).toBe(true)
  await owner(`grant usage on schema pgboss to ${role.role}`)
  jobs.start(idle, nothing)
  expect(await jobs.ready()).toBe(true)
  expect(await reached('revoke usage on schema pgboss from')).toBe(false)
  expect(await reached('grant usage on schema pgboss to')).toBe(true)
  await jobs.stop()
})

describe('the library’s tables', () => {
  it('belong to the owner: the application can only send, fetch and complete jobs', async () => {
    for (const text of [
      'create table pgboss.mine (id integer)',
      'alter table pgboss.job_common add column mine integer',
      'drop table pgboss.job_common cascade',
      'truncate pgboss.job_common',
      `insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name)
         values ('mine', 'standard', 0, 0, false, 1, 1, 1, false, 'job_common')`,
      `select pgboss.create_queue('mine', '{"policy": "standard", "partition": true}')`,
      'delete from pgboss.queue',
      'delete from pgboss.version',
    ])
      await expect(asApp(text), text).rejects.toThrow(/permission denied|must be owner/)
  })

  it('allow the application’s role everything that the library’s supervision does', async () => {
    const errors: unknown[] = []
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({
      connectionString: database.appUrl,
      migrate: false,
      supervise: false,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
    })
    boss.on('error', (error) => errors.push(error))
    await boss.start()
    await owner(`update pgboss.queue set monitor_claim_on = null, maintain_on = null`)
    await boss.supervise()
    await boss.stop({ graceful: false })
    expect(errors).toEqual([])
  })
})

it('the metrics show due and late deadlines, and the jobs of each queue', async () => {
  const now = new Date('2026-03-01T12:00:00Z')
  await owner(
    `insert into deadlines (merchant_id, mode, object_id, kind, due_at)
     select '01900000-0000-7000-8000-0000000000a1', 'live', gen_random_uuid(), 'capture', $1::timestamptz + n * interval '1 minute' from generate_series(-2, 5) n`,
    [now],
  )
  const page = await metricsPage(await clockFigures(app, now))
  expect(page).toContain('\nclock_deadlines_due 3\n')
  expect(page).toContain('\nclock_oldest_due_seconds 120\n')
  for (const queue of ['deadline', 'deadline_dead', 'report', 'report_dead']) expect(page).toContain(`jobs_failed{queue="${queue}"} `)
})
