import { type LocalDate, madridDay } from '#domain/platform/dates'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { errorName } from '../../platform/log/errorName.ts'
import { settleShop, type SettlingServices } from './settleShop.ts'

type SettleRun = { settlements: number; lines: number; failed: number }

/** Waits after the cut-off for sales in progress; one that takes longer goes to the next settlement. */
const graceMs = 60_000
const concurrency = 3
const batchSize = 500

type DueShop = { merchant_id: string; mode: Mode }

/**
 * Creates the settlements of every shop and mode whose cut-off has passed, up to a value date (by default today in Madrid): each exactly once, in its own
 * transaction, also with concurrent runs and crashes. A failure of one shop does not affect the others and is retried by the next run. `isOver`: asked
 * before each settlement whether the run should end.
 */
export async function settle(services: SettlingServices, upTo?: LocalDate, isOver: () => boolean = () => false): Promise<SettleRun> {
  const today = madridDay(new Date(services.now().getTime() - graceMs))
  const until = upTo !== undefined && upTo < today ? upTo : today
  const run: SettleRun = { settlements: 0, lines: 0, failed: 0 }
  await services.database.write(null, (db) =>
    db.run(sql`insert into settlement_runs (merchant_id, mode, settled_until) select m.id, o.mode, '-infinity' from merchants m cross join unnest(enum_range(null::mode)) o (mode)
      where not exists (select from settlement_runs t where t.merchant_id = m.id and t.mode = o.mode) on conflict do nothing`),
  )
  let last: DueShop | undefined
  for (;;) {
    const shops = await dueShops(services, until, last)
    last = shops.at(-1)
    if (!last || isOver()) break
    const queue = shops.values()
    await Promise.all(Array.from({ length: concurrency }, () => settleShops(services, queue, { until, isOver }, run)))
  }
  if (upTo === undefined && !isOver()) await settleAdvancedClocks(services, run)
  return run
}

/** Settles shops whose sandbox clock is advanced, by that clock. */
async function settleAdvancedClocks(services: SettlingServices, run: SettleRun): Promise<void> {
  const ended = new Date(services.now().getTime() - graceMs)
  const moved = await services.database.read(null, (db) =>
    db.rows<DueShop & { ahead_ms: bigint }>(sql`select t.merchant_id, t.mode, c.ahead_ms from sandbox_clocks c
      join settlement_runs t on t.merchant_id = c.merchant_id and t.mode = 'sandbox'
      where t.settled_until < ((${ended}::timestamptz + c.ahead_ms * interval '1 ms') at time zone 'Europe/Madrid')::date`),
  )
  for (const { ahead_ms: ahead, ...shop } of moved) {
    const laterServices = { ...services, now: () => new Date(services.now().getTime() + Number(ahead)) }
    const until = madridDay(new Date(ended.getTime() + Number(ahead)))
    await settleShops(laterServices, [shop].values(), { until, isOver: () => false }, run)
  }
}

/** Shops not settled up to a day; ids only, from a table that is read across shops. */
function dueShops({ database }: SettlingServices, until: LocalDate, last: DueShop | undefined): Promise<DueShop[]> {
  const after = last ? sql`(t.merchant_id, t.mode) > (${last.merchant_id}::uuid, ${last.mode}::mode)` : sql`true`
  return database.read(null, (db) =>
    db.rows<DueShop>(
      sql`select t.merchant_id, t.mode from settlement_runs t where t.settled_until < ${until} and ${after} order by t.merchant_id, t.mode limit ${batchSize}`,
    ),
  )
}

async function settleShops(
  services: SettlingServices,
  queue: Iterator<DueShop> & Iterable<DueShop>,
  { until, isOver }: { until: LocalDate; isOver: () => boolean },
  run: SettleRun,
): Promise<void> {
  for (const { merchant_id: merchantId, mode } of queue) {
    const scope = mintScope(merchantId, mode)
    try {
      // One settlement per transaction, so that finished ones stay.
      while (!isOver()) {
        const settlement = await settleShop(services, scope, until)
        if (!settlement) break
        run.settlements += 1
        run.lines += settlement.lines
      }
    } catch (error) {
      run.failed += 1
      services.log('error', 'settlement_failed', { merchant: merchantId, mode }, error)
      await noteFailure(services, scope, error)
    }
  }
}

/** Stores why a shop could not be settled, for the provider's staff; the next run that settles it removes it. */
const noteFailure = ({ database, now }: SettlingServices, scope: Scope, error: unknown): Promise<unknown> =>
  database
    .write(null, (db) =>
      db.run(sql`update settlement_runs t set failed_at = ${now()}, failure = ${errorName(error)} where ${inScope(scope, 't')}`),
    )
    // The database may be what failed: the run goes on with the next shop, and fails there again.
    .catch(() => {})

/** Creates all settlements of one shop and mode up to a value date, each once. */
export async function settleUpTo(services: SettlingServices, scope: Scope, until: LocalDate): Promise<void> {
  await services.database.write(null, (db) =>
    db.run(
      sql`insert into settlement_runs (merchant_id, mode, settled_until) values (${scope.merchantId}, ${scope.mode}, '-infinity') on conflict do nothing`,
    ),
  )
  while ((await settleShop(services, scope, until)) !== null);
}
