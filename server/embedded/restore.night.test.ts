import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backup } from './backup.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { restore, type Restoring } from './restore.ts'
import { livingProcesses } from './stopOrphan.ts'
import { segmentsOf, walFolder } from './walArchive.ts'
import { withClient } from '../platform/database/withClient.ts'
import { clusterBase } from '../testing/clusterBase.ts'

// A small database that is lost and restored repeatedly. Its folder has a space in its name, as users' folders do.
const root = mkdtempSync(join(clusterBase(), 'trastienda-restore-'))
const [dataDir, backupDir] = [join(root, 'the data'), join(root, 'backup')]
const folder = join(dataDir, 'postgres')
let database: Embedded

const ask = (text: string) =>
  withClient(database.ownerUrl, async (client) => (await client.query<{ n: number; segment: string }>(text)).rows).then((rows) => rows[0])
const write = (n: number) => ask(`insert into notes select ${n}`)
const notes = async () => (await ask('select sum(n)::integer as n from notes'))?.n
const start = async () => (database = await startEmbedded({ dataDir, backupDir, log: () => {} }))
/** Switches to a new WAL segment, and waits until the current one is archived. */
const switchLog = async () => {
  const ended = (await ask('select pg_walfile_name(pg_switch_wal()) as segment'))?.segment ?? ''
  await expect.poll(() => segmentsOf(backupDir)).toContain(ended)
}
const again = (options: Partial<Restoring> = {}) => restore({ dataDir, backupDir, until: null, prove: async () => [], ...options })
/** Kills the database, as in a power cut: nothing more is archived. Returns the folder of its saved pg_wal. */
async function lose(): Promise<string> {
  const pid = database.pid()
  if (pid === undefined) throw new Error('no database runs')
  process.kill(pid, 'SIGKILL')
  await database.stop()
  while (livingProcesses(join(folder, 'cluster')).length > 0) await sleep(20)
  const saved = mkdtempSync(join(root, 'saved log-'))
  cpSync(join(folder, 'cluster/pg_wal'), saved, { recursive: true })
  rmSync(folder, { recursive: true })
  return saved
}

beforeAll(async () => {
  chmodSync(root, 0o711)
  for (const place of [dataDir, backupDir]) mkdirSync(place, { mode: 0o711 })
  await start()
  await ask('create schema trastienda')
  await ask('create table notes (n integer)')
  await write(1)
  await backup({ ownerUrl: database.ownerUrl, folder, backupDir, keep: 7 })
})
afterAll(async () => {
  await database.stop()
  rmSync(root, { recursive: true, force: true })
})

it('restores the same backup twice: what was written after the first restore exists after the second', async () => {
  await write(10)
  const first = await again({ lastWal: await lose() })
  expect([first.problems, first.setAside]).toEqual([[], null])
  await start()
  expect(await notes()).toBe(11)
  await write(100)
  await switchLog()
  await lose()
  await again()
  await start()
  expect(await notes()).toBe(111)
})

it('restores to an instant before a damaged segment, even if nothing was written in between', async () => {
  await write(1_000)
  const instant = new Date()
  await sleep(1_100)
  await switchLog()
  await write(10_000)
  await switchLog()
  await lose()
  const newest = segmentsOf(backupDir).at(-1) ?? ''
  writeFileSync(join(walFolder(backupDir), `${newest}.gz`), 'damaged')
  await expect(again()).rejects.toThrow(new RegExp(`${newest} is not as it was written; the WAL is complete until 2.*--until 2`))
  await expect(again({ until: new Date() })).rejects.toThrow('the WAL is complete until 2')
  expect(readdirSync(dataDir)).not.toContain('postgres')
  await again({ until: instant })
  await start()
  expect(await notes()).toBe(1_111)
})

it('changes nothing if the saved pg_wal is invalid', async () => {
  await database.stop()
  await expect(again({ lastWal: join(root, 'absent') })).rejects.toThrow('contains no WAL')
  await start()
  expect(await notes()).toBe(1_111)
})

it('reads the saved pg_wal from the folder that it moves aside', async () => {
  await write(100_000)
  await database.stop()
  await again({ lastWal: join(folder, 'cluster/pg_wal') })
  await start()
  expect(await notes()).toBe(101_111)
})
