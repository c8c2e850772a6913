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
import { dirname, join, relative } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { ConfigProblem } from './configProblem.ts'
import { archiveProblems, segmentsOf, walFolder } from './walArchive.ts'
import { withClient } from './withClient.ts'

/** What a base copy says of itself: which moment it begins at, the first segment that it needs, every file with its SHA-256. */
export type Manifest = { startedAt: string; endedAt: string; firstSegment: string; lastSegment: string; files: Record<string, string> }

const manifestName = 'manifest.json'
/** A cluster is some thousand small files. */
const filesAtOnce = 8
/** Of one running server alone, or made anew by recovery. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$/
const tenthsOfSeconds = (at: Date) => at.toISOString().replaceAll(/[:.]/g, '-')

/** Every file and folder below, by relative path; a file that goes while we look is none. */
function walk(folder: string, root = folder): { folders: string[]; files: string[] } {
  const found = { folders: [] as string[], files: [] as string[] }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = relative(root, path)
    if (leftOut.test(name) || leftOut.test(entry.name)) continue
    if (entry.isDirectory()) {
      found.folders.push(name)
      const below = walk(path, root)
      found.folders.push(...below.folders)
      found.files.push(...below.files)
    } else if (entry.isFile()) found.files.push(name)
  }
  return found
}

/** Copies a file and returns its SHA-256; null when it went meanwhile. */
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

/** Base copies of a backup folder, oldest first. */
export const basesOf = (backupDir: string): string[] =>
  existsSync(join(backupDir, 'base'))
    ? readdirSync(join(backupDir, 'base'))
        .filter((name) => existsSync(join(backupDir, 'base', name, manifestName)))
        .toSorted()
    : []

export const readManifest = (backupDir: string, base: string): Manifest =>
  JSON.parse(readFileSync(join(backupDir, 'base', base, manifestName), 'utf8')) as Manifest

/**
 * Copies a running embedded cluster whole, while it works, as PostgreSQL asks for it: start, files, stop, and the log in between from the archive.
 * Keeps the newest copies and the log since the oldest of them. Returns the new copy's name.
 */
export async function backup({
  ownerUrl,
  folder,
  backupDir,
  keep,
}: {
  ownerUrl: string
  folder: string
  backupDir: string
  keep: number
}): Promise<string> {
  const startedAt = new Date()
  const name = tenthsOfSeconds(startedAt)
  const unfinished = join(backupDir, 'base', `.${name}`)
  const cluster = join(folder, 'cluster')
  mkdirSync(join(unfinished, 'cluster'), { recursive: true, mode: 0o700 })
  const manifest = await withClient(ownerUrl, async (client) => {
    const { rows: modes } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
    if (modes[0]?.mode !== 'on')
      throw new ConfigProblem('The running database keeps no log for a backup: set BACKUP_DIR and start the server again.')
    const { rows: starts } = await client.query<{ segment: string }>(`select pg_walfile_name(pg_backup_start($1, true)) as segment`, [name])
    const files: Record<string, string> = {}
    const found = walk(cluster)
    for (const path of found.folders) mkdirSync(join(unfinished, 'cluster', path), { recursive: true, mode: 0o700 })
    const waiting = found.files.values()
    const copyOn = async () => {
      for (const path of waiting) {
        const sum = await copy(join(cluster, path), join(unfinished, 'cluster', path))
        if (sum !== null) files[`cluster/${path}`] = sum
      }
    }
    await Promise.all(Array.from({ length: filesAtOnce }, copyOn))
    // Waits until the log up to here is in the archive.
    await client.query(`set statement_timeout = '10min'`)
    const { rows: stops } = await client.query<{ label: string; segment: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(true)`,
    )
    writeFileSync(join(unfinished, 'cluster/backup_label'), stops[0]?.label ?? '', { mode: 0o600, flush: true })
    files['cluster/backup_label'] = await shaOf(join(unfinished, 'cluster/backup_label'))
    files['keys.json'] = (await copy(join(folder, 'keys.json'), join(unfinished, 'keys.json'))) ?? ''
    return {
      startedAt: startedAt.toISOString(),
      endedAt: new Date().toISOString(),
      firstSegment: starts[0]?.segment ?? '',
      lastSegment: stops[0]?.segment ?? '',
      files,
    }
  })
  writeFileSync(join(unfinished, manifestName), JSON.stringify(manifest), { mode: 0o600, flush: true })
  // All files at once: one by one their flushes would take most of the time.
  spawnSync('sync', ['-f', unfinished])
  renameSync(unfinished, join(dirname(unfinished), name))
  forget(backupDir, keep)
  return name
}

/** Removes base copies beyond the newest, and the log that none of the kept ones needs. */
function forget(backupDir: string, keep: number): void {
  for (const base of basesOf(backupDir).slice(0, -keep)) rmSync(join(backupDir, 'base', base), { recursive: true })
  const [oldest] = basesOf(backupDir)
  if (oldest === undefined) return
  const needed = readManifest(backupDir, oldest).firstSegment.slice(8)
  for (const segment of segmentsOf(backupDir).filter((name) => name.slice(8) < needed))
    for (const file of [segment, `${segment}.sum`]) rmSync(join(walFolder(backupDir), file), { force: true })
}

/** What is wrong with a base copy and the log after it, file by file; nothing: it can be restored. */
export async function backupProblems(backupDir: string, base: string): Promise<string[]> {
  const manifest = readManifest(backupDir, base)
  const folder = join(backupDir, 'base', base)
  const wrong: string[] = []
  for (const [path, sum] of Object.entries(manifest.files)) {
    const file = join(folder, path)
    if (statSync(file, { throwIfNoEntry: false }) === undefined) wrong.push(`${path} is missing`)
    else if ((await shaOf(file)) !== sum) wrong.push(`${path} is not as it was copied`)
  }
  return [...wrong, ...archiveProblems(backupDir, manifest.firstSegment)]
}
