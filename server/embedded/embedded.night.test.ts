import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { keptFolderPrefix } from './clusterFolder.ts'
import { startEmbedded } from './embedded.ts'
import { livingProcesses, readPidFile } from './stopOrphan.ts'
import { withClient } from '../platform/database/withClient.ts'
import { clusterBase } from '../testing/clusterBase.ts'

// The killer, the writers and the server are three processes.
let dataDir: string
const children: ChildProcess[] = []
const log = () => {}
const cluster = () => join(dataDir, 'postgres', 'cluster')
const silentlyKill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

beforeEach(() => {
  dataDir = mkdtempSync(join(clusterBase(), keptFolderPrefix('trastienda-test-')))
})
afterEach(async () => {
  vi.useRealTimers()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  if (existsSync(cluster())) for (const pid of livingProcesses(cluster())) silentlyKill(pid)
  await sleep(50)
  rmSync(dataDir, { recursive: true, force: true })
})

type Opened = { ownerUrl: string; databasePid: number; ms: number }
type Server = { child: ChildProcess; opened: Promise<Opened | null>; ended: Promise<number | null>; complaint: () => string }

function serve(account: { uid?: number; gid?: number } = {}): Server {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/crashServer.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  children.push(child)
  let [output, complained] = ['', '']
  child.stderr?.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const opened = new Promise<Opened | null>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.endsWith('\n')) resolve(JSON.parse(output) as Opened)
    })
    void ended.then(() => resolve(null))
  })
  return { child, opened, ended, complaint: () => complained }
}

function startWriters(url: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/crashWriters.ts'), url], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.push(child)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    moveTo: (address: string) => child.send({ url: address }),
    count: () => output.length,
    async stop(): Promise<number[]> {
      // After disconnect() a child never reports "close".
      const closed = new Promise((resolve) => child.stdout?.once('close', resolve))
      child.disconnect()
      await closed
      return output.split('\n').slice(0, -1).map(Number)
    },
  }
}

/** Waits until the writers succeed again after the last acknowledged write. */
async function flowing(writers: ReturnType<typeof startWriters>): Promise<number> {
  const startedAt = performance.now()
  const before = writers.count()
  while (writers.count() === before && performance.now() - startedAt < 120_000) await sleep(5)
  return performance.now() - startedAt
}

async function untilReachable(url: string): Promise<number> {
  const startedAt = performance.now()
  const answers = () => withClient(url, () => Promise.resolve(true)).catch(() => false)
  while (!(await answers()) && performance.now() - startedAt < 120_000) await sleep(10)
  return Math.round(performance.now() - startedAt)
}

async function lost(url: string, acknowledged: readonly number[]): Promise<number> {
  const { rows } = await withClient(url, (client) => client.query<{ id: number }>('select id from marks'))
  const stored = new Set(rows.map(({ id }) => id))
  return acknowledged.filter((id) => !stored.has(id)).length
}

const prepareMarks = (url: string) =>
  withClient(url, (client) => client.query('create schema trastienda; create table marks (id int primary key)'))
const report = (figures: object) => console.log(JSON.stringify(figures))

test('when the database is killed under load, it restarts by itself with every acknowledged write', async () => {
  const server = await startEmbedded({ dataDir, log })
  await prepareMarks(server.ownerUrl)
  const writers = startWriters(server.ownerUrl)
  const outagesMs: number[] = []
  for (let cycle = 0; cycle < testRuns(5, 3); cycle += 1) {
    await flowing(writers)
    await sleep(200 + 150 * Math.random())
    process.kill(server.pid() ?? 0, 'SIGKILL')
    outagesMs.push(await untilReachable(server.ownerUrl))
  }
  await flowing(writers)
  const acknowledged = await writers.stop()
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(await lost(server.ownerUrl, acknowledged)).toBe(0)
  report({ scenario: 'databaseKilled', cycles: testRuns(5, 3), acknowledged: acknowledged.length, lost: 0, outagesMs })
  await server.stop()
  expect(livingProcesses(cluster())).toEqual([])
})

