import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import type { ConstructorOptions, JobResult, PgBoss } from 'pg-boss'
import type { Connection } from '../database/database.ts'
import { clientOf } from '../database/hosts.ts'
import { deadQueueOf, jobQueues, jobSchema } from '../database/prepareJobs.ts'
import { jitOff } from '../database/productSchema.ts'
import { errorName } from '../log/errorName.ts'
import type { Log } from '../log/log.ts'
import { inSpan } from '../tracing/spans.ts'
import type { Jobs, QueueName, Work } from './jobs.ts'

/** Handlers of each queue. A job may run more than once: the handler must check whether its work is still to be done. */
export type JobHandlers = { [Q in QueueName]: (work: Work[Q]) => Promise<void> }
/** Called with work that failed on its last retry. */
export type OnFailed = <Q extends QueueName>(queue: Q, work: Work[Q]) => Promise<void>

export type JobQueues = Jobs & {
  /** As `send`, many jobs of one queue in one statement; those with a higher priority are taken first. */
  sendAll<Q extends QueueName>(db: Connection, queue: Q, works: readonly Work[Q][], priorityOf?: (work: Work[Q]) => number): Promise<void>
  /** Starts the workers; while the database does not answer, retries until it does. `afterwards`: called after each batch of jobs. */
  start(handlers: JobHandlers, onFailed: OnFailed, afterwards?: () => void): void
  /** Lets the workers of one of `workedQueues` fetch now. */
  wake(queue: string): void
  /** Fetches queued jobs, retries included, and runs them here one by one; returns their number. A failure is rethrown once the rest of its batch is done. */
  drain(handlers: JobHandlers): Promise<number>
  /** Waits for running jobs, ten seconds at most, and closes the connections. */
  stop(): Promise<void>
}

type JobSettings = {
  /** The application role's address. */
  url: string
  /** Statement timeout, 10 s by default. */
  statementMs?: number
  /** How often a worker fetches that nobody wakes, a minute by default. */
  pollSeconds?: number
  log: Log
}

const stopMs = 10_000
/** How long `ready` waits for an answer. */
const readyMs = 2_000
/** Network time allowed beyond the statement timeout; after it the connection counts as dead, although it was not closed. */
const networkMs = 1_500
/** Batch size of a worker: after a full batch it fetches again at once. */
const batching = { batchSize: 4, burstWhenBatchFull: true, perJobResults: true } as const
/** Workers of one queue in a process; its dead letter queue has one more. */
const workersPerQueue = 2
/** How often a worker fetches that nobody wakes. */
const defaultPollSeconds = 60
/** How often jobs are looked for whose process died; they are retried once their heartbeat is missed. */
const superviseSeconds = 10
const statementsOfSupervision = 20
/** Jobs that may take minutes are taken one at a time, so that none waits behind one in the same batch while another process is idle. */
const isLong = (queue: QueueName) => queue === 'report' || queue === 'audience'
const names = Object.keys(jobQueues satisfies Record<QueueName, object>) as QueueName[]
/** All queues that have workers, dead letter queues included. */
export const workedQueues: readonly string[] = names.flatMap((queue) => [queue, deadQueueOf(queue)])
/** What the library sends while nothing is queued. */
export const idleStatementsPerSecond =
  (names.length * (workersPerQueue + 1)) / defaultPollSeconds + statementsOfSupervision / superviseSeconds

