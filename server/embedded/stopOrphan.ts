import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigProblem } from '../platform/database/configProblem.ts'

/** The contents of `postmaster.pid`. */
type PidFile = { pid: number; port: number; socketFolder: string; ready: boolean }

/** Reads the cluster's `postmaster.pid`; `null` if there is none or it is half written. */
export function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0
      ? { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', ready: (lines[7] ?? '').startsWith('ready') }
      : null
  } catch {
    return null
  }
}

const readOrEmpty = (read: () => string) => {
  try {
    return read()
  } catch {
    return ''
  }
}

/**
 * The live PostgreSQL processes of a cluster, or of an unfinished one. On Linux by their working directory, since `kill(pid, 0)` also succeeds for
 * a zombie and for an unrelated process that reused the pid; a zombie has no working directory.
 */
export function livingProcesses(cluster: string): number[] {
  if (process.platform === 'linux') {
    const folder = realpathSync(cluster)
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => /^(postgres|initdb)\n/.test(readOrEmpty(() => readFileSync(`/proc/${pid}/comm`, 'utf8'))))
      .filter((pid) => `${readOrEmpty(() => readlinkSync(`/proc/${pid}/cwd`))}/`.startsWith(`${folder}/`))
      .map(Number)
  }
  const pid = readPidFile(cluster)?.pid
  if (!pid) return []
  const [program, ...args] =
    process.platform === 'win32' ? ['tasklist', '/FI', `PID eq ${pid}`] : ['ps', '-o', 'stat=,command=', '-p', String(pid)]
  const shown = readOrEmpty(() => execFileSync(program ?? '', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  return shown.includes('postgres') && !shown.trimStart().startsWith('Z') ? [pid] : []
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Stops the database that a killed predecessor left running on the cluster, then removes its lock files and its socket folder, unless
 * that is to be reused. Only to be called by the holder of the folder's lock. Throws a `ConfigProblem` after 30 s.
 */
export async function stopOrphan(cluster: string, keptSocketFolder?: string): Promise<'none' | 'stopped'> {
  const startedAt = Date.now()
  const left = readPidFile(cluster)
  let signalSent: NodeJS.Signals | '' = ''
  let hadOrphan = false
  for (;;) {
    const living = livingProcesses(cluster)
    if (living.length === 0) break
    hadOrphan = true
    const waitedMs = Date.now() - startedAt
    if (waitedMs > 30_000)
      throw new ConfigProblem(
        `An older database process (${living.join(', ')}) still holds ${cluster} and does not stop: end it and start again.`,
      )
    // INT is a fast shutdown, QUIT an immediate one (recovery follows). Child processes without their parent exit by themselves.
    const nextSignal = waitedMs > 10_000 ? 'SIGQUIT' : 'SIGINT'
    if (left && living.includes(left.pid) && signalSent !== nextSignal) {
      signal(left.pid, nextSignal)
      signalSent = nextSignal
    }
    await sleep(20)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (keptSocketFolder) for (const name of readdirSync(keptSocketFolder)) rmSync(join(keptSocketFolder, name))
  else if (left && basename(left.socketFolder).startsWith('trastienda-')) rmSync(left.socketFolder, { recursive: true, force: true })
  return hadOrphan ? 'stopped' : 'none'
}
