import { AsyncLocalStorage } from 'node:async_hooks'

/** Does some work in its turn. Rejects with the signal's reason where its asker leaves before; work that has begun ends by itself. */
export type Semaphore = <T>(work: () => Promise<T>, left?: AbortSignal) => Promise<T>

/** So many at once; the others wait in the order in which they came, for as long as it takes. */
export function semaphore(most: number): Semaphore {
  const waiting = new Set<() => void>()
  let taken = 0
  const take = (left?: AbortSignal): Promise<void> => {
    left?.throwIfAborted()
    if (taken < most) {
      taken += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        left?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(enter)
        reject(left?.reason)
      }
      left?.addEventListener('abort', leave, { once: true })
      waiting.add(enter)
    })
  }
  /** Hands the place on, or gives it back. */
  const pass = () => {
    const [next] = waiting
    if (!next) return void (taken -= 1)
    waiting.delete(next)
    next()
  }
  return async (work, left) => {
    await take(left)
    try {
      return await work()
    } finally {
      pass()
    }
  }
}

/** As {@link semaphore}; what asks again inside its turn goes on in it, for one that waits for a second turn could wait for itself. */
export function reentrantSemaphore(most: number): Semaphore {
  const inTurn = semaphore(most)
  const inside = new AsyncLocalStorage<true>()
  return (work, left) => (inside.getStore() ? work() : inTurn(() => inside.run(true, work), left))
}
