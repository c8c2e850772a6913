import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import { canEnter, type PostgresAccount } from './postgresAccount.ts'
import { lineAt, nextSegment, parseHistory, placeOf, type Line } from './walLines.ts'

// The WAL archive, written segment by segment: with a base backup it allows a restore to any instant. Compressed, because most of a
// segment of a quiet minute is empty. Each has a checksum beside it, because a damaged one would end a recovery early and silently,
// and the time of archiving: whatever was committed by then is in it or before it.

const segment = /^[0-9A-F]{24}$/
const history = /^[0-9A-F]{8}\.history$/
const shown = /^[\w./-]+$/

/** A segment is archived at least so often (the maximum loss with the disk). */
const maxSeconds = 60

export const walFolder = (backupDir: string) => join(backupDir, 'wal')
const keptFile = (backupDir: string, name: string) => join(walFolder(backupDir), `${name}.gz`)

/** Throws a `ConfigProblem` unless the folder exists: an unmounted disk must not be replaced by a folder of the system disk. */
export function requireBackupDir(backupDir: string): void {
  if (!statSync(backupDir, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigProblem(`BACKUP_DIR=${backupDir} does not exist: mount its disk, or create the folder if it is new.`)
}

/**
 * Archives file %p under the name %f, PostgreSQL's placeholders. An existing segment with the same content was archived before a crash; one with
 * different content is refused. It gets its name only once it is flushed to disk.
 */
function copying(folder: string): string {
  const [archivedPath, fresh] = [`${folder}/%f.gz`, `${folder}/.%f.gz`]
  const steps = [
    `gzip -1 < %p > ${fresh}`,
    `cksum < ${fresh} > ${archivedPath}.sum`,
    `date -u +%%Y-%%m-%%dT%%H:%%M:%%SZ >> ${archivedPath}.sum`,
    `sync ${fresh} ${archivedPath}.sum`,
    `mv ${fresh} ${archivedPath}`,
    `sync ${folder}`,
  ]
  return `if [ -f ${archivedPath} ]; then gzip -dc ${archivedPath} | cmp -s %p -; else ${steps.join(' && ')}; fi`
}

/** Creates the archive's folder and returns the server settings that fill it. Throws a `ConfigProblem` for a folder that does not exist or that a shell would misread. */
export function archiveSettings(backupDir: string, account: PostgresAccount): Record<string, string> {
  if (process.platform === 'win32')
    throw new ConfigProblem('BACKUP_DIR is not supported on Windows: set DATABASE_URL and back that database up.')
  if (!shown.test(backupDir))
    throw new ConfigProblem(`BACKUP_DIR=${backupDir} may contain only letters, digits, dots, hyphens and slashes.`)
  requireBackupDir(backupDir)
  const folder = walFolder(backupDir)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  if (!canEnter(account, backupDir))
    throw new ConfigProblem(
      `The account "${account?.name}" that runs PostgreSQL has no access to ${backupDir}: a parent folder does not allow it.`,
    )
  if (account) chownSync(folder, account.uid, account.gid)
  return { archive_mode: 'on', archive_command: copying(folder), archive_timeout: String(maxSeconds), wal_level: 'replica' }
}

/** Archives one file, as the running database would have. */
export function archiveFile(backupDir: string, file: string, account: PostgresAccount): void {
  const put: Record<string, string> = { '%%': '%', '%p': basename(file), '%f': basename(file) }
  const command = copying(walFolder(backupDir)).replaceAll(/%[%pf]/g, (found) => put[found] ?? '')
  const owner = account ? { uid: account.uid, gid: account.gid } : {}
  const { status } = spawnSync('/bin/sh', ['-c', command], { cwd: dirname(file), ...owner })
  if (status !== 0) throw new ConfigProblem(`${file} cannot be archived in ${walFolder(backupDir)}, or a different file has that name.`)
}

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** A path without PostgreSQL placeholders. */
const literal = (text: string) => inShell(text.replaceAll('%', '%%'))

/**
 * The restore command: reads from the archive, else from the saved pg_wal, and returns nothing for a file known to be damaged. A
 * file that cannot be read aborts the recovery: treated as missing, it would end it early and silently.
 */
export function fetching(backupDir: string, lastWal: string | undefined, damaged = 'none'): string {
  const archived = `${literal(walFolder(backupDir))}/%f.gz`
  const saved = lastWal === undefined ? '' : `elif [ -f ${literal(lastWal)}/%f ]; then cp ${literal(lastWal)}/%f %p || exit 255; `
  return `if [ %f = ${damaged} ]; then exit 1; elif [ -f ${archived} ]; then gzip -dc < ${archived} > %p || exit 255; ${saved}else exit 1; fi`
}

const archived = (backupDir: string): string[] =>
  existsSync(walFolder(backupDir))
    ? readdirSync(walFolder(backupDir))
        .filter((name) => name.endsWith('.gz') && !name.startsWith('.'))
        .map((name) => name.slice(0, -'.gz'.length))
        .toSorted()
    : []

/** Names of the archived segments, oldest first. */
export const segmentsOf = (backupDir: string): string[] => archived(backupDir).filter((name) => segment.test(name))

const savedNames = (lastWal: string | undefined): string[] => (lastWal === undefined ? [] : readdirSync(lastWal))

/** Segments and history files of a saved `pg_wal`. */
export const savedLog = (lastWal: string): string[] => savedNames(lastWal).filter((name) => segment.test(name) || history.test(name))

/** The timelines, up to the newest. */
export function linesOf(backupDir: string, lastWal?: string): Line[] {
  const newest = (names: readonly string[]) =>
    names
      .filter((name) => history.test(name))
      .toSorted()
      .at(-1) ?? ''
  const [lastArchived, saved] = [newest(archived(backupDir)), newest(savedNames(lastWal))]
  const text =
    lastArchived >= saved
      ? lastArchived && gunzipSync(readFileSync(keptFile(backupDir, lastArchived))).toString()
      : readFileSync(join(lastWal ?? '', saved), 'utf8')
  return parseHistory(text, lastArchived >= saved ? lastArchived : saved)
}

/** The WAL from a base backup on, along the newest timeline: the intact segments, in order, and the problem that ends them before the end of the WAL. */
export type CopiedLog = { segments: string[]; wrong: { file: string; how: 'is missing' | 'is not as it was written' } | null }

/** Follows the WAL from a segment on, through the archive and the saved pg_wal of the lost cluster. */
export function copiedLog(backupDir: string, from: string, lastWal?: string): CopiedLog {
  const lines = linesOf(backupDir, lastWal)
  const inArchive = new Set(segmentsOf(backupDir))
  const all = new Set([...inArchive, ...savedNames(lastWal).filter((name) => segment.test(name))])
  const stray = [...inArchive].find((name) => name.slice(0, 8) > (lines.at(-1)?.line ?? ''))
  if (stray) return { segments: [], wrong: { file: `${stray.slice(0, 8)}.history`, how: 'is missing' } }
  const end = [...all]
    .filter((name) => lineAt(lines, placeOf(name)) === name.slice(0, 8))
    .map(placeOf)
    .toSorted()
    .at(-1)
  const segments: string[] = []
  for (let place = placeOf(from); ; place = nextSegment(place)) {
    const name = lineAt(lines, place) + place
    if (!all.has(name)) return { segments, wrong: { file: name, how: 'is missing' } }
    if (inArchive.has(name) && !isWhole(backupDir, name)) return { segments, wrong: { file: name, how: 'is not as it was written' } }
    segments.push(name)
    if (end === undefined || place >= end) return { segments, wrong: null }
  }
}

/** When a segment was archived, to the second; null if it is not in the archive. */
export function copiedAt(backupDir: string, name: string): Date | null {
  const [, instant] = storedSums(backupDir, name)
  return instant === undefined ? null : new Date(instant)
}

/** Checksum and length of a segment, and its time, as written by the archive command. */
const storedSums = (backupDir: string, name: string): string[] => {
  const file = `${keptFile(backupDir, name)}.sum`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

function isWhole(backupDir: string, name: string): boolean {
  const file = keptFile(backupDir, name)
  const { stdout, status } = spawnSync('cksum', [file], { encoding: 'utf8' })
  if (status !== 0) throw new ConfigProblem(`${file} cannot be read.`)
  return stdout.startsWith(`${storedSums(backupDir, name)[0] ?? '-'} `)
}
