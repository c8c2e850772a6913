import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backup } from '../../embedded/backup.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { startEmbedded, type Embedded } from '../../embedded/embedded.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { appRole } from '../../embedded/newCluster.ts'
import { restore } from '../../embedded/restore.ts'
import { livingProcesses } from '../../embedded/stopOrphan.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { writeFixture } from '../../testing/testFixture.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'
import { eraseFound, findCustomer } from './eraseEverywhere.ts'
import { copyErasures } from './erasureRegister.ts'
import { reapplyErasures } from './reapplyErasures.ts'
import { zenobia } from '../../testing/privacy/testTraces.ts'

// A database that is lost and restored, with the register beside its backups.
const root = mkdtempSync(join(tmpdir(), 'trastienda-restored-'))
const [dataDir, backupDir] = [join(root, 'data'), join(root, 'backup')]
const folder = join(dataDir, 'postgres')
let database: Embedded

const start = async () => (database = await startEmbedded({ dataDir, backupDir, log: () => {} }))
const named = () =>
  withClient(
    database.ownerUrl,
    async (client) => (await client.query<{ name: string }>('select first_name as name from operations')).rows[0]?.name,
  )
/** Runs as the product does. */
async function withApp<T>(work: (services: Parameters<typeof reapplyErasures>[0]) => Promise<T>): Promise<T> {
  const app = openDatabase({ url: database.appUrl, connections: 1 })
  try {
    return await work({
      database: app,
      config: { erasuresDir: backupDir, sessionSecrets: ['a secret of this test'] },
      now: () => new Date(),
    })
  } finally {
    await app.close()
  }
}

beforeAll(async () => {
  chmodSync(root, 0o711)
  for (const place of [dataDir, backupDir]) mkdirSync(place, { mode: 0o711 })
  await start()
  await migrate(database.ownerUrl, appRole)
  await writeFixture(database.ownerUrl)
  await writeOperation(database.ownerUrl, { ...zenobia, substatus: 'rejected' })
  await backup({ ownerUrl: database.ownerUrl, folder, backupDir, keep: 7 })
})
afterAll(async () => {
  await database.stop()
  rmSync(root, { recursive: true, force: true })
})

it('a restored database repeats an erasure that is later than the restored state', async () => {
  await withApp(async (services) => {
    const found = await findCustomer(services, 'email', zenobia.email)
    expect(await eraseFound(services, found, 'request')).toEqual({ done: 1, waiting: 0 })
    expect(await copyErasures(services)).toBe(1)
  })
  expect(await named()).toBe('')
  // A power failure: the latest writes are in no backup.
  const pid = database.pid()
  if (pid === undefined) throw new Error('no database runs')
  process.kill(pid, 'SIGKILL')
  await database.stop()
  while (livingProcesses(join(folder, 'cluster')).length > 0) await sleep(20)
  rmSync(folder, { recursive: true })
  expect((await restore({ dataDir, backupDir, until: null, prove: async () => [] })).problems).toEqual([])
  await start()
  expect(await named()).toBe(zenobia.firstName)
  expect(await withApp(reapplyErasures)).toBe(1)
  expect(await named()).toBe('')
  expect(await withApp(reapplyErasures)).toBe(0)
})
