import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertSafeDatabase } from './assertSafeDatabase.ts'
import { keptFolderPrefix } from '../../embedded/clusterFolder.ts'
import { startEmbedded, type Embedded } from '../../embedded/embedded.ts'
import { appRole } from '../../embedded/newCluster.ts'
import { withClient } from './withClient.ts'

// Each on a real cluster. The refusal of version 14 is not tested: none is available.
const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), keptFolderPrefix('trastienda-test-')))
  folders.push(folder)
  return folder
}
const log = () => {}
let dataDir: string

beforeAll(() => {
  dataDir = newFolder()
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function guarded(settings: Record<string, string>, before?: (server: Embedded) => Promise<unknown>): Promise<string[]> {
  const server = await startEmbedded({ dataDir, log, settings })
  try {
    await before?.(server)
    return await assertSafeDatabase(server.appUrl, { embedded: true })
  } finally {
    await server.stop()
  }
}
const asOwner = (query: string) => (server: Embedded) => withClient(server.ownerUrl, (client) => client.query(query))

test('the embedded database passes', async () => {
  expect(await guarded({})).toEqual([])
})

test.each(['fsync', 'full_page_writes', 'synchronous_commit'])('%s = off is refused', async (name) => {
  await expect(guarded({ [name]: 'off' })).rejects.toThrow(`${name} = off and could lose acknowledged payments`)
})

test('a role that switched synchronous_commit off for itself is refused', async () => {
  await expect(guarded({}, asOwner(`alter role ${appRole} set synchronous_commit = off`))).rejects.toThrow('synchronous_commit = off')
  expect(await guarded({}, asOwner(`alter role ${appRole} reset synchronous_commit`))).toEqual([])
})

test('an edited file of the cluster cannot switch durability off', async () => {
  await guarded({}, asOwner('alter system set fsync = off'))
  expect(await guarded({})).toEqual([])
})

test('a superuser and a role with BYPASSRLS are refused', async () => {
  await expect(guarded({}, asOwner(`alter role ${appRole} superuser`))).rejects.toThrow('is a superuser')
  await expect(guarded({}, asOwner(`alter role ${appRole} nosuperuser bypassrls`))).rejects.toThrow('has BYPASSRLS')
  expect(await guarded({}, asOwner(`alter role ${appRole} nobypassrls`))).toEqual([])
})

test('missing checksums are an error for the embedded database and a warning for any other', async () => {
  const server = await startEmbedded({ dataDir: newFolder(), log, initdbWords: ['--no-data-checksums'] })
  await expect(assertSafeDatabase(server.appUrl, { embedded: true })).rejects.toThrow('without data checksums')
  expect(await assertSafeDatabase(server.appUrl, { embedded: false })).toEqual([expect.stringContaining('no data checksums')])
  await server.stop()
})

test('an unreachable database and a wrong password give one line without the password', async () => {
  const lines: string[] = []
  const server = await startEmbedded({ dataDir, log })
  const wrong = new URL(server.appUrl)
  wrong.password = 'not-the-password'
  for (const url of [
    wrong.href,
    'postgres://app:secret@127.0.0.1:1/shop',
    'postgres://app:secret@nowhere.invalid/shop',
    server.appUrl.replace('/trastienda?', '/nothing?'),
  ]) {
    await assertSafeDatabase(url, { embedded: false }).catch((error: Error) => lines.push(`${error.name}: ${error.message}`))
  }
  await server.stop()
  expect(lines).toEqual([
    expect.stringContaining('the password is wrong'),
    expect.stringContaining('app@127.0.0.1:1/shop cannot be reached: nothing listens there'),
    expect.stringMatching(/the host name/),
    expect.stringContaining('there is no such database'),
  ])
  for (const line of lines) expect(line).toMatch(/^(?:ConfigProblem|DatabaseUnreachable): [^\n]+$/)
  expect(lines.join('\n')).not.toMatch(/secret|not-the-password/)
})
