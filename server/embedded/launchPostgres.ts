import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import type { DatabasePlace } from './databasePlace.ts'
import { postgresEnvironment } from './newCluster.ts'
import type { PostgresAccount } from './postgresAccount.ts'
import { readPidFile } from './stopOrphan.ts'

function logTail(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line))?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? lines.at(-1) ?? ''
}

export type PostgresLaunch = {
  program: string
  cluster: string
  logFile: string
  place: DatabasePlace
  account: PostgresAccount
  settings: Record<string, string>
}

/** Starts `postgres` and waits until it accepts connections. */
export async function launchPostgres({ program, cluster, logFile, place, account, settings }: PostgresLaunch): Promise<ChildProcess> {
  const where = place.socketFolder
    ? { listen_addresses: '', unix_socket_directories: place.socketFolder, unix_socket_permissions: '0700' }
    : { listen_addresses: place.host }
  const args = Object.entries({ ...settings, ...where, port: String(place.port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logHandle = openSync(logFile, 'a', 0o600)
  // Its own process group: Ctrl-C reaches only us, and the database is stopped last.
  const child = spawn(program, ['-D', cluster, ...args], {
    detached: true,
    cwd: cluster,
    env: postgresEnvironment(),
    stdio: ['ignore', logHandle, logHandle],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  closeSync(logHandle)
  let failure = ''
  child.once('error', (error) => (failure = error.message))
  const giveUpAt = Date.now() + 300_000
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) failure ||= logTail(logFile)
    if (failure) throw new ConfigProblem(`The database did not start: ${failure} (see ${logFile})`)
    const pidFile = readPidFile(cluster)
    // A stale file may say "ready" too: only the child's own counts.
    if (pidFile?.ready && pidFile.pid === child.pid) return child
    if (Date.now() > giveUpAt) throw new ConfigProblem(`The database is not ready after 5 minutes (see ${logFile}).`)
    await sleep(5)
  }
}

/** Whether the process has exited, waiting at most so long. */
export async function ended(child: ChildProcess, patienceMs: number): Promise<boolean> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  for (const giveUpAt = Date.now() + patienceMs; !isOver() && Date.now() < giveUpAt;) await sleep(10)
  return isOver()
}

/** Fast shutdown; after 30 s an immediate one, which loses nothing but needs a recovery. */
export async function shutDownPostgres(child: ChildProcess): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    child.kill(signal)
    if (await ended(child, patienceMs)) return
  }
}
