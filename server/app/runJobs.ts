import type { Services } from '../platform/calls/call.ts'
import { dueReader } from './dueReader.ts'
import { hasQueue, type RecurringJob } from './recurringJobs.ts'
import { inSpan } from '../platform/tracing/spans.ts'

/** The first runs wait until the server listens. */
const firstMs = 100
const longestTimerMs = 86_400_000

type State = { job: RecurringJob; isRunning: boolean; restsUntil: number; current: Promise<void> }

/** How often it is read what is due, although no process has announced a change: so late can work be whose notification was lost. */
export const defaultPollMs = 2_000

/** In a span where there is something to do: not what runs every few seconds whether there is or not. */
const runTraced = (job: RecurringJob, services: Services, stopping: AbortSignal): Promise<unknown> =>
  hasQueue(job) ? inSpan({ name: `run ${job.name}`, root: true }, () => job.work(services, stopping)) : job.work(services, stopping)

/** Runs each job when it is due, one run of it at a time. `wake`: something may be due now. */
export function runJobs(
  services: Services,
  jobs: readonly RecurringJob[],
  pollMs = defaultPollMs,
): { wake(): void; stop(): Promise<void> } {
  const stopping = new AbortController()
  const states = jobs.map((job): State => ({ job, isRunning: false, restsUntil: performance.now() + firstMs, current: Promise.resolve() }))
  let interrupt = () => {}
  const wake = () => {
    reader.invalidate()
    interrupt()
  }
  const reader = dueReader({ services, jobs: jobs.filter(hasQueue), onChange: wake, pollMs })

  const run = async (state: State) => {
    const { name, restMs } = state.job
    state.isRunning = true
    const done = await runTraced(state.job, services, stopping.signal).catch((error: unknown) =>
      services.log('error', 'worker_failed', { worker: name }, error),
    )
    state.isRunning = false
    state.restsUntil = performance.now() + restMs
    // What it did may have made something else due.
    if (typeof done === 'number' && done > 0) wake()
    else interrupt()
  }

  /** Starts what is due; returns the milliseconds until the next job is. */
  const startDue = (): number => {
    const [now, at] = [services.now().getTime(), performance.now()]
    const waits = states
      .filter(({ isRunning }) => !isRunning)
      .map((state) => {
        const dueInMs = hasQueue(state.job) ? reader.dueAt(state.job.name) - now : 0
        const inMs = Math.max(dueInMs, state.restsUntil - at)
        if (inMs <= 0) state.current = run(state)
        return inMs <= 0 ? Number.POSITIVE_INFINITY : inMs
      })
    return Math.min(...waits, reader.restMs())
  }

  const pause = (waitMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(waitMs, longestTimerMs))
      interrupt = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const loop = async () => {
    while (!stopping.signal.aborted) {
      if (reader.restMs() === 0) await reader.read()
      if (stopping.signal.aborted) return
      const waitMs = startDue()
      if (waitMs > 0) await pause(waitMs)
    }
  }
  const looping = loop()
  return {
    wake,
    async stop() {
      stopping.abort()
      interrupt()
      await looping
      reader.close()
      await Promise.all(states.map(({ current }) => current))
    },
  }
}
