import type { Services } from '../../platform/calls/call.ts'

const running = new Set<Promise<void>>()

/** Does work after the answer, so that its time tells nothing; a failure is logged. */
export function afterwards(services: Services, what: string, work: () => Promise<unknown>): void {
  const done: Promise<void> = new Promise((resolve) => setImmediate(resolve))
    .then(work)
    .then(
      () => {},
      (error: unknown) => services.log('error', 'afterwards_failed', { what }, error),
    )
    .finally(() => running.delete(done))
  running.add(done)
}

/** Resolves when everything begun so far has ended. */
export async function settled(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}
