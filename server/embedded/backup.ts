import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import { copiedLog, linesOf, requireBackupDir, walFolder } from './walArchive.ts'
import { isOnLines, placeOf } from './walLines.ts'
import { withClient } from '../platform/database/withClient.ts'

/** The manifest of a base backup: its start, the first segment that it needs, every file with its SHA-256. */
type Manifest = { startedAt: string; endedAt: string; firstSegment: string; lastSegment: string; files: Record<string, string> }

const manifestName = 'manifest.json'
/** A cluster is some thousand small files. */
const filesAtOnce = 8
/** Files of the running server only, or created again by recovery. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$/
const inFileName = (at: Date) => at.toISOString().replaceAll(/[:.]/g, '-')

/** Every file and folder below, by relative path; a file deleted meanwhile is skipped. */
function walk(folder: string, root = folder): { folders: string[]; files: string[] } {
  const tree = { folders: [] as string[], files: [] as string[] }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = relative(root, path)
    if (leftOut.test(name) || leftOut.test(entry.name)) continue
    if (entry.isDirectory()) {
      tree.folders.push(name)
      const below = walk(path, root)
      tree.folders.push(...below.folders)
      tree.files.push(...below.files)
    } else if (entry.isFile()) tree.files.push(name)
  }
  return tree
}

/** Copies a file and returns its SHA-256; null if it was deleted meanwhile. */
async function copy(from: string, to: string): Promise<string | null> {
  const sum = createHash('sha256')
  const out = createWriteStream(to, { mode: 0o600 })
  try {
    await pipeline(
      createReadStream(from),
      async function* through(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          sum.update(piece)
          yield piece
        }
      },
      out,
    )
    return sum.digest('hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await finished(out, { error: false }).catch(() => {})
    rmSync(to, { force: true })
    return null
  }
}

async function shaOf(file: string): Promise<string> {
  const sum = createHash('sha256')
  const pieces = createReadStream(file)
  pieces.on('data', (piece) => sum.update(piece))
  await once(pieces, 'end')
  return sum.digest('hex')
}

/** Base backups of a backup folder, oldest first. */
export const basesOf = (backupDir: string): string[] =>
  existsSync(join(backupDir, 'base'))
    ? readdirSync(join(backupDir, 'base'))
        .filter((name) => existsSync(join(backupDir, 'base', name, manifestName)))
        .toSorted()
    : []

export const readManifest = (backupDir: string, base: string): Manifest =>
  JSON.parse(readFileSync(join(backupDir, 'base', base, manifestName), 'utf8')) as Manifest

/** Base backups that the current timeline can start from: none taken on a part of the WAL that a restore has left. */
export function usableBases(backupDir: string, lastWal?: string): string[] {
  const lines = linesOf(backupDir, lastWal)
  return basesOf(backupDir).filter((base) => isOnLines(lines, readManifest(backupDir, base).lastSegment))
}

type BackingUp = { ownerUrl: string; folder: string; backupDir: string; keep: number }

/**
 * Takes a base backup of a running embedded cluster, with PostgreSQL's protocol: start, files, stop, and the WAL in between from the archive.
 * Keeps the newest backups and the WAL since the oldest of them. Returns the new backup's name; a failed one leaves nothing.
 */