test('when the server is killed under load, alone or with its database, the next start loses nothing', async () => {
  let server = serve()
  let opened = await server.opened
  await prepareMarks(opened?.ownerUrl ?? '')
  const writers = startWriters(opened?.ownerUrl ?? '')
  const reopenedMs: number[] = []
  for (let cycle = 0; cycle < testRuns(6, 3); cycle += 1) {
    await flowing(writers)
    await sleep(150 + 100 * Math.random())
    if (cycle % 2 === 1) silentlyKill(opened?.databasePid ?? 0)
    server.child.kill('SIGKILL')
    await server.ended
    if (cycle % 2 === 0) expect(livingProcesses(cluster())).toContain(opened?.databasePid)
    server = serve()
    opened = await server.opened
    expect(opened, server.complaint()).not.toBeNull()
    writers.moveTo(opened?.ownerUrl ?? '')
    reopenedMs.push(opened?.ms ?? 0)
  }
  await flowing(writers)
  const acknowledged = await writers.stop()
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(await lost(opened?.ownerUrl ?? '', acknowledged)).toBe(0)
  expect(readPidFile(cluster())?.pid).toBe(opened?.databasePid)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(livingProcesses(cluster())).toEqual([])
  report({ scenario: 'serverKilled', cycles: testRuns(6, 3), acknowledged: acknowledged.length, lost: 0, reopenedMs })
})

test('when the very first start is killed at any moment, the next start creates a complete database', async () => {
  for (const afterMs of process.env.NIGHTLY === undefined ? [450] : [60, 150, 300, 450, 600, 750, 900]) {
    const server = serve()
    await sleep(afterMs)
    server.child.kill('SIGKILL')
    await server.ended
  }
  const last = serve()
  const opened = await last.opened
  expect(opened, last.complaint()).not.toBeNull()
  await prepareMarks(opened?.ownerUrl ?? '')
  last.child.kill('SIGTERM')
  await last.ended
  expect(readdirSync(dataDir).toSorted()).toEqual(['launcher.lock', 'postgres'])
})

test('of two concurrent first starts by an unprivileged account one opens the folder, the other reports in one line who holds it', async () => {
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (account.uid) chownSync(dataDir, account.uid, account.gid)
  const servers = [serve(account), serve(account)]
  const opened = await Promise.all(servers.map((server) => server.opened))
  expect(opened.filter(Boolean), servers.map(({ complaint }) => complaint()).join()).toHaveLength(1)
  const refused = servers[opened.indexOf(null)]
  const winner = servers[1 - opened.indexOf(null)]
  expect(await refused?.ended).toBe(1)
  expect(refused?.complaint().trim().split('\n')).toEqual([expect.stringContaining(`(process ${winner?.child.pid})`)])
  await prepareMarks(opened.find(Boolean)?.ownerUrl ?? '')
  winner?.child.kill('SIGTERM')
  expect(await winner?.ended).toBe(0)
  expect(livingProcesses(cluster())).toEqual([])
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
})

test('a database that keeps crashing is given up, with a log entry', async () => {
  // The clock stands: on a busy machine six restarts take longer than the minute in which they count.
  vi.useFakeTimers({ toFake: ['Date'] })
  const lines: string[] = []
  const givenUp: Error[] = []
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line), onGivenUp: (error) => givenUp.push(error) })
  for (let deaths = 0; deaths < 6; deaths += 1) {
    const pid = server.pid()
    silentlyKill(pid ?? 0)
    for (let waits = 0; waits < 500 && server.pid() === pid && givenUp.length === 0; waits += 1) await sleep(10)
  }
  expect(givenUp).toEqual([expect.objectContaining({ message: expect.stringContaining('more than five times') as string })])
  expect(lines.filter((line) => line.includes('starting it again'))).toHaveLength(5)
  await server.stop()
})
