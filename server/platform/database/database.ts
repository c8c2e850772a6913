import { createHash } from 'node:crypto'
import pg from 'pg'
import { copyOut, type ReusableBuffer } from './copyOut.ts'
import { clientOf } from './hosts.ts'
import { prepared, sql, type Sql } from './sql.ts'
import type { Scope } from './scope.ts'
import { semaphore, reentrantSemaphore, type Semaphore } from './semaphore.ts'

const { builtins } = pg.types
/** Dates stay text and int8 becomes bigint: through a JavaScript Date or number both would change silently. */
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
  /** As `first`, planned for these very values: for the few queries whose best plan depends on them. */
  firstByValue<Row>(query: Sql): Promise<Row | undefined>
  /** The rows of a query as COPY writes them, into a room that is emptied first: for files of many rows, whose cells nobody looks at one by one. */
  copy(query: Sql, into: ReusableBuffer): Promise<void>
  /** How many rows a write touched. */
  run(query: Sql): Promise<number>
  /**
   * Sends a write that nobody need wait for: it shares a round trip with what is sent next. Whatever is asked afterwards sees it, and the
   * transaction does not commit unless it succeeded.
   */
  send(query: Sql): void
  /** Lets each further statement of this transaction take so many milliseconds; usual are 10 s. */
  allow(ms: number): Promise<void>
  /** For libraries that bring their own text; never for ours. */
  raw(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

export type Database = {
  /** Reads outside a transaction, inside a scope (`null`: tables above any shop). */
  read<T>(scope: Scope | null, work: (db: Connection) => Promise<T>): Promise<T>
  /**
   * As `read`, for one batch of many: all batches together hold a quarter of the connections at most, so that files leave the others to
   * everybody else. Waits its turn as long as it takes, or rejects with the reason of the signal of a reader who left.
   */
  readBatch<T>(scope: Scope | null, work: (db: Connection) => Promise<T>, left?: AbortSignal): Promise<T>
  /**
   * One transaction; retried when it lost a race or its connection before COMMIT was sent. `preflight` is asked in the very packet that begins it, and the
   * work is told its answer: reads and locks alone, for PostgreSQL would carry a write out even where it could not begin.
   */
  write<T, A = undefined>(
    scope: Scope | null,
    work: (db: Connection, asked?: A) => Promise<T>,
    preflight?: (db: Connection) => Promise<A | undefined>,
  ): Promise<T>
  /** True when the database answers within two seconds. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * `backgroundPool`: the same for work that nobody waits for at a screen; all of it together holds half of the connections at most, so that however
 * much falls due at once, people find one free. Waits its turn as long as it takes.
 */
export type OpenDatabase = Database & { backgroundPool: Database }

/** No connection became free in time: the caller should come back later, nothing was done. */
export class DatabaseBusy extends Error {}
/** The connection was lost after COMMIT was sent: the write may or may not stand. */
export class OutcomeUnknown extends Error {}

/** `statementMs`: how long a statement may take, 10 s unless said otherwise. */
type DatabaseSettings = { url: string; connections: number; onLostConnection?: (error: Error) => void; statementMs?: number }

const unreachable = new Set([
  // The queue of a Unix socket is full: PostgreSQL accepts again in a moment.
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
])
const lostRaces = new Set(['40001', '40P01'])
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** The database ends a statement by itself before: who does not even say that is not there any more, though nobody closed the line. */
const deadLine = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'
const lostConnection = (error: unknown) =>
  unreachable.has(codeOf(error)) || deadLine(error) || (error instanceof Error && /Connection terminated|not queryable/.test(error.message))
const patienceMs = 5_000
const mostAttempts = 5
/** What an answer may take on its way beyond the statement's own time. */
const lineMs = 1_500

/** Opens a pool. Statement limit 10 s, lock limit 3 s, a silent line given up after 11,5 s: all below the client's 15 s. */
export function openDatabase({ url, connections, onLostConnection = () => {}, statementMs = 10_000 }: DatabaseSettings): OpenDatabase {
  const pool = new pg.Pool({
    Client: clientOf(url),
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    pipeline: true,
    types,
    statement_timeout: statementMs,
    query_timeout: statementMs + lineMs,
    keepAlive: true,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
    // One plan per shape of query: planning a list anew costs as much as running it.
    options: '-c plan_cache_mode=force_generic_plan',
    application_name: 'trastienda',
  })
  // Without these two handlers a lost connection ends the process.
  pool.on('error', onLostConnection)
  pool.on('connect', (client) => client.on('error', onLostConnection))
  pool.on('connect', (client) => openedAt.set(client, performance.now()))
  const ready = readiness(pool)
  const batchTurn = semaphore(Math.max(1, Math.floor(connections / 4)))
  const inTurns = (turn: Semaphore): Database => ({
    read: (scope, work) => turn(() => read(pool, scope, work)),
    readBatch: (scope, work, left) => batchTurn(() => turn(() => read(pool, scope, work)), left),
    write: (scope, work, preflight) => turn(() => write(pool, scope, { work, preflight })),
    ready,
    close: () => pool.end(),
  })
  return { ...inTurns((work) => work()), backgroundPool: inTurns(reentrantSemaphore(Math.max(1, Math.floor(connections / 2)))) }
}

/** When each connection was opened, and when one of the pool's was last found silent. */
const openedAt = new WeakMap<pg.PoolClient, number>()
const silentAt = new WeakMap<pg.Pool, number>()
/** Whoever stood while another line fell silent may be as silent: finding out would cost its next caller all that time again. */
const isSuspect = (pool: pg.Pool, client: pg.PoolClient) => (openedAt.get(client) ?? 0) < (silentAt.get(pool) ?? 0)

/** A lost connection is cut: on a silent line nobody would answer its goodbye. */
function giveBack(pool: pg.Pool, client: pg.PoolClient, broken?: Error): void {
  client.release(broken)
  if (!broken) return
  if (deadLine(broken)) silentAt.set(pool, performance.now())
  client.connection.stream.destroy()
}

/** It answers, but too slowly to let anybody in: a machine with too much to do. */
const slowToOpen = (error: unknown) => error instanceof Error && error.message.endsWith('connection timeout')

/** Waits out a restart of the database, but never a pool that is simply full. */
async function checkOut(pool: pg.Pool): Promise<pg.PoolClient> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    try {
      const client = await pool.connect()
      if (!isSuspect(pool, client)) return client
      giveBack(pool, client, new Error('opened before a line fell silent'))
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('timeout exceeded'))
        throw new DatabaseBusy('no free connection', { cause: error })
      if (!lostConnection(error) || Date.now() > giveUpAt)
        throw slowToOpen(error) ? new DatabaseBusy('no connection in time', { cause: error }) : error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function ask(client: pg.PoolClient, query: pg.QueryConfig & { query_timeout?: number }): Promise<pg.QueryResult> {
  inOnePacket(client)
  return client.query(query)
}

/** What is asked in one go leaves in one packet: one call to the system here, and PostgreSQL wakes up once. */
function inOnePacket({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked === 0) {
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

/** `local`: until the transaction ends; else until the connection is told another scope. */
const setScope = (scope: Scope | null, local: boolean) =>
  prepared(
    sql`select set_config('app.merchant_id', ${scope?.merchantId ?? ''}, ${local}), set_config('app.mode', ${scope?.mode ?? ''}, ${local})`,
  )

/** The scope that each pooled connection stands in. */
const scopes = new WeakMap<pg.PoolClient, string>()

/** Sends the scope ahead of what follows, in the same round trip; skipped when the connection already has it. */
function enter(client: pg.PoolClient, scope: Scope | null): Promise<unknown> {
  const wanted = scope ? `${scope.merchantId}/${scope.mode}` : ''
  if (scopes.get(client) === wanted) return Promise.resolve()
  scopes.delete(client)
  return noted(ask(client, setScope(scope, false)).then(() => scopes.set(client, wanted)))
}

/** Awaited later: until then its failure is nobody's unhandled one. */
function noted(answer: Promise<unknown>): Promise<unknown> {
  answer.catch(() => {})
  return answer
}

/** How often it was tried, and since when. */
type Tries = { attempt: number; startedAt: number }
const firstTry = (): Tries => ({ attempt: 1, startedAt: performance.now() })

/** Throws what ends the trying: what repeating does not heal, or has not healed so far. */
function throwUnlessRepeatable(error: unknown, healable: boolean, { attempt, startedAt }: Tries): void {
  const late = lostConnection(error) && performance.now() - startedAt > patienceMs
  if (healable && attempt < mostAttempts && !late) return
  throw deadLine(error) ? new DatabaseBusy('the line to the database is silent', { cause: error }) : error
}

async function read<T>(pool: pg.Pool, scope: Scope | null, work: (db: Connection) => Promise<T>, tries = firstTry()): Promise<T> {
  const client = await checkOut(pool)
  let broken: Error | undefined
  try {
    // On its way before the work's first query, awaited after it: one round trip. If it failed, what was read is thrown away.
    const sent = [enter(client, scope)]
    const result = await work(connectionOf(client, sent))
    await Promise.all(sent)
    return result
  } catch (error) {
    if (lostConnection(error)) broken = error as Error
    throwUnlessRepeatable(error, broken !== undefined, tries)
  } finally {
    giveBack(pool, client, broken)
  }
  return read(pool, scope, work, { ...tries, attempt: tries.attempt + 1 })
}

type Writing<T, A> = {
  work: (db: Connection, asked?: A) => Promise<T>
  preflight: ((db: Connection) => Promise<A | undefined>) | undefined
}

async function write<T, A>(pool: pg.Pool, scope: Scope | null, writing: Writing<T, A>, tries = firstTry()): Promise<T> {
  const client = await checkOut(pool)
  let broken: Error | undefined
  let committing = false
  const sent: Promise<unknown>[] = []
  const limit: Limit = {}
  try {
    const db = connectionOf(client, sent, limit)
    const begun = [ask(client, { text: 'begin' }), ask(client, setScope(scope, true))]
    const [asked] = await Promise.all([writing.preflight?.(db), ...begun])
    const result = await writing.work(db, asked)
    committing = true
    // Behind what was sent and not awaited, in the same round trip: after a failure there PostgreSQL answers it with a rollback.
    const [ended] = await Promise.all([ask(client, { text: 'commit', ...limit }), ...sent])
    if (ended.command !== 'COMMIT') throw new Error('a failure inside the transaction was passed over: nothing of it stands')
    return result
  } catch (thrown) {
    const error = await firstFailure(sent, thrown)
    if (lostConnection(error)) broken = error as Error
    if (broken && committing) throw new OutcomeUnknown('connection lost during commit', { cause: error })
    if (!broken) await client.query('rollback').catch((failure: Error) => void (broken = failure))
    throwUnlessRepeatable(error, broken !== undefined || lostRaces.has(codeOf(error)), tries)
  } finally {
    giveBack(pool, client, broken)
  }
  return write(pool, scope, writing, { ...tries, attempt: tries.attempt + 1 })
}

/** What was sent without waiting and failed is the cause; the error that came to light first may be only its consequence. */
const firstFailure = (sent: readonly Promise<unknown>[], thrown: unknown): Promise<unknown> =>
  Promise.all(sent).then(
    () => thrown,
    (cause: unknown) => cause,
  )

/** Looks whether the database answers; while it is away, all who ask wait for one look, which goes on trying longer than they wait. */
function readiness(pool: pg.Pool): () => Promise<boolean> {
  let looking: Promise<boolean> | undefined
  const look = () =>
    read(pool, null, (db) => db.first(sql`select 1`))
      .then(
        () => true,
        () => false,
      )
      .finally(() => (looking = undefined))
  return () => {
    looking ??= look()
    return Promise.race([looking, new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false).unref())])
  }
}

const rawNames = new Map<string, string>()
const mostRawNames = 100

/** A library's text is prepared like our own: planning its long statements anew costs more than they do. Of texts without number only the first are. */
function nameOf(text: string): { name?: string } {
  const known = rawNames.get(text)
  if (known !== undefined) return { name: known }
  if (rawNames.size >= mostRawNames) return {}
  const name = createHash('sha1').update(text).digest('base64url')
  rawNames.set(text, name)
  return { name }
}

const planMode = (mode: string) => sql`select set_config('plan_cache_mode', ${mode}, false)`

/** How long an answer is waited for where that is more than usual. */
type Limit = { query_timeout?: number }

/** `sent` takes the answers that its user does not wait for. */
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
      inOnePacket(client)
      return copyOut(client, query, into)
    },
    run: async (query) => (await run(query)).rowCount ?? 0,
    send: (query) => void sent.push(noted(run(query))),
    async allow(ms) {
      await run(sql`select set_config('statement_timeout', ${String(ms)}, true)`)
      limit.query_timeout = ms + lineMs
    },
    raw: async (text, values = []) => ({ rows: (await client.query<Record<string, unknown>>({ text, values, ...nameOf(text) })).rows }),
  }
}
