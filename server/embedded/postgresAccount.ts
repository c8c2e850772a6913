import { readFileSync, realpathSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { ConfigProblem } from '../platform/database/configProblem.ts'

/** The account that runs `postgres`, which refuses root; `null` is the account of this process. */
export type PostgresAccount = { name: string; uid: number; gid: number } | null

type PasswdEntry = { name: string; uid: number; gid: number }

function passwdEntries(): PasswdEntry[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name, , uid, gid] = line.split(':')
      return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
    })
}

/**
 * Chooses the account: that of this process, or, under root, the owner of an existing cluster, else `postgres`, else
 * `nobody`. No account is ever created.
 */
export function postgresAccount(existingCluster?: string): PostgresAccount {
  if (process.platform === 'win32') return null
  if (process.getuid?.() !== 0) {
    try {
      userInfo()
    } catch {
      throw new ConfigProblem(
        `PostgreSQL needs an account with a name, and user id ${process.getuid?.()} has none: add it to /etc/passwd or set DATABASE_URL.`,
      )
    }
    return null
  }
  const accounts = passwdEntries()
  const ownerUid = existingCluster ? statSync(existingCluster).uid : 0
  const chosen =
    ownerUid === 0
      ? (accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody'))
      : accounts.find(({ uid }) => uid === ownerUid)
  if (!chosen)
    throw new ConfigProblem(
      'PostgreSQL does not run as root and there is no account "postgres" or "nobody": start as an ordinary user or set DATABASE_URL.',
    )
  return chosen
}

/** Whether the account has access to the folder and every one above it (only its primary group counts: the child has no other). */
export function canEnter(account: PostgresAccount, path: string): boolean {
  if (!account) return true
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & needed) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
