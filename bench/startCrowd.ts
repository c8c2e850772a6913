import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LaneReport } from './openLoop.ts'

/** Sessions, addresses, duration and rates. */
export type Crowd = { address: string; owners: readonly string[]; seconds: number; rates: Record<'list' | 'write' | 'export', number> }

export type RunningCrowd = {
  /** The results of each lane, once the time is over or the crowd was stopped. */
  reports: Promise<LaneReport[]>
  /** Ends it early; pending responses still arrive. */
  stop(): void
}

/** Starts a crowd in a separate process, and resolves when all are signed in and send requests. */
export async function startCrowd(crowd: Crowd): Promise<RunningCrowd> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crowd.ts'), JSON.stringify(crowd)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  if ((await lines.next()).value !== 'ready') throw new Error('the crowd did not start')
  const reports = lines.next().then(async ({ value }) => {
    await exited
    process.off('exit', end)
    if (typeof value !== 'string') throw new Error('the crowd ended without a result')
    return JSON.parse(value) as LaneReport[]
  })
  reports.catch(() => {})
  return { reports, stop: () => void child.kill('SIGTERM') }
}
