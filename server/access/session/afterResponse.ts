import type { Services } from '../../platform/calls/call.ts'

const running = new Set<Promise<void>>()

/** Runs work after the answer, so that the response time reveals nothing; a failure is logged. */
export function runAfterResponse(services: Services, task: string, work: () => Promise<unknown>): void {
  const done: Promise<void> = new Promise((resolve) => setImmediate(resolve))
    .then(work)
    .then(
      () => {},
      (error: unknown) => services.log('error', 'after_response_failed', { what: task }, error),
    )
    .finally(() => running.delete(done))
  running.add(done)
}

/** Resolves when all work started so far has finished. */
export async function afterResponseWorkDone(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}
