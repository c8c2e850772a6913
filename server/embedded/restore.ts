import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { baseProblems, readManifest, usableBases } from './backup.ts'
import { clusterFolder, writableFolder } from './clusterFolder.ts'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import { addressOf, databasePlace } from './databasePlace.ts'
import { databaseName } from './embedded.ts'
import { ownSettings } from './ownSettings.ts'
import { launchPostgres, shutDownPostgres } from './launchPostgres.ts'
import { lockFolder } from './lockFolder.ts'
import { newCluster, ownerRole } from './newCluster.ts'
import { postgresBinaries } from './postgresBinaries.ts'
import type { PostgresAccount } from './postgresAccount.ts'
import { stopOrphan } from './stopOrphan.ts'
import {
  archiveFile,
  copiedAt,
  copiedLog,
  fetching,
  linesOf,
  requireBackupDir,
  savedLog,
  segmentsOf,
  type CopiedLog,
} from './walArchive.ts'
import { placeOf } from './walLines.ts'
import { withClient } from '../platform/database/withClient.ts'

export type Restoring = {
  dataDir: string
  /** False if the operator chose the folder: then it is never replaced by another one. */
  dataDirIsDefault?: boolean
  backupDir: string
  /** The instant to restore to; null: the end of the archive. */
  until: Date | null
  /** The saved `pg_wal` of the lost cluster: the last seconds that are not archived yet. */
  lastWal?: string
  /** The product's own checks of the restored data; on a problem everything is left for inspection. */
  prove: (ownerUrl: string) => Promise<readonly string[]>
}

type Restored = { base: string; ms: number; setAside: string | null; problems: readonly string[] }

type RestorePoint = { backupDir: string; until: Date | null; lastWal: string | undefined }

/** The newest base backup that had ended by then and that the current timeline can start from. */
function baseFor({ backupDir, until, lastWal }: RestorePoint): string {
  const fitting = usableBases(backupDir, lastWal).filter(
    (base) => until === null || new Date(readManifest(backupDir, base).endedAt) <= until,
  )
  const base = fitting.at(-1)
  if (base === undefined)
    throw new ConfigProblem(
      `${backupDir} has no base backup${until ? ` that had ended by ${until.toISOString()}` : ''}: nothing was changed.`,
    )
  return base
}

/** Throws a `ConfigProblem` unless the WAL is complete from a base backup to the target: damage after it does no harm. */
function requireLog({ segments, wrong }: CopiedLog, { backupDir, until, lastWal }: RestorePoint): void {
  const instants = segments.flatMap((name) => copiedAt(backupDir, name) ?? [])
  if (until !== null && instants.some((instant) => instant >= until)) return
  if (wrong === null && (until === null || lastWal !== undefined)) return
  const reached = instants.at(-1)?.toISOString()
  const whole = reached === undefined ? 'no WAL after the base backup is complete' : `the WAL is complete until ${reached}`
  const way =
    wrong === null ? ', to which a restore without --until goes' : reached === undefined ? '' : `: --until ${reached} goes back there`
  throw new ConfigProblem(
    `Nothing was changed. ${wrong === null ? 'Nothing is missing, but' : `${wrong.file} ${wrong.how};`} ${whole}${way}.`,
  )
}

/** Throws a `ConfigProblem` for a folder without a saved pg_wal. */
function requireSavedLog(lastWal: string): void {
  const isFolder = statSync(lastWal, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isFolder || savedLog(lastWal).length === 0)
    throw new ConfigProblem(`--last-wal=${lastWal} contains no WAL: give the pg_wal folder of the lost cluster. Nothing was changed.`)
}

function ownAll(folder: string, account: PostgresAccount): void {
  if (!account) return
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
}

/** A copy of the lost cluster's pg_wal that the recovering server can read. */
function keepLastWal(lastWal: string, folder: string, account: PostgresAccount): string {
  const savedDir = join(folder, 'last-wal')
  mkdirSync(savedDir, { recursive: true, mode: 0o700 })
  for (const name of savedLog(lastWal)) copyFileSync(join(lastWal, name), join(savedDir, name))
  ownAll(savedDir, account)
  return savedDir
}

/**
 * Restores the embedded database from a base backup and the WAL after it, up to an instant or to the end, and checks it. The server must be
 * stopped; an existing database is moved aside, never overwritten. Throws a `ConfigProblem` for an incomplete backup.
 */