export async function backup(backingUp: BackingUp): Promise<string> {
  const { ownerUrl, backupDir, keep } = backingUp
  requireBackupDir(backupDir)
  const startedAt = new Date()
  const name = inFileName(startedAt)
  const unfinished = join(backupDir, 'base', `.${name}`)
  try {
    await withClient(ownerUrl, (client) => copyCluster(client, unfinished, startedAt, backingUp))
    // All files at once: one by one their flushes would take most of the time.
    spawnSync('sync', ['-f', unfinished])
    renameSync(unfinished, join(dirname(unfinished), name))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  forget(backupDir, keep)
  return name
}

/** The name of the lock held while a backup is taken ("copy"). */
const copyLock = 0x63_6f_70_79

/** Writes the unfinished backup, its manifest last. */
async function copyCluster(client: pg.Client, unfinished: string, startedAt: Date, { folder, backupDir }: BackingUp): Promise<void> {
  const cluster = join(folder, 'cluster')
  const { rows: modes } = await client.query<{ mode: string; alone: boolean }>(
    `select current_setting('archive_mode') as mode, pg_try_advisory_lock($1) as alone`,
    [copyLock],
  )
  if (modes[0]?.mode !== 'on')
    throw new ConfigProblem('The running database does not archive its WAL: set BACKUP_DIR and start the server again.')
  if (!modes[0].alone) throw new ConfigProblem('Another base backup is in progress: wait for it.')
  removeUnfinished(backupDir)
  mkdirSync(join(unfinished, 'cluster'), { recursive: true, mode: 0o700 })
  const { rows: starts } = await client.query<{ segment: string }>(`select pg_walfile_name(pg_backup_start($1, true)) as segment`, [
    basename(unfinished),
  ])
  const files = await copyFiles(cluster, join(unfinished, 'cluster'))
  // Waits until the WAL up to here is archived.
  await client.query(`set statement_timeout = '10min'`)
  const { rows: stops } = await client.query<{ label: string; segment: string }>(
    `select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(true)`,
  )
  writeFileSync(join(unfinished, 'cluster/backup_label'), stops[0]?.label ?? '', { mode: 0o600, flush: true })
  files['cluster/backup_label'] = await shaOf(join(unfinished, 'cluster/backup_label'))
  files['keys.json'] = (await copy(join(folder, 'keys.json'), join(unfinished, 'keys.json'))) ?? ''
  const manifest: Manifest = {
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    firstSegment: starts[0]?.segment ?? '',
    lastSegment: stops[0]?.segment ?? '',
    files,
  }
  writeFileSync(join(unfinished, manifestName), JSON.stringify(manifest), { mode: 0o600, flush: true })
}

/** Copies the files of a running cluster that a base backup needs; returns the SHA-256 of each file by its path in the backup. */
async function copyFiles(cluster: string, to: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const tree = walk(cluster)
  for (const path of tree.folders) mkdirSync(join(to, path), { recursive: true, mode: 0o700 })
  const waiting = tree.files.values()
  const copyOn = async () => {
    for (const path of waiting) {
      const sum = await copy(join(cluster, path), join(to, path))
      if (sum !== null) files[`cluster/${path}`] = sum
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, copyOn))
  return files
}

/** Files left by a killed backup. */
function removeUnfinished(backupDir: string): void {
  const folder = join(backupDir, 'base')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (name.startsWith('.')) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Removes all but the newest base backups, and the WAL that none of the kept ones needs. */
export function forget(backupDir: string, keep: number): void {
  requireBackupDir(backupDir)
  for (const base of basesOf(backupDir).slice(0, -keep)) rmSync(join(backupDir, 'base', base), { recursive: true })
  // After a restore to an instant a later backup may start earlier in the WAL.
  const [needed] = basesOf(backupDir)
    .map((base) => placeOf(readManifest(backupDir, base).firstSegment))
    .toSorted()
  if (needed === undefined) return
  for (const file of readdirSync(walFolder(backupDir)))
    if ((/^\.?[0-9A-F]{8}([0-9A-F]{16})\./.exec(file)?.[1] ?? needed) < needed) rmSync(join(walFolder(backupDir), file), { force: true })
}

/** Problems with the files of a base backup; none: they are as copied. */
export async function baseProblems(backupDir: string, base: string): Promise<string[]> {
  const folder = join(backupDir, 'base', base)
  const wrong: string[] = []
  for (const [path, sum] of Object.entries(readManifest(backupDir, base).files)) {
    const file = join(folder, path)
    if (statSync(file, { throwIfNoEntry: false }) === undefined) wrong.push(`${path} is missing`)
    else if ((await shaOf(file)) !== sum) wrong.push(`${path} is not as it was copied`)
  }
  return wrong
}

/** Problems with a base backup and the WAL after it; none: it can be restored to the end of the WAL. */
export async function backupProblems(backupDir: string, base: string): Promise<string[]> {
  const { wrong } = copiedLog(backupDir, readManifest(backupDir, base).firstSegment)
  return [...(await baseProblems(backupDir, base)), ...(wrong === null ? [] : [`${wrong.file} ${wrong.how}`])]
}
