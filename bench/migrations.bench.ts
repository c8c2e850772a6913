import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { serverFlags } from './bigShop.ts'
import { checkOut, oldestPromised, shortOf } from './earlierVersion.ts'
import { end, figure } from './figure.ts'
import { freePort } from './freePort.ts'
import type { LaneReport } from './openLoop.ts'
import { startCrowd, type RunningCrowd } from './startCrowd.ts'
import { watchLocks } from './watchLocks.ts'

// Upgrades a running installation to this version: an earlier one serves lists and refunds on a million operations while all later migrations are
// applied, interrupted once by a kill; then both versions serve side by side. `npm run bench -- migrations`, in a checkout with its history.
// BENCH_FROM: the earlier commit, by default the oldest supported one. BENCH_RATE: requests a second. BENCH_DATA: a data folder to copy, created by that
// version or an older one; without it that version creates its own, once.
const size = Number((process.env.BENCH_SIZES ?? '1000000').split(',').at(-1))
const rate = Number(process.env.BENCH_RATE ?? 100)
const from = shortOf(process.env.BENCH_FROM ?? oldestPromised())
const root = join(import.meta.dirname, '..')
const rates = { list: 0.7 * rate, write: 0.3 * rate, export: 0 }
const settings = { NODE_ENV: 'production', LOG_LEVEL: 'error', REFUND_HOLD_SECONDS: '0', CONFIRM_NEW_DEVICES: 'no' }

