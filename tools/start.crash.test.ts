import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../bench/freePort.ts'
import { sealSecret } from '../server/access/secondFactor/totp.ts'
import { openDemoStaff } from '../server/demo/demoStaff.ts'
import { seedDemo } from '../server/demo/seed.ts'
import { keptFolderPrefix } from '../server/embedded/clusterFolder.ts'
import { addressOf } from '../server/embedded/databasePlace.ts'
import { databaseName, startEmbedded } from '../server/embedded/embedded.ts'
import { appRole, ownerRole, type ClusterKeys } from '../server/embedded/newCluster.ts'
import { livingProcesses, readPidFile } from '../server/embedded/stopOrphan.ts'
import { loadConfig } from '../server/platform/config/config.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { clusterBase } from '../server/testing/clusterBase.ts'

const root = join(import.meta.dirname, '..')
let dataDir: string
let port: number
const started: ChildProcess[] = []

type Started = { child: ChildProcess; ended: Promise<number | null>; out: () => string; err: () => string }

/** `npm start`, or what it runs, as the leader of a process group: a terminal signals the whole group. */
function start(env: Record<string, string>, [program, ...args]: readonly string[] = [process.execPath, 'tools/run.mjs', 'start']): Started {
  const child = spawn(program ?? '', args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${process.env.PATH}`, HOME: `${process.env.HOME}`, PORT: String(port), DATA_DIR: dataDir, ...env },
  })
  started.push(child)
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return { child, ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))), out: () => out, err: () => err }
}

const alive = () =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
const cluster = () => join(dataDir, 'postgres', 'cluster')
const databaseProcesses = () => (existsSync(cluster()) ? livingProcesses(cluster()) : [])

/** Waits less than the time limit of all tests, so that what it printed is shown. */
async function untilUp({ child, out, err }: Started): Promise<void> {
  const startedAt = performance.now()
  while (!out().trimEnd().endsWith(`http://127.0.0.1:${port}`)) {
    if (child.exitCode !== null || performance.now() - startedAt > 1_000_000) throw new Error(`it did not start:\n${out()}${err()}`)
    await sleep(20)
  }
  expect(await alive()).toBe(true)
}

async function expectNothingLeft(): Promise<void> {
  expect(databaseProcesses()).toEqual([])
  expect(await alive()).toBe(false)
}

