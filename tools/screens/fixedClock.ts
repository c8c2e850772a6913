/** The instant at which every picture is taken: a Wednesday morning in Madrid. */
export const picturedAt = new Date('2026-11-25T09:40:00.000Z')

/** How many times slower than others the product's clock goes: what follows something is still later, and a whole run is less than a second. */
export const slowness = 1_000

/**
 * PostgreSQL's clock as the product asks for it, in a schema that is searched before PostgreSQL's own. For the owner's connection, before the migrations:
 * defaults of columns keep the function that they were made with.
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

/** The product's own clock. */
export const productNow = (): Date => new Date(picturedAt.getTime() + (performance.now() - startedMs) / slowness)

/** Does something while `Date` stands still in this program: for code that asks what day it is, and not for cookies, which browsers let run out. */
export async function whileStopped<Result>(work: () => Promise<Result>): Promise<Result> {
  const Real = Date
  const stoppedMs = picturedAt.getTime()
  class Stopped extends Real {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(stoppedMs)
      else super(...given)
    }
    static override now(): number {
      return stoppedMs
    }
  }
  globalThis.Date = Stopped as DateConstructor // called without `new` nowhere
  try {
    return await work()
  } finally {
    globalThis.Date = Real
  }
}
