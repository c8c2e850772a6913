import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clusterFolder, writableFolder } from './clusterFolder.ts'
import { ConfigProblem } from './configProblem.ts'
import { lockFolder } from './lockFolder.ts'
import { appRole, newCluster, ownerRole, postgresEnvironment, type ClusterKeys } from './newCluster.ts'
import type { PostgresAccount } from './postgresAccount.ts'
import { postgresBinaries } from './postgresBinaries.ts'
import { readPidFile, stopOrphan } from './stopOrphan.ts'

export type Embedded = {
  /** Superuser: migrations and seed only. */
  ownerUrl: string
  /** The application's role: neither superuser nor able to pass row-level security. */
  appUrl: string
  created: boolean
  pid(): number | undefined
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  log: (line: string) => void
  /** False when somebody chose the folder: then it is never replaced by another place. */
  dataDirIsDefault?: boolean
  /** Changed server settings; for tests. */
  settings?: Record<string, string>
  /** Called when the database keeps dying and was given up. */
  onGivenUp?: (error: Error) => void
}

export const databaseName = 'trastienda'

// Given on the command line, so that no edited file in the cluster can switch durability off. The log keeps no statement,
// parameter or DETAIL: those carry personal data.
const ownSettings: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  cluster_name: 'trastienda',
  logging_collector: 'off',
}

type Place = { host: string; port: number; socketFolder: string | null }

/** A socket in a short private folder (its path may have 107 bytes at most); on Windows a random port of this machine. */
async function makePlace(account: PostgresAccount): Promise<Place> {
  if (process.platform === 'win32') {
    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => probe.once('listening', resolve))
    const { port } = probe.address() as { port: number }
    await new Promise((resolve) => probe.close(resolve))
    return { host: '127.0.0.1', port, socketFolder: null }
  }
  const base = Buffer.byteLength(tmpdir()) > 60 || account ? '/tmp' : tmpdir()
  const socketFolder = mkdtempSync(join(base, 'trastienda-'))
  if (account) chownSync(socketFolder, account.uid, account.gid)
  return { host: socketFolder, port: 5432, socketFolder }
}

export const addressOf = (place: Place, role: string, password: string, database: string) =>
  place.socketFolder
    ? `postgres://${role}:${password}@localhost:${place.port}/${database}?host=${encodeURIComponent(place.socketFolder)}`
    : `postgres://${role}:${password}@${place.host}:${place.port}/${database}`

function logTail(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line))?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? lines.at(-1) ?? ''
}

type Launch = {
  program: string
  cluster: string
  logFile: string
  place: Place
  account: PostgresAccount
  settings: Record<string, string>
}