async function expectNothingLeftSoon(): Promise<void> {
  await expect.poll(databaseProcesses).toEqual([])
  await expect.poll(alive).toBe(false)
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(clusterBase(), keptFolderPrefix('trastienda-test-')))
  port = await freePort()
  // The tests cover later starts, with a small demo: the journeys begin with a first start (e2e/server.ts).
  const database = await startEmbedded({ dataDir, log: () => {} })
  const { ownerUrl } = database
  await migrate(ownerUrl, appRole)
  await seedDemo({ ownerUrl, operations: 100 })
  // As the first start leaves them: under the secret of this folder.
  const { sessionSecrets, demoPassword } = loadConfig({ DATA_DIR: dataDir })
  await openDemoStaff({ ownerUrl, demoPassword, seal: (staffId, secret) => sealSecret(sessionSecrets, staffId, secret) })
  await database.stop()
})
/** Ends all started processes, also after a failed first start, when no test runs. */
function endAll(): void {
  for (const { pid } of started.splice(0)) {
    try {
      process.kill(-(pid ?? 0), 'SIGKILL')
    } catch {
      // The group has ended.
    }
  }
  for (const pid of databaseProcesses()) process.kill(pid, 'SIGKILL')
}
afterEach(endAll)
afterAll(() => {
  endAll()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('a later start prints the address and personas; SIGTERM ends every process, and accepted requests are answered first', async () => {
  const run = start({})
  await untilUp(run)
  expect(run.out()).toMatch(/owner\.empresa@demo\.test +owner/)
  expect(run.out()).toContain('Trastienda-demo-1')
  const signIn = () =>
    fetch(`http://127.0.0.1:${port}/v2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner.empresa@demo.test', password: 'Trastienda-demo-1' }),
    }).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
  const running = Array.from({ length: 8 }, signIn)
  await Promise.race(running)
  run.child.kill('SIGTERM')
  const statuses = await Promise.all(running)
  expect(statuses.filter((status) => typeof status !== 'number' || status >= 500)).toEqual([])
  expect(statuses).toContain(200)
  expect(await run.ended).toBe(0)
  await expectNothingLeft()
})

const isNightly = process.env.NIGHTLY !== undefined
// By day the launcher is terminated, or killed, whose database is another's.
const byNight = isNightly ? test : () => {}
// As server/embedded/embedded.night.test.ts, which kills the server alone and looks at the database that the next one adopts.
byNight('when everything but the database is killed, the next start adopts the database, and stops it at the end', async () => {
  const run = start({})
  await untilUp(run)
  process.kill(-(run.child.pid ?? 0), 'SIGKILL')
  await run.ended
  expect(databaseProcesses().length).toBeGreaterThan(0)
  const next = start({})
  await untilUp(next)
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  await expectNothingLeft()
})

byNight('Ctrl-C under npm, which signals the whole group and npm again, ends every process', async () => {
  const run = start({}, ['npm', 'start'])
  await untilUp(run)
  process.kill(-(run.child.pid ?? 0), 'SIGINT')
  await run.ended
  await expectNothingLeftSoon()
  expect(run.err()).not.toContain('at ')
})

byNight('npm alone terminated or killed ends every process', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const run = start({}, ['npm', 'start'])
    await untilUp(run)
    run.child.kill(signal)
    await run.ended
    await expectNothingLeftSoon()
  }
})

test('a start that is stopped halfway leaves no process', async () => {
  for (const afterMs of isNightly ? [100, 300, 500, 800] : [500]) {
    const run = start({})
    await sleep(afterMs)
    run.child.kill('SIGTERM')
    await run.ended
    await expectNothingLeftSoon()
  }
})

type Refused = [what: string, env: Record<string, string>, line: RegExp]
const unwritable: Refused = ['an unwritable folder', { DATA_DIR: '/dev/null/data' }, /\/dev\/null\/data cannot be written/]
const otherSecret: Refused = [
  'a secret that does not decrypt what is stored',
  { SESSION_SECRET: 'x'.repeat(40) },
  /cannot start: SESSION_SECRET: 4 stored values \(4 authenticator apps\) cannot be decrypted .* None of them was changed/,
]
/** Found by the same steps of a start as those by day. By day as well, without a start: a port in config.test.ts, the database in onceReachable.test.ts; the address as a port in use below. */
const refusedByNight: Refused[] = [
  ['a bad port', { PORT: '99999' }, /PORT="99999"/],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://app:hidden@127.0.0.1:1/shop', DATABASE_WAIT_SECONDS: '0' },
    /app@127\.0\.0\.1:1\/shop cannot be reached: nothing listens there/,
  ],
  ['an address that this machine does not have', { HOST: '192.0.2.1' }, /PORT or HOST/],
]
const oneLine = (err: string) => err.trimEnd().split('\n')

test.each([unwritable, otherSecret, ...(isNightly ? refusedByNight : [])])(
  '%s ends the start with a one-line error',
  async (_, env, line) => {
    const run = start(env)
    expect(await run.ended).toBe(1)
    expect(oneLine(run.err())).toEqual([expect.stringMatching(line)])
    expect(run.err()).not.toContain('hidden')
    await expectNothingLeft()
  },
)

test('a port in use ends the start with a one-line error', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port: takenPort } = taken.address() as AddressInfo // it listens on a port
  const onTaken = start({ PORT: String(takenPort) })
  expect(await onTaken.ended).toBe(1)
  expect(oneLine(onTaken.err())).toEqual([expect.stringContaining(`Port ${takenPort} on 127.0.0.1 is taken`)])
  taken.close()
})

test("a superuser as the application's role ends the start with a one-line error; a migration that ends its own connection is not run again", async () => {
  const database = await startEmbedded({ dataDir, log: () => {} })
  const asSuperuser = start({ DATABASE_URL: database.ownerUrl })
  expect(await asSuperuser.ended).toBe(1)
  expect(oneLine(asSuperuser.err())).toEqual([expect.stringContaining('"trastienda_owner" is a superuser')])

  const asOwner = (text: string) => withClient(database.ownerUrl, async (client) => (await client.query(text)).rows as unknown[])
  await asOwner(`create sequence public.runs;
    create function public.end_connection() returns event_trigger language plpgsql as
      $$ begin perform nextval('public.runs'), pg_terminate_backend(pg_backend_pid()); end $$;
    create event trigger end_connection on ddl_command_start when tag in ('CREATE SCHEMA') execute function public.end_connection()`)
  const run = start({ DATABASE_URL: database.appUrl, DATABASE_MIGRATION_URL: database.ownerUrl, SEED: 'demo' })
  expect(await run.ended).toBe(1)
  expect(run.err()).toContain('terminating connection')
  expect(await asOwner('select last_value::int from public.runs')).toEqual([{ last_value: 1 }])
  await asOwner('drop event trigger end_connection; drop function public.end_connection; drop sequence public.runs')
  await database.stop()
})

/** Connection strings of a PostgreSQL that recovers: it listens, and refuses connections until `recovered` is called. */
async function recoveringDatabase() {
  // A standby that serves nobody refuses as a server that recovers does, for as long as it is wanted.
  writeFileSync(join(cluster(), 'standby.signal'), '')
  const starting = startEmbedded({ dataDir, log: () => {}, settings: { hot_standby: 'off' } })
  let pidFile = readPidFile(cluster())
  while (!pidFile?.socketFolder) {
    await sleep(20)
    pidFile = readPidFile(cluster())
  }
  const { pid, port: databasePort, socketFolder } = pidFile
  const keys = JSON.parse(readFileSync(join(dataDir, 'postgres/keys.json'), 'utf8')) as ClusterKeys
  const place = { host: socketFolder, port: databasePort, socketFolder }
  return {
    settings: {
      DATABASE_URL: addressOf(place, appRole, keys.app, databaseName),
      DATABASE_MIGRATION_URL: addressOf(place, ownerRole, keys.owner, databaseName),
    },
    recovered() {
      writeFileSync(join(cluster(), 'promote'), '')
      process.kill(pid, 'SIGUSR1')
      return starting
    },
  }
}

const untilPrinted = async ({ child, out, err }: Started, words: string) => {
  while (!out().includes(words)) {
    if (child.exitCode !== null) throw new Error(`it ended:\n${out()}${err()}`)
    await sleep(20)
  }
}

// By day both with a database that recovers, below.
byNight('a start that waits for a database that nothing listens for says so, and can be stopped', async () => {
  const waiting = start({ DATABASE_URL: 'postgres://app:hidden@127.0.0.1:1/shop' })
  await untilPrinted(
    waiting,
    'Waiting for the database, 60 s at most. The database app@127.0.0.1:1/shop cannot be reached: nothing listens there.',
  )
  waiting.child.kill('SIGTERM')
  expect(await waiting.ended).toBe(0)
})

test('a start waits while its database recovers, and says why; when the launcher is killed, the server notices and stops', async () => {
  const { settings, recovered } = await recoveringDatabase()
  const run = start({ ...settings, SEED: 'demo', DATABASE_WAIT_SECONDS: '3600' })
  const stopped = start({ ...settings, PORT: String(await freePort()), DATA_DIR: join(dataDir, 'other'), DATABASE_WAIT_SECONDS: '3600' })
  for (const waiting of [run, stopped]) await untilPrinted(waiting, 'cannot be reached: it is starting or stopping.')
  stopped.child.kill('SIGTERM')
  expect(await stopped.ended).toBe(0)
  expect(run.out()).not.toContain(new URL(settings.DATABASE_URL).password)
  const database = await recovered()
  await untilUp(run)
  run.child.kill('SIGKILL')
  await run.ended
  await expect.poll(alive).toBe(false)
  await database.stop()
  await expectNothingLeft()
})
