import { ANALYTICS_MOST_SAVED, readEvent, type AnalyticsEvent } from '#domain/analytics'

/** Events that wait to be sent, of all tabs of this browser together; they outlive the page. */
export type SavedEvents = {
  /** Adds some; beyond 1 000 the oldest are forgotten. Resolves to how many wait. */
  add(events: readonly AnalyticsEvent[]): Promise<number>
  /** The same at once, for a page that is about to go. */
  addNow(events: readonly AnalyticsEvent[]): void
  /** The oldest. */
  first(count: number): AnalyticsEvent[]
  remove(ids: ReadonlySet<string>): Promise<void>
  clear(): void
}

const key = 'analytics-events'

/** Where browsers have locks, no tab writes over what another has just written; elsewhere an event may be lost or sent twice. */
async function inTurn(act: () => void): Promise<void> {
  try {
    await navigator.locks.request(key, act)
  } catch {
    act() // a page without HTTPS, or one that is going
  }
}

/** What is stored, of whatever shape. */
function read(): Partial<AnalyticsEvent>[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
  } catch {
    return []
  }
}

/** Without storage nothing waits: what cannot be kept is not told. */
function write(events: readonly Partial<AnalyticsEvent>[]): void {
  try {
    if (events.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(events))
  } catch {
    // full, or switched off
  }
}

/** The waiting events of this browser, in its local storage. */
export function savedEvents(): SavedEvents {
  const addNow = (events: readonly AnalyticsEvent[]) => {
    const present = read()
    const known = new Set(present.map(({ uuid }) => uuid))
    write([...present, ...events.filter(({ uuid }) => !known.has(uuid))].slice(-ANALYTICS_MOST_SAVED))
  }
  return {
    add: async (events) => {
      await inTurn(() => addNow(events))
      return read().length
    },
    addNow,
    // Believed no more than anything from outside.
    first: (count) =>
      read()
        .map(readEvent)
        .filter((event) => event !== null)
        .slice(0, count),
    remove: (ids) => inTurn(() => write(read().filter(({ uuid }) => uuid !== undefined && !ids.has(uuid)))),
    clear: () => write([]),
  }
}
