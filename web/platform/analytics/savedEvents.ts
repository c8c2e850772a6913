import { ANALYTICS_MAX_SAVED, readEvent, type AnalyticsEvent } from '#domain/analytics'

/** Queued events of all tabs of this browser; they survive the page. */
export type SavedEvents = {
  /** Adds events; beyond 1 000 the oldest are deleted. Resolves to the length of the queue. */
  add(events: readonly AnalyticsEvent[]): Promise<number>
  /** The same synchronously, for a page that is being unloaded. */
  addNow(events: readonly AnalyticsEvent[]): void
  /** The oldest. */
  first(count: number): AnalyticsEvent[]
  remove(ids: ReadonlySet<string>): Promise<void>
  clear(): void
}

const key = 'analytics-events'

/** With Web Locks no tab overwrites another’s write; without them an event may be lost or sent twice. */
async function withLock(act: () => void): Promise<void> {
  try {
    await navigator.locks.request(key, act)
  } catch {
    act() // a page without HTTPS, or one being unloaded
  }
}

/** The stored value, of unknown shape. */
function read(): Partial<AnalyticsEvent>[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
  } catch {
    return []
  }
}

/** Without storage nothing is queued: an event that cannot be stored is not sent. */
function write(events: readonly Partial<AnalyticsEvent>[]): void {
  try {
    if (events.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(events))
  } catch {
    // full or unavailable
  }
}

/** The queue in this browser’s local storage. */
export function savedEvents(): SavedEvents {
  const addNow = (events: readonly AnalyticsEvent[]) => {
    const present = read()
    const known = new Set(present.map(({ uuid }) => uuid))
    write([...present, ...events.filter(({ uuid }) => !known.has(uuid))].slice(-ANALYTICS_MAX_SAVED))
  }
  return {
    add: async (events) => {
      await withLock(() => addNow(events))
      return read().length
    },
    addNow,
    // Validated like any external input.
    first: (count) =>
      read()
        .map(readEvent)
        .filter((event) => event !== null)
        .slice(0, count),
    remove: (ids) => withLock(() => write(read().filter(({ uuid }) => uuid !== undefined && !ids.has(uuid)))),
    clear: () => write([]),
  }
}
