import { AsyncLocalStorage } from 'node:async_hooks'

/** Runs work when a slot is free. Rejects with the signal's reason if it aborts before that; work that has started is not interrupted. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Runs at most `slots` works at once; the others wait in order of arrival, without a time limit. */
export function semaphore(slots: number): Semaphore {
  const waiting = new Set<() => void>()
  let taken = 0
  const acquire = (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted()
    if (taken < slots) {
      taken += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', cancel)
        resolve()
      }
      const cancel = () => {
        waiting.delete(start)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      waiting.add(start)
    })
  }
  /** Passes the slot to the next waiter, or frees it. */
  const release = () => {
    const [next] = waiting
    if (!next) return void (taken -= 1)
    waiting.delete(next)
    next()
  }
  return async (work, signal) => {
    await acquire(signal)
    try {
      return await work()
    } finally {
      release()
    }
  }
}

/** As {@link semaphore}; nested work runs in the slot of its caller, since waiting for a second one could deadlock. */
export function reentrantSemaphore(slots: number): Semaphore {
  const withSlot = semaphore(slots)
  const inside = new AsyncLocalStorage<true>()
  return (work, signal) => (inside.getStore() ? work() : withSlot(() => inside.run(true, work), signal))
}