export async function restore({
  dataDir: requestedDir,
  dataDirIsDefault = false,
  backupDir: from,
  until,
  lastWal: saved,
  prove,
}: Restoring): Promise<Restored> {
  const startedAt = performance.now()
  const dataDir = writableFolder(requestedDir)
  const backupDir = resolve(from)
  requireBackupDir(backupDir)
  const savedAt = saved === undefined ? undefined : resolve(saved)
  if (savedAt !== undefined) requireSavedLog(savedAt)
  const lock = await lockFolder(dataDir)
  try {
    const { folder, account } = clusterFolder(dataDir, dataDirIsDefault)
    const cluster = join(folder, 'cluster')
    // A database left running by a killed server keeps writing, and archiving its WAL.
    if (existsSync(cluster)) await stopOrphan(cluster)
    const point: RestorePoint = { backupDir, until, lastWal: savedAt }
    const base = baseFor(point)
    const problems = await baseProblems(backupDir, base)
    if (problems.length > 0)
      throw new ConfigProblem(`The base backup ${base} is damaged, nothing was changed: ${problems.slice(0, 5).join('; ')}.`)
    const log = copiedLog(backupDir, readManifest(backupDir, base).firstSegment, savedAt)
    requireLog(log, point)
    const setAside = existsSync(folder) ? `${folder}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}` : null
    if (setAside) renameSync(folder, setAside)
    mkdirSync(folder, { recursive: true })
    cpSync(join(backupDir, 'base', base), folder, { recursive: true, filter: (path) => !path.endsWith('/manifest.json') })
    writeFileSync(join(cluster, 'recovery.signal'), '', { flush: true })
    ownAll(cluster, account)
    // It may be in the folder that was just moved aside.
    const moved = setAside && savedAt?.startsWith(folder + sep) ? setAside + savedAt.slice(folder.length) : savedAt
    const lastWal = moved === undefined ? undefined : keepLastWal(moved, folder, account)
    const recovering: Recovery = { folder, account, backupDir, until, lastWal, log, prove }
    const recovered = await recover(recovering)
    if (lastWal !== undefined && recovered.length === 0) {
      completeArchive(recovering, lastWal)
      rmSync(lastWal, { recursive: true })
    }
    return { base, ms: Math.round(performance.now() - startedAt), setAside, problems: recovered }
  } finally {
    lock.release()
  }
}

type Recovery = RestorePoint & { folder: string; account: PostgresAccount; log: CopiedLog; prove: Restoring['prove'] }

/** Replays the WAL to the target, and checks the data. */
async function recover(recovering: Recovery): Promise<readonly string[]> {
  try {
    return await replay(recovering, recovering.until)
  } catch (error) {
    const logText = readFileSync(join(recovering.folder, 'postgres.log'), 'utf8')
    if (recovering.until === null || !logText.includes('recovery ended before configured recovery target was reached')) throw error
    // Nothing was committed between that instant and the end of a WAL that reaches it: they are equivalent.
    return replay(recovering, null)
  }
}

/** Lets PostgreSQL replay the WAL to an instant or its end, leave recovery, and shut down cleanly. */
async function replay(
  { folder, account, backupDir, until, lastWal, log, prove }: Recovery,
  target: Date | null,
): Promise<readonly string[]> {
  const binaries = postgresBinaries(account, dirname(folder))
  const place = await databasePlace(account)
  const { keys } = await newCluster(binaries, account, folder)
  const cluster = join(folder, 'cluster')
  const child = await launchPostgres({
    program: join(binaries.folder, 'postgres'),
    cluster,
    logFile: join(folder, 'postgres.log'),
    place,
    account,
    settings: {
      ...ownSettings(cluster),
      // A new timeline starts. It is archived by the next start: until then the archive is unchanged, because this may be a drill.
      archive_mode: 'on',
      archive_command: '',
      restore_command: fetching(backupDir, lastWal, log.wrong?.file),
      recovery_target_action: 'promote',
      ...(target ? { recovery_target_time: target.toISOString().replace('Z', '+00') } : {}),
    },
  })
  try {
    const ownerUrl = addressOf(place, ownerRole, keys.owner, databaseName)
    for (const giveUpAt = Date.now() + 3_600_000; await isRecovering(ownerUrl);) {
      if (child.exitCode !== null || Date.now() > giveUpAt)
        throw new ConfigProblem(`The recovery did not end: see ${join(folder, 'postgres.log')}.`)
      await sleep(50)
    }
    const [copied] = log.segments.filter((name) => copiedAt(backupDir, name) !== null).toReversed()
    const left = linesOf(backupDir, join(folder, 'cluster/pg_wal')).at(-2)?.left ?? ''
    if (until === null && copied !== undefined && left < placeOf(copied)) return [`the log was read to ${left} only, not to ${copied}`]
    return await prove(ownerUrl)
  } finally {
    await shutDownPostgres(child)
    if (place.socketFolder) rmSync(place.socketFolder, { recursive: true, force: true })
  }
}

/** Adds to the archive what it lacks of the lost cluster's WAL, so that the next restore has it too. */
function completeArchive({ folder, account, backupDir, log }: Recovery, lastWal: string): void {
  const lines = linesOf(backupDir, join(folder, 'cluster/pg_wal'))
  const left = lines.at(-2)?.left ?? ''
  const archivedNames = new Set(segmentsOf(backupDir))
  const read = log.segments.filter((name) => !archivedNames.has(name) && placeOf(name) < left)
  const histories = savedLog(lastWal).filter((name) => name.endsWith('.history'))
  try {
    for (const name of [...histories, ...read]) archiveFile(backupDir, join(lastWal, name), account)
  } catch (error) {
    throw new ConfigProblem(
      `The restore succeeded, but this backup cannot be restored again: make a new base backup. ${(error as Error).message}`,
    )
  }
}

const isRecovering = (ownerUrl: string): Promise<boolean> =>
  withClient(
    ownerUrl,
    async (client) => (await client.query<{ still: boolean }>('select pg_is_in_recovery() as still')).rows[0]?.still ?? true,
  )

/** Size of a folder in bytes, for the output of a restore. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0),
    0,
  )
