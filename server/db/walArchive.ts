import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigProblem } from './configProblem.ts'
import { canEnter, type PostgresAccount } from './postgresAccount.ts'

// The write-ahead log, copied segment by segment as it is written: with a base copy it is every moment since. Beside each segment stands its
// checksum, because a damaged one would end a recovery early and without a word.

const segment = /^[0-9A-F]{24}$/
const shown = /^[\w./-]+$/

/** At least so often a segment is copied (our choice: what may be lost with the disk). */
const mostSeconds = 60

export const walFolder = (backupDir: string) => join(backupDir, 'wal')

/** Makes the archive's folder and returns the server settings that fill it. Throws a `ConfigProblem` for a folder that a shell would misread. */
export function archiveSettings(backupDir: string, account: PostgresAccount): Record<string, string> {
  if (process.platform === 'win32') throw new ConfigProblem('BACKUP_DIR is not for Windows: set DATABASE_URL and back that database up.')
  if (!shown.test(backupDir)) throw new ConfigProblem(`BACKUP_DIR=${backupDir} may have letters, digits, points, hyphens and slashes only.`)
  const folder = walFolder(backupDir)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  if (!canEnter(account, backupDir))
    throw new ConfigProblem(`The account "${account?.name}" that runs PostgreSQL cannot enter ${backupDir}: a folder above it is closed.`)
  if (account) chownSync(folder, account.uid, account.gid)
  // A segment that is there already is the same one, archived before a crash; another one is refused.
  const copy = `if [ -f ${folder}/%f ]; then cmp -s %p ${folder}/%f; else cp %p ${folder}/.%f && sync ${folder}/.%f && cksum < %p > ${folder}/%f.sum && mv ${folder}/.%f ${folder}/%f; fi`
  return { archive_mode: 'on', archive_command: copy, archive_timeout: String(mostSeconds), wal_level: 'replica' }
}

/** Names of the segments kept, oldest first. */
export const segmentsOf = (backupDir: string): string[] =>
  existsSync(walFolder(backupDir))
    ? readdirSync(walFolder(backupDir))
        .filter((name) => segment.test(name))
        .toSorted()
    : []

/** The segment after this one on the same timeline; 256 segments of 16 MB are one log file. */
export function nextSegment(name: string): string {
  const [line, log, part] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16)) as [number, number, number]
  const next = part === 0xff ? [line, log + 1, 0] : [line, log, part + 1]
  return next.map((number) => number.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** What is wrong with the segments from this one on: missing between others, or not as they were written. */
export function archiveProblems(backupDir: string, from: string): string[] {
  const names = segmentsOf(backupDir).filter((name) => name.slice(8) >= from.slice(8))
  const missing = names.slice(1).flatMap((name, at) => {
    const previous = names[at] ?? name
    const follows = name.slice(0, 8) !== previous.slice(0, 8) || name === nextSegment(previous)
    return follows ? [] : [`${nextSegment(previous)} is missing`]
  })
  if (!names.some((name) => name.slice(8) === from.slice(8))) missing.unshift(`${from} is missing`)
  const damaged = names.filter((name) => sumOf(join(walFolder(backupDir), name)) !== keptSum(join(walFolder(backupDir), `${name}.sum`)))
  return [...missing, ...damaged.map((name) => `${name} is not as it was written`)]
}

const firstTwo = (words: string) => words.trim().split(/\s+/).slice(0, 2).join(' ')
const keptSum = (file: string) => (existsSync(file) ? firstTwo(readFileSync(file, 'utf8')) : '')

/** Checksum and length as POSIX `cksum` says them, as the archiving shell did. */
function sumOf(file: string): string {
  const { stdout, status } = spawnSync('cksum', [file], { encoding: 'utf8' })
  if (status !== 0) throw new ConfigProblem(`${file} cannot be read.`)
  return firstTwo(stdout)
}