/** Starts `postgres` and waits until it accepts connections. */
async function launch({ program, cluster, logFile, place, account, settings }: Launch): Promise<ChildProcess> {
  const where = place.socketFolder
    ? { listen_addresses: '', unix_socket_directories: place.socketFolder, unix_socket_permissions: '0700' }
    : { listen_addresses: place.host }
  const args = Object.entries({ ...settings, ...where, port: String(place.port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logHandle = openSync(logFile, 'a', 0o600)
  // Its own process group: Ctrl-C reaches only us, and the database goes last.
  const child = spawn(program, ['-D', cluster, ...args], {
    detached: true,
    cwd: cluster,
    env: postgresEnvironment(),
    stdio: ['ignore', logHandle, logHandle],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  closeSync(logHandle)
  let failure = ''
  child.once('error', (error) => (failure = error.message))
  child.once('exit', () => (failure ||= logTail(logFile)))
  const giveUpAt = Date.now() + 300_000
  for (;;) {
    if (failure) throw new ConfigProblem(`The database did not start: ${failure} (see ${logFile})`)
    const found = readPidFile(cluster)
    // A stale file may say "ready" too: only the child's own counts.
    if (found?.ready && found.pid === child.pid) return child
    if (Date.now() > giveUpAt) throw new ConfigProblem(`The database is not ready after 5 minutes (see ${logFile}).`)
    await sleep(5)
  }
}

async function ended(child: ChildProcess, patienceMs: number): Promise<boolean> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  for (const giveUpAt = Date.now() + patienceMs; !isOver() && Date.now() < giveUpAt;) await sleep(10)
  return isOver()
}

/** Fast shutdown; after 30 s an immediate one, which loses nothing but costs a recovery. */
async function shutDown(child: ChildProcess): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    child.kill(signal)
    if (await ended(child, patienceMs)) return
  }
}

/** Makes what a half-finished first start may have left out: the database and the application's role. */
async function ensureDatabase(place: Place, keys: ClusterKeys): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(place, ownerRole, keys.owner, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      'select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $2) as database',
      [appRole, databaseName],
    )
    const passwordLiteral = client.escapeLiteral(keys.app)
    if (!rows[0]?.role)
      await client.query(
        `create role ${appRole} login nosuperuser nobypassrls nocreatedb nocreaterole noreplication password ${passwordLiteral}`,
      )
    if (!rows[0]?.database) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/** Keeps `postgres` running: what dies unasked is started again, at most five times a minute. */
function supervise(first: ChildProcess, options: Launch, { log, onGivenUp }: EmbeddedOptions) {
  let child = first
  let stopping = false
  let restart: Promise<unknown> = Promise.resolve()
  const deaths: number[] = []

  async function revive(how: string): Promise<void> {
    const now = Date.now()
    deaths.push(now)
    if (deaths.filter((at) => at > now - 60_000).length > 5) throw new Error('the database died more than five times in a minute')
    log(`The database ended unexpectedly (${how}); starting it again`)
    await stopOrphan(options.cluster)
    if (!stopping) watch(await launch(options))
  }
  function watch(current: ChildProcess): void {
    child = current
    current.once('exit', (code, signal) => {
      if (stopping) return
      restart = revive(signal ?? `exit code ${code}`).catch((error: Error) => {
        log(`The database was given up: ${error.message}`)
        onGivenUp?.(error)
      })
    })
  }
  watch(first)
  return {
    pid: () => child.pid,
    async stop() {
      stopping = true
      await restart
      if (!(await ended(child, 0))) await shutDown(child)
    },
    stopAtOnce() {
      if (!stopping) child.kill('SIGINT')
    },
  }
}

/**
 * Starts the PostgreSQL that comes with the product on a folder of its own, after stopping an orphan of a killed
 * predecessor. Throws a `ConfigProblem` for whatever the operator can put right.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = writableFolder(options.dataDir)
  const lock = await lockFolder(dataDir)
  let place: Place | undefined
  const tidy = () => {
    if (place?.socketFolder) rmSync(place.socketFolder, { recursive: true, force: true })
    lock.release()
  }
  try {
    const { folder, account } = clusterFolder(dataDir, options.dataDirIsDefault ?? false)
    const binaries = postgresBinaries(account, dataDir)
    const { keys, created } = newCluster(binaries, account, folder)
    const cluster = join(folder, 'cluster')
    if (!created && (await stopOrphan(cluster)) === 'stopped') options.log('Stopped the database that a killed server had left running')
    const logFile = join(folder, 'postgres.log')
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(logFile, `${logFile}.old`)
    place = await makePlace(account)
    const launchOptions: Launch = {
      program: join(binaries.folder, 'postgres'),
      cluster,
      logFile,
      place,
      account,
      settings: { ...ownSettings, ...options.settings },
    }
    const running = supervise(await launch(launchOptions), launchOptions, options)
    process.once('exit', running.stopAtOnce)
    const stop = async () => {
      process.off('exit', running.stopAtOnce)
      await running.stop()
      tidy()
    }
    await ensureDatabase(place, keys).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return {
      ownerUrl: addressOf(place, ownerRole, keys.owner, databaseName),
      appUrl: addressOf(place, appRole, keys.app, databaseName),
      created,
      pid: running.pid,
      stop,
    }
  } catch (error) {
    tidy()
    throw error
  }
}