/** Jobs on our own PostgreSQL, in any number of processes: queued in the caller's transaction, each taken by one worker at a time. */
export function makeJobs({ url, log, statementMs = 10_000, pollSeconds = defaultPollSeconds }: JobSettings): JobQueues {
  const logUnreachable = throttled((error: unknown) => log('warn', 'jobs_unreachable', {}, error))
  let opening: Promise<PgBoss> | undefined
  let stopping = false
  let wake = (_queue: string) => {}

  /** The connected library; a failed attempt is retried by the next call. */
  const open = (): Promise<PgBoss> => {
    opening ??= connect(url, statementMs, logUnreachable).catch((error: unknown) => {
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
    const jobs = works.map((data) => ({ data: data as object, priority: priorityOf?.(data) ?? 0 })) // the library's type; ids only
    await boss.insert(queue, jobs, { db: { executeSql: (text, values) => db.raw(text, values) } })
  }
  const begin = async (handlers: JobHandlers, onFailed: OnFailed, afterwards: () => void): Promise<void> => {
    for (;;) {
      if (stopping) return
      try {
        const boss = await open()
        const workers = new Map<string, string[]>()
        wake = (queue) => workers.get(queue)?.forEach((id) => boss.notifyWorker(id))
        for (const queue of names) await startWorkers(boss, queue, { handlers, onFailed, afterwards, log, pollSeconds, workers })
        return
      } catch (error) {
        logUnreachable(error)
        await sleep(1_000)
      }
    }
  }
  let beginning: Promise<void> | undefined
  const reachesQueues = () =>
    open()
      .then((boss) => boss.getDb().executeSql(`select from ${jobSchema}.version`, []))
      .then(
        () => true,
        () => false,
      )
  return {
    send: (db, queue, work) => insert(db, queue, [work]),
    sendAll: insert,
    start: (handlers, onFailed, afterwards = () => {}) => void (beginning = begin(handlers, onFailed, afterwards)),
    ready: async () => beginning === undefined || Promise.race([reachesQueues(), sleep(readyMs, false, { ref: false })]),
    wake: (queue) => wake(queue),
    drain: async (handlers) => drain(await open(), handlers),
    async stop() {
      stopping = true
      await beginning
      const boss = await opening?.catch(() => undefined)
      await boss?.stop({ timeout: stopMs })
    },
  }
}

async function connect(url: string, statementMs: number, logUnreachable: (error: unknown) => void): Promise<PgBoss> {
  // Imported when first needed: it takes a tenth of a second of the server's start.
  const { PgBoss: Library } = await import('pg-boss')
  const connections: ConstructorOptions & Pick<PoolConfig, 'Client' | 'keepAlive' | 'query_timeout'> = {
    Client: clientOf(url),
    connectionString: url,
    schema: jobSchema,
    application_name: 'trastienda-jobs',
    max: 4,
    connectionTimeoutMillis: 3_000,
    options: `${jitOff} -c statement_timeout=${statementMs} -c lock_timeout=3000`,
    // The library passes these settings to the pool unchanged.
    keepAlive: true,
    query_timeout: statementMs + networkMs,
    // The tables belong to another role: only `migrate` creates and changes them.
    migrate: false,
    createSchema: false,
    reindex: false,
    schedule: false,
    monitorVacuum: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 300,
    // No job waits for another one.
    flowIntervalSeconds: 3_600,
  }
  const boss = new Library(connections)
  // Without a listener a lost connection would end the process.
  boss.on('error', logUnreachable)
  try {
    return await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

type WorkOptions = Omit<typeof batching, 'batchSize'> & { batchSize: number; pollingIntervalSeconds: number }
/** `workers`: gets the ids of the workers of each queue. */
type WorkerDeps = {
  handlers: JobHandlers
  onFailed: OnFailed
  afterwards: () => void
  log: Log
  pollSeconds: number
  workers: Map<string, string[]>
}

async function startWorkers<Q extends QueueName>(
  boss: PgBoss,
  queue: Q,
  { handlers, onFailed, afterwards, log, pollSeconds, workers }: WorkerDeps,
): Promise<void> {
  const options: WorkOptions = { ...batching, pollingIntervalSeconds: pollSeconds }
  const ids: string[] = []
  workers.set(queue, ids)
  for (let nth = 0; nth < workersPerQueue; nth += 1)
    ids.push(
      await boss.work<Work[Q], object, WorkOptions>(queue, { ...options, ...(isLong(queue) ? { batchSize: 1 } : {}) }, async (jobs) => {
        const results: JobResult[] = []
        for (const job of jobs) results.push({ id: job.id, ...(await outcome(handlers[queue], job.data, queue, log)) })
        afterwards()
        return results
      }),
    )
  const dead = deadQueueOf(queue)
  const deadId = await boss.work<Work[Q], object, WorkOptions>(dead, options, async (jobs) => {
    const results: JobResult[] = []
    for (const { id, data } of jobs) {
      log('error', 'job_given_up', { queue, job: id })
      results.push({ id, ...(await outcome((work: Work[Q]) => onFailed(queue, work), data, queue, log)) })
    }
    return results
  })
  workers.set(dead, [deadId])
}

async function outcome<W>(handle: (work: W) => Promise<void>, work: W, queue: QueueName, log: Log): Promise<Omit<JobResult, 'id'>> {
  try {
    await inSpan({ name: `job ${queue}`, root: true }, () => handle(work))
    return { status: 'completed' }
  } catch (error) {
    log('warn', 'job_failed', { queue }, error)
    return { status: 'failed', output: { error: errorName(error) } }
  }
}

async function drain(boss: PgBoss, handlers: JobHandlers): Promise<number> {
  const drainOne = <Q extends QueueName>(queue: Q) => drainQueue(boss, queue, handlers[queue])
  let done = 0
  for (;;) {
    const before = done
    for (const queue of names) done += await drainOne(queue)
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
      await boss.fail(queue, job.id, { error: errorName(error) })
      failures.push(error)
    }
  }
  if (done.length > 0) await boss.complete(queue, done)
  if (failures.length > 0) throw failures[0]
  return jobs.length
}

/** At most one call in ten seconds: while the database is unavailable, every poll fails. */
function throttled(callback: (error: unknown) => void): (error: unknown) => void {
  let calledAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - calledAt < 10_000) return
    calledAt = performance.now()
    callback(error)
  }
}
