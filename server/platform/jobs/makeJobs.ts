import type { PoolConfig } from 'pg'
import type { ConstructorOptions, JobResult, PgBoss } from 'pg-boss'
import type { Connection } from '../database/database.ts'
import { clientOf } from '../database/hosts.ts'
import { deadQueueOf, jobQueues, jobSchema } from '../database/prepareJobs.ts'
import type { Log } from '../log/log.ts'
import type { Jobs, QueueName, Work } from './jobs.ts'

/** What is done with each kind of work. It may be done more than once: whoever handles it asks first whether it is still to be done. */
export type JobHandlers = { [Q in QueueName]: (work: Work[Q]) => Promise<void> }
/** What becomes of work that failed to the end. */
export type GivenUp = <Q extends QueueName>(queue: Q, work: Work[Q]) => Promise<void>

export type JobQueues = Jobs & {
  /** As `send`, many of one queue in one statement; those of a higher priority are taken first. */
  sendAll<Q extends QueueName>(db: Connection, queue: Q, works: readonly Work[Q][], priorityOf?: (work: Work[Q]) => number): Promise<void>
  /** Begins to take jobs; when the database does not answer yet, as soon as it does. */
  start(handlers: JobHandlers, givenUp: GivenUp): void
  /** Takes what is queued, retries included, and does it here, one after the other; returns how many. A failure is thrown once what was taken with it is done. */
  drain(handlers: JobHandlers): Promise<number>
  /** Running jobs end, ten seconds at most; then no connection is left. */
  stop(): Promise<void>
}

type JobSettings = {
  /** The application role's address. */
  url: string
  /** How long a statement may take, 10 s unless said otherwise. */
  statementMs?: number
  log: Log
}

const stopMs = 10_000
/** What an answer may take on its way beyond the statement's own time: then the line is taken for dead, though nobody closed it. */
const lineMs = 1_500
/** How often a worker looks for jobs, and how many it takes at a time: while it gets that many, it looks again at once. */
const taking = { pollingIntervalSeconds: 0.5, batchSize: 4, burstWhenBatchFull: true, perJobResults: true } as const
/** What failed to the end has failed for minutes: a second more hurts nobody, and a third of all looks for jobs were for it. */
const takingGivenUp = { ...taking, pollingIntervalSeconds: 2 } as const
/** A job that may take minutes is taken alone, so that none waits behind it in the hands of one process while another is idle. */
const isLong = (queue: QueueName) => queue === 'report' || queue === 'audience'
const names = Object.keys(jobQueues satisfies Record<QueueName, object>) as QueueName[]

