import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import { lockFolder } from './lockFolder.ts'
import { canEnter, postgresAccount, type PostgresAccount } from './postgresAccount.ts'
import { stopOrphan } from './stopOrphan.ts'

type ClusterFolder = { folder: string; account: PostgresAccount }

/** Creates a folder that this process can write; throws a `ConfigProblem`. */
export function writableFolder(path: string): string {
  const folder = resolve(path)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return folder
  } catch (error) {
    throw new ConfigProblem(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}): give it to this account or set another DATA_DIR.`,
    )
  }
}

/** Where the cluster is placed if root's data folder is not accessible to the account that runs PostgreSQL. */
export const movedFolder = (dataDir: string) =>
  join('/var/lib/trastienda', `${basename(resolve(dataDir, '..'))}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`)

/**
 * The folder of the embedded database and the account that runs it. Under root that account needs access: our own
 * data folder gets the permission to traverse it, never a folder above it. A default data folder inside an inaccessible home
 * (a checkout below /root) moves to /var/lib/trastienda; a folder chosen by the operator is refused instead.
 */
export function clusterFolder(dataDir: string, dataDirIsDefault: boolean): ClusterFolder {
  const inData = join(dataDir, 'postgres')
  const moved = movedFolder(dataDir)
  const existing = [inData, moved].find((folder) => existsSync(join(folder, 'cluster')))
  const account = postgresAccount(existing && join(existing, 'cluster'))
  if (existing === moved) return { folder: moved, account }
  if (account && (statSync(dataDir).mode & 0o001) === 0 && statSync(dataDir).uid === 0) chmodSync(dataDir, 0o711)
  if (canEnter(account, dataDir)) return { folder: inData, account }
  if (!dataDirIsDefault) {
    throw new ConfigProblem(
      `The account "${account?.name}" that runs PostgreSQL has no access to ${dataDir}: a parent folder does not allow it. Set DATA_DIR to a folder such as /var/lib/trastienda.`,
    )
  }
  mkdirSync('/var/lib/trastienda', { recursive: true, mode: 0o755 })
  return { folder: moved, account }
}

/** Removes the embedded database of a data folder, whose server must be stopped. Returns the folders removed. */
export async function removeCluster(dataDir: string, patienceMs?: number): Promise<string[]> {
  const lock = await lockFolder(writableFolder(dataDir), patienceMs)
  try {
    const folders = [join(dataDir, 'postgres'), movedFolder(dataDir)].filter((folder) => existsSync(folder))
    for (const folder of folders) {
      if (existsSync(join(folder, 'cluster'))) await stopOrphan(join(folder, 'cluster'))
      rmSync(folder, { recursive: true })
    }
    return folders
  } finally {
    lock.release()
  }
}

/** Whether a process has that number. */
function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The beginning of the name of a temporary folder that nobody sweeps while this process lives, although its database may be stopped meanwhile. */
export const keptFolderPrefix = (prefix: string): string => `${prefix}${process.pid}-`

/** Stops and removes temporary databases of killed test runs: older than a minute, locked by nobody, and not kept by the process that made them. */
export async function sweepFolders(prefix: string, base = tmpdir()): Promise<void> {
  for (const name of readdirSync(base)) {
    const folder = join(base, name)
    if (!name.startsWith(prefix) || !existsSync(join(folder, 'launcher.lock')) || Date.now() - statSync(folder).mtimeMs < 60_000) continue
    const [, keeper] = /^(\d+)-/.exec(name.slice(prefix.length)) ?? []
    if (keeper !== undefined && processExists(Number(keeper))) continue
    const free = await removeCluster(folder, 0).then(
      () => true,
      () => false,
    )
    if (free) rmSync(folder, { recursive: true, force: true })
  }
}
