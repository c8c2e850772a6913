import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import type { PostgresAccount } from './postgresAccount.ts'
import type { PostgresBinaries } from './postgresBinaries.ts'
import { livingProcesses } from './stopOrphan.ts'

const run = promisify(execFile)

/** Passwords of the cluster's two roles; they never leave the machine. */
export type ClusterKeys = { owner: string; app: string }

export const ownerRole = 'trastienda_owner'
export const appRole = 'trastienda_app'

function syncToDisk(path: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The environment of our programs: no PG… variable of the user may affect them. */
export const postgresEnvironment = () => ({
  PATH: process.env.PATH ?? '',
  SystemRoot: process.env.SystemRoot ?? '',
  TZ: 'UTC',
  LC_ALL: 'C',
})

async function initdb(
  binaries: PostgresBinaries,
  account: PostgresAccount,
  folder: string,
  keys: ClusterKeys,
  words: readonly string[],
): Promise<void> {
  const passwordFile = join(folder, 'owner-password')
  writeFileSync(passwordFile, keys.owner, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  // The bundled ICU is from 2018: an index built with it would be invalid with a newer one, so the builtin collation.
  const program = join(binaries.folder, 'initdb')
  const place = { cwd: folder, env: postgresEnvironment(), ...(account && { uid: account.uid, gid: account.gid }) }
  try {
    await run(
      program,
      [
        '-D',
        join(folder, 'cluster'),
        '-U',
        ownerRole,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--data-checksums',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...words,
      ],
      place,
    )
  } catch (error) {
    const { code, message, stderr } = error as { code?: number | string; message: string; stderr?: string }
    if (code === 'ENOENT' && existsSync(program))
      throw new ConfigProblem('The embedded PostgreSQL needs a system with glibc (Alpine has none): set DATABASE_URL.')
    throw new ConfigProblem(`The database could not be created in ${folder}: ${stderr?.trim().split('\n').at(-1) || message}`)
  } finally {
    rmSync(passwordFile)
  }
}

/** An initdb whose parent was killed keeps running: it must end first, or it would write into the folder being removed. */
function removeUnfinished(folder: string): void {
  for (let living = livingProcesses(folder); living.length > 0; living = livingProcesses(folder)) {
    for (const pid of living) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/**
 * Creates the cluster on the first start and returns its passwords. It is built in a sibling folder that is then
 * renamed: an interrupted start leaves nothing that a later one could mistake for a database.
 */
export async function newCluster(
  binaries: PostgresBinaries,
  account: PostgresAccount,
  folder: string,
  words: readonly string[] = [],
): Promise<{ keys: ClusterKeys; created: boolean }> {
  const parent = dirname(folder)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(folder)}.new-`)) removeUnfinished(join(parent, name))
  }
  const keysFile = join(folder, 'keys.json')
  if (existsSync(join(folder, 'cluster'))) {
    try {
      return { keys: JSON.parse(readFileSync(keysFile, 'utf8')) as ClusterKeys, created: false }
    } catch (error) {
      throw new ConfigProblem(
        `The database's keys in ${keysFile} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'damaged'}): start with the account that made them.`,
      )
    }
  }
  const unfinished = `${folder}.new-${process.pid}`
  mkdirSync(join(unfinished, 'cluster'), { recursive: true })
  if (account) chownSync(join(unfinished, 'cluster'), account.uid, account.gid)
  const keys: ClusterKeys = { owner: randomBytes(24).toString('base64url'), app: randomBytes(24).toString('base64url') }
  await initdb(binaries, account, unfinished, keys, words)
  writeFileSync(join(unfinished, 'keys.json'), JSON.stringify(keys), { mode: 0o600, flush: true })
  syncToDisk(unfinished)
  // The existing folder contains no cluster: at most a log.
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  syncToDisk(parent)
  return { keys, created: true }
}