/** Jobs on our own PostgreSQL, in any number of processes: queued in the caller's transaction, each taken by one worker at a time. */
export function makeJobs({ url, log, statementMs = 10_000 }: JobSettings): JobQueues {
  const noted = throttled((error: unknown) => log('warn', 'jobs_unreachable', {}, error))
  let opening: Promise<PgBoss> | undefined
  let stopping = false

  /** The library, connected; a failed attempt is not kept. */
  const open = (): Promise<PgBoss> => {
    opening ??= connect(url, statementMs, noted).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const insert = async <Q extends QueueName>(
    db: Connection,
    queue: Q,
    works: readonly Work[Q][],
    priorityOf?: (work: Work[Q]) => number,
  ) => {
    if (works.length === 0) return
    const boss = await open()
    const jobs = works.map((data) => ({ data: data as object, priority: priorityOf?.(data) ?? 0 })) // what the library asks for; ids only
    await boss.insert(queue, jobs, { db: { executeSql: (text, values) => db.raw(text, values) } })
  }
  const begin = async (handlers: JobHandlers, givenUp: GivenUp): Promise<void> => {
    for (;;) {
      if (stopping) return
      try {
        const boss = await open()
        for (const queue of names) await takeFrom(boss, queue, { handlers, givenUp, log })
        return
      } catch (error) {
        noted(error)
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  }
  let beginning = Promise.resolve()
  return {
    send: (db, queue, work) => insert(db, queue, [work]),
    sendAll: insert,
    start: (handlers, givenUp) => void (beginning = begin(handlers, givenUp)),
    drain: async (handlers) => drain(await open(), handlers),
    async stop() {
      stopping = true
      await beginning
      const boss = await opening?.catch(() => undefined)
      await boss?.stop({ timeout: stopMs })
    },
  }
}

async function connect(url: string, statementMs: number, noted: (error: unknown) => void): Promise<PgBoss> {
  // Read when first needed: it is a tenth of a second of the server's start.
  const { PgBoss: Library } = await import('pg-boss')
  const connections: ConstructorOptions & Pick<PoolConfig, 'Client' | 'keepAlive' | 'query_timeout'> = {
    Client: clientOf(url),
    connectionString: url,
    schema: jobSchema,
    application_name: 'trastienda-jobs',
    max: 4,
    connectionTimeoutMillis: 3_000,
    options: `-c statement_timeout=${statementMs} -c lock_timeout=3000`,
    // The library gives its settings to the pool as they are.
    keepAlive: true,
    query_timeout: statementMs + lineMs,
    // The tables belong to another role: made and changed by `migrate` alone.
    migrate: false,
    createSchema: false,
    reindex: false,
    schedule: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 300,
  }
  const boss = new Library(connections)
  // Without a listener a lost connection would end the process.
  boss.on('error', noted)
  try {
    return await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

type Taken = Omit<typeof taking, 'batchSize' | 'pollingIntervalSeconds'> & { batchSize: number; pollingIntervalSeconds: number }
type Taking = { handlers: JobHandlers; givenUp: GivenUp; log: Log }

async function takeFrom<Q extends QueueName>(boss: PgBoss, queue: Q, { handlers, givenUp, log }: Taking): Promise<void> {
  await boss.work<Work[Q], object, Taken & { localConcurrency: number }>(
    queue,
    { ...taking, localConcurrency: 2, ...(isLong(queue) ? { batchSize: 1 } : {}) },
    async (jobs) => {
      const results: JobResult[] = []
      for (const job of jobs) results.push({ id: job.id, ...(await outcome(handlers[queue], job.data, queue, log)) })
      return results
    },
  )
  await boss.work<Work[Q], object, Taken>(deadQueueOf(queue), takingGivenUp, async (jobs) => {
    const results: JobResult[] = []
    for (const { id, data } of jobs) {
      log('error', 'job_given_up', { queue, job: id })
      results.push({ id, ...(await outcome((work: Work[Q]) => givenUp(queue, work), data, queue, log)) })
    }
    return results
  })
}

async function outcome<W>(handle: (work: W) => Promise<void>, work: W, queue: QueueName, log: Log): Promise<Omit<JobResult, 'id'>> {
  try {
    await handle(work)
    return { status: 'completed' }
  } catch (error) {
    log('warn', 'job_failed', { queue }, error)
    // Its name alone: a message may carry what it was about.
    return { status: 'failed', output: { error: nameOf(error) } }
  }
}

async function drain(boss: PgBoss, handlers: JobHandlers): Promise<number> {
  const some = <Q extends QueueName>(queue: Q) => drainQueue(boss, queue, handlers[queue])
  let done = 0
  for (;;) {
    const before = done
    for (const queue of names) done += await some(queue)
    if (done === before) return done
  }
}

async function drainQueue<Q extends QueueName>(boss: PgBoss, queue: Q, handle: (work: Work[Q]) => Promise<void>): Promise<number> {
  const jobs = await boss.fetch<Work[Q]>(queue, { batchSize: 50, ignoreStartAfter: true })
  const done: string[] = []
  const failures: unknown[] = []
  for (const job of jobs) {
    try {
      await handle(job.data)
      done.push(job.id)
    } catch (error) {
      await boss.fail(queue, job.id, { error: nameOf(error) })
      failures.push(error)
    }
  }
  if (done.length > 0) await boss.complete(queue, done)
  if (failures.length > 0) throw failures[0]
  return jobs.length
}

const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}

/** At most once in ten seconds: while the database is away, every look for jobs fails. */
function throttled(tell: (error: unknown) => void): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - toldAt < 10_000) return
    toldAt = performance.now()
    tell(error)
  }
}
