import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../bench/figure.ts'
import { backup, backupProblems, basesOf } from '../server/embedded/backup.ts'
import { startEmbedded } from '../server/embedded/embedded.ts'
import { restore } from '../server/embedded/restore.ts'
import { livingProcesses } from '../server/embedded/stopOrphan.ts'
import { segmentsOf, walFolder } from '../server/embedded/walArchive.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { proveDatabase } from '../tools/proveDatabase.ts'
import { killDatabase } from './installation.ts'
import { startLoad, type LoadReport } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

/** Runs `work` on the restored database, as the next start would open it. */
async function opened<T>(dataDir: string, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const database = await startEmbedded({ dataDir, log: () => {} })
  try {
    return await work(database.ownerUrl)
  } finally {
    await database.stop()
  }
}

const countRefunds = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => (await client.query<{ n: number }>('select count(*)::integer as n from refunds')).rows[0]?.n ?? -1)

/** Flips one bit of a file, as a failing disk does. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

/** A damaged byte in the backup, one in the WAL, and a missing segment: each is reported, and nothing is restored from it. */
async function damagedCopies(backupDir: string, folder: string): Promise<number> {
  const [base = ''] = basesOf(backupDir)
  const [first = ''] = segmentsOf(backupDir)
  const harms: ((copy: string) => void)[] = [
    (copy) => damage(join(copy, 'base', base, 'cluster/base', readdirSync(join(copy, 'base', base, 'cluster/base'))[0] ?? '', '1259')),
    (copy) => damage(join(walFolder(copy), `${first}.gz`)),
    (copy) => rmSync(join(walFolder(copy), `${first}.gz`)),
  ]
  let noticed = 0
  for (const [nth, harm] of harms.entries()) {
    const copy = join(folder, `harmed-${nth}`)
    cpSync(backupDir, copy, { recursive: true })
    harm(copy)
    if ((await backupProblems(copy, base)).length > 0) noticed += 1
    const target = join(folder, `refused-${nth}`)
    const refused = await restore({ dataDir: target, backupDir: copy, until: null, prove: proveDatabase }).then(
      () => false,
      () => true,
    )
    if (refused && !readdirSync(target).includes('postgres')) noticed += 1
  }
  return noticed
}

export const scenario: Scenario = {
  says: 'a base backup under load, then the disk is lost: restored to the last commit and to an instant; damaged backups are refused',
  async run(installation, { brief }) {
    const folder = mkdtempSync(join(tmpdir(), 'trastienda-chaos-copies-'))
    // The account that runs PostgreSQL needs to traverse it.
    chmodSync(folder, 0o711)
    try {
      const node = await installation.node()
      const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
      await load.flowing(20)
      const startedAt = performance.now()
      await backup({
        ownerUrl: installation.database.ownerUrl,
        folder: join(installation.dataDir, 'postgres'),
        backupDir: installation.backupDir,
        keep: 2,
      })
      const copyMs = Math.round(performance.now() - startedAt)
      await load.flowing(brief ? 20 : 300)
      if (!brief) await sleep(1_100)
      const [instant, atInstant] = await Promise.all([new Date(), countRefunds(installation.database.ownerUrl)])
      if (!brief) await sleep(1_100)
      await load.flowing(brief ? 20 : 300)
      const report: LoadReport = await load.stop()
      await node.stop()
      // Killed, not stopped: a clean shutdown also archives the last WAL segment.
      killDatabase(installation, 'SIGKILL')
      await installation.database.stop()
      while (livingProcesses(installation.cluster).length > 0) await sleep(20)
      // The disk is lost except for the last WAL.
      const lastWal = join(folder, 'saved-wal')
      mkdirSync(lastWal)
      for (const entry of readdirSync(join(installation.cluster, 'pg_wal'), { withFileTypes: true }))
        if (entry.isFile()) copyFileSync(join(installation.cluster, 'pg_wal', entry.name), join(lastWal, entry.name))
      const place = (name: string) => join(folder, name)
      for (const name of ['instant', 'whole']) mkdirSync(place(name), { mode: 0o711 })
      const whole = await restore({
        dataDir: place('whole'),
        backupDir: installation.backupDir,
        until: null,
        lastWal,
        prove: proveDatabase,
      })
      const atAnInstant = async (dataDir: string): Promise<Figure[]> => {
        const back = await restore({ dataDir, backupDir: installation.backupDir, until: instant, lastWal, prove: proveDatabase })
        const refunds = await opened(dataDir, countRefunds)
        const facts = { atInstant, ms: back.ms }
        return [
          {
            name: 'restored to an instant: refunds beside those of that instant',
            value: Math.abs(refunds - atInstant),
            unit: '',
            budget: 6,
            facts,
          },
          { name: 'rules broken at that instant', value: back.problems.length, unit: '', budget: 0 },
        ]
      }
      const refusesDamage = async (): Promise<Figure> => {
        const value = await damagedCopies(installation.backupDir, folder)
        return { name: 'damaged copies noticed and refused', value, unit: '', budget: 6, atLeast: true }
      }
      const figures: Figure[] = [
        refundCounts(report),
        { name: 'base backup under load', value: copyMs, unit: 'ms' },
        { name: 'restored to the last commit', value: whole.ms, unit: 'ms', budget: 300_000 },
        ...(await opened(place('whole'), (ownerUrl) => prove(ownerUrl, report))),
      ]
      return brief ? figures : [...figures, ...(await atAnInstant(place('instant'))), await refusesDamage()]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
