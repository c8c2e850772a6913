import type { Log } from '../log/log.ts'
import { makeListener } from './listener.ts'

/**
 * A watch on one object: `changed` resolves when it has changed since the watch began, after `waitMs`, when the connection is lost, or when the
 * watch ends; `fired` is true once it has changed or the connection was lost.
 */
export type Watch = { changed(waitMs: number): Promise<void>; fired(): boolean; end(): void }

/** Change notifications of the database, on one LISTEN connection per process. */
export type Events = {
  /** Starts a watch; undefined when LISTEN is unavailable, so that the caller reads and answers at once. */
  watch(objectId: string): Promise<Watch | undefined>
  /** Whether it is certain that none of these has changed within the last `ms` milliseconds. */
  quiet(objectIds: readonly string[], ms: number): boolean
  close(): Promise<void>
}

type Waiter = { fired: boolean; notify: () => void }

/** Limit of concurrent watches per process; further callers answer at once. */
const maxWatches = 5_000

/** How long changes are remembered. */
const memoryMs = 120_000

/** Listens for NOTIFY with ids, sent by the transaction that makes the change. A lost connection resolves all watches. `clock`: monotonic milliseconds. */
export function makeEvents(databaseUrl: string, log: Log, clock: () => number = () => performance.now()): Events {
  const waiters = new Map<string, Set<Waiter>>()
  /** When each id last changed, oldest first. */
  const changedAt = new Map<string, number>()
  /** Since when notifications have been received without a gap; undefined while not listening. */
  let listeningSince: number | undefined
  let watches = 0
  const fire = (waiter: Waiter) => {
    waiter.fired = true
    waiter.notify()
  }
  const fireAll = () => waiters.forEach((some) => some.forEach(fire))
  const listener = makeListener(databaseUrl, {
    onNotification(objectId) {
      remember(objectId)
      waiters.get(objectId)?.forEach(fire)
    },
    onLost: (error) => {
      listeningSince = undefined
      log('warn', 'events_connection_lost', {}, error)
      fireAll()
    },
  })

  function remember(objectId: string): void {
    changedAt.delete(objectId)
    changedAt.set(objectId, clock())
    for (const [id, at] of changedAt) {
      if (at >= clock() - memoryMs) return
      changedAt.delete(id)
    }
  }

  /** Returns a function that removes it, which ends its wait. */
  function add(objectId: string, waiter: Waiter): () => void {
    const ofTopic = waiters.get(objectId) ?? new Set()
    waiters.set(objectId, ofTopic.add(waiter))
    watches += 1
    return () => {
      if (!ofTopic.delete(waiter)) return
      watches -= 1
      waiter.notify()
      if (ofTopic.size === 0 && waiters.get(objectId) === ofTopic) waiters.delete(objectId)
    }
  }

  return {
    async watch(objectId) {
      if (watches >= maxWatches) return undefined
      const waiter: Waiter = { fired: false, notify: () => {} }
      const end = add(objectId, waiter)
      if (await listener.listen()) {
        listeningSince ??= clock()
        return { changed: (waitMs) => wait(waiter, waitMs), fired: () => waiter.fired, end }
      }
      end()
      return undefined
    },
    quiet(objectIds, ms) {
      const from = clock() - ms
      return (
        ms < memoryMs &&
        listeningSince !== undefined &&
        listeningSince <= from &&
        objectIds.every((id) => (changedAt.get(id) ?? -Infinity) < from)
      )
    },
    async close() {
      const closing = listener.close()
      fireAll()
      await closing
    },
  }
}

const wait = (waiter: Waiter, waitMs: number): Promise<void> =>
  new Promise((resolve) => {
    if (waiter.fired || waitMs <= 0) return resolve()
    const timer = setTimeout(resolve, waitMs)
    waiter.notify = () => {
      clearTimeout(timer)
      resolve()
    }
  })