const folder = mkdtempSync(join(tmpdir(), 'trastienda-bench-migrations-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const earlier = join(folder, 'earlier')
checkOut(from, earlier)
const dataDir = join(root, '.data', 'bench-migrations')
fill()
const servers: ChildProcess[] = []
const before = await serve(earlier, { DATA_DIR: dataDir, SEED: 'demo' })
const database = runningEmbedded(dataDir)
if (!database) throw new Error('the database of the earlier version is not running')
const since = new Date().toISOString()
const booksBefore = await booksUntil(since)
const crowd = await crowdAt(before)
await sleep(5_000)
const locks = await watchLocks(database.ownerUrl)
const { killed, after: killedAfter } = await migrateAndKill()
const restarted = spawn(process.execPath, ['bench/migrateOnce.ts', database.ownerUrl], { cwd: root, stdio: 'inherit' })
const [code] = (await once(restarted, 'exit')) as [number | null]
const watched = await locks.stop()
// The load on both versions until the last server is replaced.
const after = await serve(root, {
  DATA_DIR: folder,
  DATABASE_URL: database.appUrl,
  DATABASE_MIGRATION_URL: database.ownerUrl,
  SEED: 'demo',
  SESSION_SECRET: readFileSync(join(dataDir, 'session-secret'), 'utf8').trim(),
})
const newCrowd = await crowdAt(after)
await sleep(15_000)
for (const one of [crowd, newCrowd]) one.stop()
const [old, now] = [await crowd.reports, await newCrowd.reports]
const booksAfter = await booksUntil(since)

const facts = { operations: size, from, migrations: watched.applied.length, requestsPerSecond: rate }
figure({
  name: 'migrations applied in the end',
  value: Number(code === 0),
  unit: '',
  budget: 1,
  atLeast: true,
  facts,
})
figure({
  name: 'killed in between',
  value: Number(killed && killedAfter < watched.applied.length),
  unit: '',
  budget: 1,
  atLeast: true,
  facts: { killedAfter },
})
figure({ name: 'longest that anybody waited for a migration', value: watched.longestMs, unit: 'ms', budget: 1_000, facts })
for (const [name, ms] of watched.applied.filter(([, took]) => took > 200))
  figure({ name: `  ${name}`, value: ms, unit: 'ms', facts: { waited: watched.waitedFor.get(name) ?? 0 } })
reportLanes('the earlier version', old)
reportLanes('this version', now)
figure({ name: 'books of before, changed', value: Number(booksBefore !== booksAfter), unit: '', budget: 0 })
for (const server of servers.toReversed()) {
  server.kill('SIGTERM')
  await once(server, 'exit')
}
rmSync(dataDir, { recursive: true, force: true })
end()

function reportLanes(who: string, lanes: readonly LaneReport[]): void {
  for (const { name, asked, failed, refused, firstFailure, p50, p99, most } of lanes) {
    const more = {
      asked,
      ...(refused === undefined ? {} : { refused }),
      p50,
      p99,
      most,
      ...(firstFailure === null ? {} : { first: firstFailure }),
    }
    figure({ name: `${who}: ${name}, failed`, value: failed, unit: '', budget: 0, facts: more })
  }
}

/** The earlier version's own data, created once for each commit and size; the run works on a copy. */
function fill(): void {
  const benchDir = process.env.BENCH_DATA ?? join(root, '.data', `bench-${size}-${from}`)
  if (!existsSync(benchDir)) {
    const env = { ...process.env, DATA_DIR: `${benchDir}.new`, SEED: 'demo' }
    rmSync(`${benchDir}.new`, { recursive: true, force: true })
    mkdirSync(`${benchDir}.new`, { recursive: true })
    const { status } = spawnSync(process.execPath, ['tools/seed.ts', '--operations', String(size)], { cwd: earlier, env, stdio: 'inherit' })
    if (status !== 0) throw new Error('the earlier version could not be filled')
    renameSync(`${benchDir}.new`, benchDir)
  }
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(join(root, '.data'), { recursive: true })
  const { status } = spawnSync('cp', ['-a', '--reflink=auto', benchDir, dataDir])
  if (status !== 0) throw new Error('the data could not be copied')
}

async function serve(cwd: string, own: Record<string, string>): Promise<string> {
  const port = String(await freePort())
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings, ...own, PORT: port }
  servers.push(spawn(process.execPath, [...serverFlags, 'server/app/main.ts'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  const address = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const giveUpAt = Date.now() + 120_000; !(await isReady()); await sleep(100))
    if (Date.now() > giveUpAt) throw new Error(`${cwd} did not become ready`)
  return address
}

/** It sends requests until it is stopped. */
function crowdAt(address: string): Promise<RunningCrowd> {
  return startCrowd({ address, owners: ['owner.empresa@demo.test'], seconds: 3_600, rates })
}

/** Kills the migrating process halfway: once some migrations are applied, or after a second. Returns whether it was still running, and how many migrations were applied. */
async function migrateAndKill(): Promise<{ killed: boolean; after: number }> {
  const child = spawn(process.execPath, ['bench/migrateOnce.ts', database?.ownerUrl ?? ''], { cwd: root, stdio: 'inherit' })
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
  const applied = () =>
    withClient(database?.ownerUrl ?? '', async (client) => (await client.query('select from schema_migrations')).rowCount ?? 0)
  const started = await applied()
  for (const until = performance.now() + 1_000; child.exitCode === null && performance.now() < until;) {
    if ((await applied()) > started + 1) break
    await sleep(5)
  }
  child.kill('SIGKILL')
  const [, signal] = await exited
  return { killed: signal === 'SIGKILL', after: (await applied()) - started }
}

/** A hash of the ledger as it was at an instant. */
function booksUntil(at: string): Promise<string> {
  return withClient(database?.ownerUrl ?? '', async (client) => {
    const { rows } = await client.query<{ books: string }>(
      `select count(*) || '/' || sum(hashtextextended(l.merchant_id::text || l.mode || l.journal_id || l.account || l.amount_cents, 0)::numeric) as books
       from ledger_lines l join ledger_journals j on (j.merchant_id, j.mode, j.id) = (l.merchant_id, l.mode, l.journal_id) where j.at < $1`,
      [at],
    )
    return rows[0]?.books ?? ''
  })
}
