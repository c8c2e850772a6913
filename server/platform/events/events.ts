import type { Log } from '../log/log.ts'
import { makeListener } from './listener.ts'

/**
 * A watch over one thing: `changed` resolves once it changed since the watch began, after so many milliseconds, or when nothing is heard any more;
 * `fired` tells the last from the second.
 */
export type Watch = { changed(waitMs: number): Promise<void>; fired(): boolean; end(): void }

/** What the database tells of changes, on one connection of its own per process. */
export type Events = {
  /** A watch that hears from now on; undefined when the database cannot be listened to: whoever asks reads and answers at once. */
  watch(objectId: string): Promise<Watch | undefined>
  /** Whether certainly none of these has changed within the last so many milliseconds. */
  quiet(objectIds: readonly string[], ms: number): boolean
  close(): Promise<void>
}

type Waiter = { fired: boolean; wake: () => void }

/** More than so many at once in one process are answered at once. */
const mostWatches = 5_000

/** So long it is remembered what has changed. */
const memoryMs = 120_000

/** Listens for changes (NOTIFY of ids, sent in the transaction that makes them). A lost connection wakes everybody. `clock`: milliseconds that only grow. */
export function makeEvents(databaseUrl: string, log: Log, clock: () => number = () => performance.now()): Events {
  const waiters = new Map<string, Set<Waiter>>()
  /** When each id was last heard, the longest ago first. */
  const heardAt = new Map<string, number>()
  /** Since when everything has been heard; undefined while nothing is. */
  let heardSince: number | undefined
  let watches = 0
  const wake = (waiter: Waiter) => {
    waiter.fired = true
    waiter.wake()
  }
  const wakeAll = () => waiters.forEach((some) => some.forEach(wake))
  const listener = makeListener(databaseUrl, {
    heard(objectId) {
      remember(objectId)
      waiters.get(objectId)?.forEach(wake)
    },
    lost: (error) => {
      heardSince = undefined
      log('warn', 'events_connection_lost', {}, error)
      wakeAll()
    },
  })

  function remember(objectId: string): void {
    heardAt.delete(objectId)
    heardAt.set(objectId, clock())
    for (const [id, at] of heardAt) {
      if (at >= clock() - memoryMs) return
      heardAt.delete(id)
    }
  }

  /** Returns how to take it away again. */
  function add(objectId: string, waiter: Waiter): () => void {
    const some = waiters.get(objectId) ?? new Set()
    waiters.set(objectId, some.add(waiter))
    watches += 1
    return () => {
      if (!some.delete(waiter)) return
      watches -= 1
      if (some.size === 0 && waiters.get(objectId) === some) waiters.delete(objectId)
    }
  }

  return {
    async watch(objectId) {
      if (watches >= mostWatches) return undefined
      const waiter: Waiter = { fired: false, wake: () => {} }
      const end = add(objectId, waiter)
      if (await listener.listen()) {
        heardSince ??= clock()
        return { changed: (waitMs) => wait(waiter, waitMs), fired: () => waiter.fired, end }
      }
      end()
      return undefined
    },
    quiet(objectIds, ms) {
      const from = clock() - ms
      return (
        ms < memoryMs && heardSince !== undefined && heardSince <= from && objectIds.every((id) => (heardAt.get(id) ?? -Infinity) < from)
      )
    },
    async close() {
      const closing = listener.close()
      wakeAll()
      await closing
    },
  }
}

const wait = (waiter: Waiter, waitMs: number): Promise<void> =>
  new Promise((resolve) => {
    if (waiter.fired || waitMs <= 0) return resolve()
    const timer = setTimeout(resolve, waitMs)
    waiter.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
