import type { ChildProcess } from 'node:child_process'
import { ended, launchPostgres, shutDownPostgres, type PostgresLaunch } from './launchPostgres.ts'
import { stopOrphan } from './stopOrphan.ts'

type Supervision = { log: (line: string) => void; onGivenUp?: ((error: Error) => void) | undefined }

/** Keeps `postgres` running: restarts it after a crash, at most five times a minute. */
export function supervisePostgres(first: ChildProcess, options: PostgresLaunch, { log, onGivenUp }: Supervision) {
  let child = first
  let stopping = false
  let restart: Promise<unknown> = Promise.resolve()
  const deaths: number[] = []

  async function revive(cause: string): Promise<void> {
    const now = Date.now()
    deaths.push(now)
    if (deaths.filter((at) => at > now - 60_000).length > 5) throw new Error('the database crashed more than five times in a minute')
    log(`The database ended unexpectedly (${cause}); starting it again`)
    await stopOrphan(options.cluster, options.place.socketFolder ?? undefined)
    if (!stopping) watch(await launchPostgres(options))
  }
  function watch(current: ChildProcess): void {
    child = current
    current.once('exit', (code, signal) => {
      if (stopping) return
      restart = revive(signal ?? `exit code ${code}`).catch((error: Error) => {
        log(`The database was given up: ${error.message}`)
        onGivenUp?.(error)
      })
    })
  }
  watch(first)
  return {
    pid: () => child.pid,
    async stop() {
      stopping = true
      await restart
      if (!(await ended(child, 0))) await shutDownPostgres(child)
    },
    /** For the exit handler of the process, which cannot wait. */
    stopAtOnce() {
      stopping = true
      child.kill('SIGINT')
    },
  }
}
