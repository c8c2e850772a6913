import { createHash } from 'node:crypto'
import pg from 'pg'
import { codeOf, isConnectionError, isDeadConnection, isUnsent } from './connectionErrors.ts'
import { copyOut, type ReusableBuffer } from './copyOut.ts'
import { clientOf, leaveHostOf } from './hosts.ts'
import { connectionOptions } from './productSchema.ts'
import { prepared, sql, type Sql } from './sql.ts'
import type { Scope } from './scope.ts'
import { inStatementSpan } from '../tracing/spans.ts'
import { semaphore, reentrantSemaphore, type Semaphore } from './semaphore.ts'

const { builtins } = pg.types
/** Dates stay text and int8 becomes bigint: a JavaScript Date or number would change them silently. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.INT8, (text) => BigInt(text)],
  [builtins.NUMERIC, (text) => text],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** Runs queries inside one scope and, for writes, one transaction. */
export type Connection = {
  rows<Row>(query: Sql): Promise<Row[]>
  /** The first row, if there is one. */
  first<Row>(query: Sql): Promise<Row | undefined>
  /** As `first`, with a custom plan: for the few queries whose best plan depends on their values. */
  firstByValue<Row>(query: Sql): Promise<Row | undefined>
  /** The rows of a query in COPY's text format, into a buffer that is emptied first: for files of many rows. */
  copy(query: Sql, into: ReusableBuffer): Promise<void>
  /** Runs a write; returns the number of rows affected. */
  run(query: Sql): Promise<number>
  /**
   * Sends a write without waiting: it shares a round trip with the next statement. Later statements see it, and the transaction does not commit
   * unless it succeeded.
   */
  send(query: Sql): void
  /** Sets the statement timeout in ms for the rest of this transaction; the default is 10 s. */
  allow(ms: number): Promise<void>
  /** For libraries that bring their own SQL text; never for ours. */
  raw(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

export type Database = {
  /** Reads outside a transaction, inside a scope (`null`: tables without a tenant). */
  read<T>(scope: Scope | null, work: (db: Connection) => Promise<T>): Promise<T>
  /**
   * As `read`, for one batch of a large file: all batches together use at most a quarter of the connections. Waits without a time limit for a free
   * slot, or rejects with the signal's reason when the reader has disconnected.
   */
  readBatch<T>(scope: Scope | null, work: (db: Connection) => Promise<T>, left?: AbortSignal): Promise<T>
  /**
   * One transaction; retried after a serialization failure, a deadlock, or a connection lost before COMMIT was sent. `preflight` is sent in the same
   * packet as BEGIN and its result passed to the work. It may only read and lock: if BEGIN failed, PostgreSQL would run a write outside a transaction.
   */
  write<T, A = undefined>(
    scope: Scope | null,
    work: (db: Connection, preflightResult?: A) => Promise<T>,
    preflight?: (db: Connection) => Promise<A | undefined>,
  ): Promise<T>
  /** True when the database answers within two seconds. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * `backgroundPool`: the same database for work without a waiting user. It uses at most half of the connections, so that requests find one free
 * however much work is due. Waits without a time limit for a free slot.
 */
export type OpenDatabase = Database & { backgroundPool: Database }

/** No connection became free in time: nothing was done, the caller may retry. */
export class DatabaseBusy extends Error {}
/** The connection was lost after COMMIT was sent: the write may or may not have been committed. */
export class OutcomeUnknown extends Error {}

/**
 * `statementMs`: statement timeout, 10 s by default. `waitMs`: how long a call waits for a free connection or a lock, 3 s by default.
 * `staffId`: the member of the provider's staff in whose name all audit entries are written.
 */
type DatabaseSettings = {
  url: string
  connections: number
  onLostConnection?: (error: Error) => void
  statementMs?: number
  waitMs?: number
  staffId?: string | undefined
}

const serializationFailures = new Set(['40001', '40P01'])
/** PostgreSQL's own answer to a statement. Anything else that ends a COMMIT leaves its outcome open, whatever the system calls it. */
const isAnswer = (error: unknown) => error instanceof pg.DatabaseError && error.code !== undefined && !isConnectionError(error)
const reconnectMs = 5_000
const maxAttempts = 5
/** Network time allowed beyond the statement timeout. */
const networkMs = 1_500

/** Opens a pool. Timeouts: statements 10 s, locks 3 s, dead connections 11.5 s; all below the client's 15 s. */
export function openDatabase({
  url,
  connections,
  onLostConnection = () => {},
  statementMs = 10_000,
  waitMs = 3_000,
  staffId,
}: DatabaseSettings): OpenDatabase {
  const pool = new pg.Pool({
    Client: clientOf(url),
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    pipeline: true,
    types,
    statement_timeout: statementMs,
    query_timeout: statementMs + networkMs,
    keepAlive: true,
    lock_timeout: waitMs,
    idle_in_transaction_session_timeout: 15_000,
    // One generic plan per query: planning a list query costs as much as running it.
    options: `${connectionOptions} -c plan_cache_mode=force_generic_plan${staffId === undefined ? '' : ` -c app.staff_id=${staffId}`}`,
    application_name: 'trastienda',
  })
  // Without these two handlers a lost connection would end the process.
  pool.on('error', onLostConnection)
  pool.on('connect', (client) => client.on('error', onLostConnection))
  pool.on('connect', (client) => openedAt.set(client, performance.now()))
  const ready = readiness(pool)
  const batchSlots = semaphore(Math.max(1, Math.floor(connections / 4)))
  const withSlots = (slot: Semaphore): Database => ({
    read: (scope, work) => slot(() => read(pool, scope, work)),
    readBatch: (scope, work, left) => batchSlots(() => slot(() => read(pool, scope, work)), left),
    write: (scope, work, preflight) => slot(() => write(pool, scope, { work, preflight })),
    ready,
    close: () => pool.end(),
  })
  return { ...withSlots((work) => work()), backgroundPool: withSlots(reentrantSemaphore(Math.max(1, Math.floor(connections / 2)))) }
}

const openedAt = new WeakMap<pg.PoolClient, number>()
/** When the pool last lost a connection, and when one was last found dead without being closed. */
const losses = new WeakMap<pg.Pool, { lostAt: number; deadAt: number }>()
/** A single connection may be lost for a reason of its own; the second in a row hints at all of them. */
const attemptsAtAny = 2

/**
 * A connection that was open when others were lost may be lost too, as after a restart: a statement would use up its attempts on one lost connection after the
 * other. After a dead one, already the first attempt would wait for the whole timeout again.
 */
function isSuspect(pool: pg.Pool, client: pg.PoolClient, attempt: number): boolean {
  // It was closed a moment ago.
  if (!client.connection.stream.writable) return true
  const { lostAt, deadAt } = losses.get(pool) ?? { lostAt: 0, deadAt: 0 }
  return (openedAt.get(client) ?? 0) < (attempt > attemptsAtAny ? lostAt : deadAt)
}

/** Returns a connection to the pool. A broken one is destroyed without the protocol's Terminate message, which a dead peer would not answer. */
function release(pool: pg.Pool, client: pg.PoolClient, broken?: Error): void {
  client.release(broken)
  if (!broken) return
  if (isConnectionError(broken)) {
    const lostAt = performance.now()
    const isDead = isDeadConnection(broken)
    losses.set(pool, { lostAt, deadAt: isDead ? lostAt : (losses.get(pool)?.deadAt ?? 0) })
    if (isDead) leaveHostOf(client)
  }
  client.connection.stream.destroy()
}

/** The server answers, but too slowly to open a connection: it is overloaded. */
const isConnectTimeout = (error: unknown) => error instanceof Error && error.message.endsWith('connection timeout')

/** Takes a connection. Waits for a restarting database, but not longer than the pool's timeout when the pool is full. */
async function acquire(pool: pg.Pool, { attempt }: Attempts): Promise<pg.PoolClient> {
  const deadline = Date.now() + reconnectMs
  for (;;) {
    try {
      const client = await pool.connect()
      if (!isSuspect(pool, client, attempt)) return client
      release(pool, client, new Error('closed, or opened before another connection was lost'))
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('timeout exceeded'))
        throw new DatabaseBusy('no free connection', { cause: error })
      if (!isConnectionError(error) || Date.now() > deadline)
        throw isConnectTimeout(error) ? new DatabaseBusy('no connection in time', { cause: error }) : error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** The connection on which a statement was rejected with this error. */
const failedOn = new WeakMap<Error, pg.PoolClient>()

/** Whether this connection is lost. An error of the work's other calls, to whatever system, says nothing about it. */
const isLost = (client: pg.PoolClient, error: unknown): error is Error =>
  error instanceof Error && failedOn.get(error) === client && isConnectionError(error)

/** Runs a statement, and notes its error as one of this connection. */
function onConnection<T>(client: pg.PoolClient, statement: { text: string; name?: string }, send: () => Promise<T>): Promise<T> {
  inOnePacket(client)
  return inStatementSpan(statement, send).catch((error: Error) => {
    failedOn.set(error, client)
    throw error
  })
}

const ask = (client: pg.PoolClient, query: pg.QueryConfig & { query_timeout?: number }): Promise<pg.QueryResult> =>
  onConnection(client, query, () => client.query(query))

/** Statements sent in the same tick leave in one packet: one system call here, and one wake-up of PostgreSQL. */
function inOnePacket({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked === 0) {
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

/** `local`: until the transaction ends; else until the connection gets another scope. */
const setScope = (scope: Scope | null, local: boolean) =>
  prepared(
    sql`select set_config('app.merchant_id', ${scope?.merchantId ?? ''}, ${local}), set_config('app.mode', ${scope?.mode ?? ''}, ${local})`,
  )

/** The scope currently set on each pooled connection. */
const scopeOf = new WeakMap<pg.PoolClient, string>()

/** Sets the scope before the statements that follow, in the same round trip; skipped when the connection already has it. */
function sendScope(client: pg.PoolClient, scope: Scope | null): Promise<unknown> {
  const scopeKey = scope ? `${scope.merchantId}/${scope.mode}` : ''
  if (scopeOf.get(client) === scopeKey) return Promise.resolve()
  scopeOf.delete(client)
  return awaitedLater(ask(client, setScope(scope, false)).then(() => scopeOf.set(client, scopeKey)))
}

/** Marks a promise that is awaited later, so that its rejection is not an unhandled one until then. */
function awaitedLater(answer: Promise<unknown>): Promise<unknown> {
  answer.catch(() => {})
  return answer
}

/** Which attempt this is, and when the first one started. */
type Attempts = { attempt: number; startedAt: number }
const firstAttempt = (): Attempts => ({ attempt: 1, startedAt: performance.now() })

/** Rethrows unless the error is retryable and neither attempts nor time are used up. */
function throwUnlessRetryable(error: unknown, retryable: boolean, { attempt, startedAt }: Attempts): void {
  const late = !serializationFailures.has(codeOf(error)) && performance.now() - startedAt > reconnectMs
  if (retryable && attempt < maxAttempts && !late) return
  throw isDeadConnection(error) ? new DatabaseBusy('the connection to the database is dead', { cause: error }) : error
}

async function read<T>(pool: pg.Pool, scope: Scope | null, work: (db: Connection) => Promise<T>, attempts = firstAttempt()): Promise<T> {
  const client = await acquire(pool, attempts)
  let broken: Error | undefined
  try {
    // Sent before the work's first query and awaited after it: one round trip. If it failed, the result is discarded.
    const sent = [sendScope(client, scope)]
    const result = await work(connectionOf(client, sent))
    await Promise.all(sent)
    return result
  } catch (error) {
    if (isLost(client, error)) broken = error
    throwUnlessRetryable(error, broken !== undefined, attempts)
  } finally {
    release(pool, client, broken)
  }
  return read(pool, scope, work, { ...attempts, attempt: attempts.attempt + 1 })
}

type Writing<T, A> = {
  work: (db: Connection, preflightResult?: A) => Promise<T>
  preflight: ((db: Connection) => Promise<A | undefined>) | undefined
}

async function write<T, A>(pool: pg.Pool, scope: Scope | null, writing: Writing<T, A>, attempts = firstAttempt()): Promise<T> {
  const client = await acquire(pool, attempts)
  let broken: Error | undefined
  let committing = false
  const sent: Promise<unknown>[] = []
  const limit: Limit = {}
  try {
    const db = connectionOf(client, sent, limit)
    const begun = [ask(client, { text: 'begin' }), ask(client, setScope(scope, true))]
    const [preflightResult] = await Promise.all([writing.preflight?.(db), ...begun])
    const result = await writing.work(db, preflightResult)
    committing = true
    // Sent after statements that were not awaited, in the same round trip: if one of them failed, PostgreSQL answers COMMIT with ROLLBACK.
    const ended = await ask(client, { text: 'commit', ...limit }).catch((error: unknown) => {
      committing = !isUnsent(error)
      throw error
    })
    committing = false
    await Promise.all(sent)
    if (ended.command !== 'COMMIT') throw new Error('the transaction was rolled back: the work ignored a failed statement')
    return result
  } catch (thrown) {
    const error = await firstFailure(sent, thrown)
    if (isLost(client, error) || (committing && !isAnswer(error))) broken = error as Error
    if (broken && committing) throw new OutcomeUnknown('connection lost during commit', { cause: error })
    if (!broken) await client.query('rollback').catch((failure: Error) => void (broken = failure))
    throwUnlessRetryable(error, broken !== undefined || serializationFailures.has(codeOf(error)), attempts)
  } finally {
    release(pool, client, broken)
  }
  return write(pool, scope, writing, { ...attempts, attempt: attempts.attempt + 1 })
}

/** A failed statement that was not awaited is the cause; the error thrown first may be only its consequence. */
const firstFailure = (sent: readonly Promise<unknown>[], thrown: unknown): Promise<unknown> =>
  Promise.all(sent).then(
    () => thrown,
    (cause: unknown) => cause,
  )

/** Whether the database answers. Concurrent calls share one check, which may retry for longer than they wait. */
function readiness(pool: pg.Pool): () => Promise<boolean> {
  let checking: Promise<boolean> | undefined
  const check = () =>
    read(pool, null, (db) => db.first(sql`select 1`))
      .then(
        () => true,
        () => false,
      )
      .finally(() => (checking = undefined))
  return () => {
    checking ??= check()
    return Promise.race([checking, new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false).unref())])
  }
}

const rawNames = new Map<string, string>()
const maxRawNames = 100

/** Prepared statement name for a library's SQL: planning its long statements costs more than running them. Limited to the first `maxRawNames` texts. */
function nameOf(text: string): { name?: string } {
  const known = rawNames.get(text)
  if (known !== undefined) return { name: known }
  if (rawNames.size >= maxRawNames) return {}
  const name = createHash('sha1').update(text).digest('base64url')
  rawNames.set(text, name)
  return { name }
}

const planMode = (mode: string) => sql`select set_config('plan_cache_mode', ${mode}, false)`

/** Client-side timeout in ms, where it is longer than the default. */
type Limit = { query_timeout?: number }

/** `sent` collects the promises of statements that are not awaited. */
function connectionOf(client: pg.PoolClient, sent: Promise<unknown>[], limit: Limit = {}): Connection {
  const run = (query: Sql) => ask(client, { ...prepared(query), ...limit })
  return {
    rows: async <Row>(query: Sql) => (await run(query)).rows as Row[],
    first: async <Row>(query: Sql) => (await run(query)).rows[0] as Row | undefined,
    firstByValue: async <Row>(query: Sql) => {
      const [, found] = await Promise.all([run(planMode('force_custom_plan')), run(query), run(planMode('force_generic_plan'))])
      return found.rows[0] as Row | undefined
    },
    copy(query, into) {
      return onConnection(client, prepared(query), () => copyOut(client, query, into))
    },
    run: async (query) => (await run(query)).rowCount ?? 0,
    send: (query) => void sent.push(awaitedLater(run(query))),
    async allow(ms) {
      await run(sql`select set_config('statement_timeout', ${String(ms)}, true)`)
      limit.query_timeout = ms + networkMs
    },
    raw: async (text, values = []) => ({ rows: (await ask(client, { text, values, ...nameOf(text) })).rows as Record<string, unknown>[] }),
  }
}
