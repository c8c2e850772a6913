/** The instant of all screenshots: a Wednesday morning in Madrid. */
export const picturedAt = new Date('2026-11-25T09:40:00.000Z')

/** How much slower the product's clock runs: later events still have later times, and a whole run takes less than a second of it. */
const slowness = 1_000

/**
 * Replaces PostgreSQL's clock functions in a schema that precedes pg_catalog in the search path. For the owner's connection, before the migrations:
 * column defaults keep the function they were created with.
 */
export const fixedDatabaseClock = (databaseIdentifier: string): string => {
  const since = new Date().toISOString()
  const slowed = (clock: string) =>
    `timestamptz '${picturedAt.toISOString()}' + (pg_catalog.${clock}() - timestamptz '${since}') / ${slowness}`
  return `
    create function public.now() returns timestamptz stable language sql return ${slowed('now')};
    create function public.clock_timestamp() returns timestamptz volatile language sql return ${slowed('clock_timestamp')};
    alter database ${databaseIdentifier} set search_path = public, pg_catalog`
}

const startedMs = performance.now()

/** The product's clock. */
export const productNow = (): Date => new Date(picturedAt.getTime() + (performance.now() - startedMs) / slowness)

/** Runs a function while `Date` is frozen in this process: for code that depends on the current day; cookies, which browsers expire, are excluded. */
export async function whileStopped<Result>(work: () => Promise<Result>): Promise<Result> {
  const Real = Date
  const stoppedMs = picturedAt.getTime()
  class Stopped extends Real {
    constructor(...args: [] | [number | string | Date]) {
      if (args.length === 0) super(stoppedMs)
      else super(...args)
    }
    static override now(): number {
      return stoppedMs
    }
  }
  globalThis.Date = Stopped as DateConstructor // never called without `new`
  try {
    return await work()
  } finally {
    globalThis.Date = Real
  }
}
