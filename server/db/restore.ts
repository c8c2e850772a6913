import { chownSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backupProblems, basesOf, readManifest } from './backup.ts'
import { clusterFolder, writableFolder } from './clusterFolder.ts'
import { ConfigProblem } from './configProblem.ts'
import { addressOf, databasePlace } from './databasePlace.ts'
import { databaseName, ownSettings } from './embedded.ts'
import { launchPostgres, shutDownPostgres } from './launchPostgres.ts'
import { lockFolder } from './lockFolder.ts'
import { newCluster, ownerRole } from './newCluster.ts'
import { postgresBinaries } from './postgresBinaries.ts'
import type { PostgresAccount } from './postgresAccount.ts'
import { walFolder } from './walArchive.ts'
import { withClient } from './withClient.ts'

export type Restoring = {
  dataDir: string
  /** False when somebody chose the folder: then it is never replaced by another place. */
  dataDirIsDefault?: boolean
  backupDir: string
  /** The moment to go back to; null: all that the archive has. */
  until: Date | null
  /** `pg_wal` of the lost cluster, where it was saved: the seconds that the archive does not have yet. */
  lastWal?: string
  /** Whether what is restored holds, told by the product's own proofs; a problem leaves everything as it is for looking at. */
  prove: (ownerUrl: string) => Promise<readonly string[]>
}

export type Restored = { base: string; ms: number; setAside: string | null; problems: readonly string[] }

/** The newest base copy that had ended by then. */
function baseFor(backupDir: string, until: Date | null): string {
  const fitting = basesOf(backupDir).filter((base) => until === null || new Date(readManifest(backupDir, base).endedAt) <= until)
  const base = fitting.at(-1)
  if (base === undefined)
    throw new ConfigProblem(
      `${backupDir} holds no base copy${until ? ` that had ended by ${until.toISOString()}` : ''}: npm run operator -- backup makes one.`,
    )
  return base
}

function ownAll(folder: string, account: PostgresAccount): void {
  if (!account) return
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
}

/** A copy of the lost cluster's last log that the recovering server can read. */
function keepLastWal(lastWal: string, folder: string, account: PostgresAccount): string {
  const kept = join(folder, 'last-wal')
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(lastWal, { withFileTypes: true }))
    if (entry.isFile()) copyFileSync(join(lastWal, entry.name), join(kept, entry.name))
  ownAll(kept, account)
  return kept
}

/**
 * Makes the embedded database anew from a base copy and the log after it, up to an instant or to the end, and proves it. The server must be
 * stopped; a database that is there is set aside, never overwritten. Throws a `ConfigProblem` for a backup that is not whole.
 */
export async function restore({
  dataDir: wanted,
  dataDirIsDefault = false,
  backupDir: from,
  until,
  lastWal,
  prove,
}: Restoring): Promise<Restored> {
  const startedAt = performance.now()
  const dataDir = writableFolder(wanted)
  const backupDir = resolve(from)
  const base = baseFor(backupDir, until)
  const problems = await backupProblems(backupDir, base)
  if (problems.length > 0)
    throw new ConfigProblem(`The backup ${base} is damaged, nothing was changed: ${problems.slice(0, 5).join('; ')}.`)
  const lock = await lockFolder(dataDir)
  try {
    const { folder, account } = clusterFolder(dataDir, dataDirIsDefault)
    const setAside = existsSync(folder) ? `${folder}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}` : null
    if (setAside) renameSync(folder, setAside)
    mkdirSync(folder, { recursive: true })
    cpSync(join(backupDir, 'base', base), folder, { recursive: true, filter: (path) => !path.endsWith('/manifest.json') })
    const cluster = join(folder, 'cluster')
    writeFileSync(join(cluster, 'recovery.signal'), '', { flush: true })
    ownAll(cluster, account)
    const archive = walFolder(backupDir)
    const last = lastWal && keepLastWal(lastWal, folder, account)
    const fetching = [archive, ...(last ? [last] : [])].map((place) => `cp ${place}/%f %p 2>/dev/null`).join(' || ')
    const recovered = await recover({ folder, account, until, fetching, prove })
    return { base, ms: Math.round(performance.now() - startedAt), setAside, problems: recovered }
  } finally {
    lock.release()
  }
}

type Recovering = { folder: string; account: PostgresAccount; until: Date | null; fetching: string; prove: Restoring['prove'] }

/** Lets PostgreSQL read the log to the wanted moment, become an ordinary server again, and end in order. */
async function recover({ folder, account, until, fetching, prove }: Recovering): Promise<readonly string[]> {
  const binaries = postgresBinaries(account, dirname(folder))
  const place = await databasePlace(account)
  const { keys } = newCluster(binaries, account, folder)
  const child = await launchPostgres({
    program: join(binaries.folder, 'postgres'),
    cluster: join(folder, 'cluster'),
    logFile: join(folder, 'postgres.log'),
    place,
    account,
    settings: {
      ...ownSettings,
      archive_mode: 'off',
      restore_command: fetching,
      recovery_target_action: 'promote',
      ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : {}),
    },
  })
  try {
    const ownerUrl = addressOf(place, ownerRole, keys.owner, databaseName)
    for (const giveUpAt = Date.now() + 3_600_000; await isRecovering(ownerUrl);) {
      if (child.exitCode !== null || Date.now() > giveUpAt)
        throw new ConfigProblem(`The recovery did not end: see ${join(folder, 'postgres.log')}.`)
      await sleep(50)
    }
    return await prove(ownerUrl)
  } finally {
    await shutDownPostgres(child)
  }
}

const isRecovering = (ownerUrl: string): Promise<boolean> =>
  withClient(
    ownerUrl,
    async (client) => (await client.query<{ still: boolean }>('select pg_is_in_recovery() as still')).rows[0]?.still ?? true,
  )

/** Size of a folder in bytes, for what a restore took. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0),
    0,
  )
