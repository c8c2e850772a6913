import { type LocalDate, madridDay } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { settleShop } from './settleShop.ts'

/** What settling needs of the services. */
export type SettlingServices = Pick<Services, 'database' | 'now' | 'log'>

type SettleRun = { settlements: number; lines: number; failed: number }

/** Sales that were under way at midnight have ended by then; one that has not goes to the next settlement. */
const graceMs = 60_000
const atOnce = 3
const shopsAtATime = 500

type Turn = { merchant_id: string; mode: Mode }

/**
 * Makes the settlements of every shop and mode whose cut-off has passed, up to a value date (by default today in Madrid): each exactly once,
 * in a transaction of its own, whoever else runs and whatever ends it. One shop's failure leaves the others alone and is tried again in the
 * next run.
 */
export async function settle(services: SettlingServices, upTo?: LocalDate): Promise<SettleRun> {
  const today = madridDay(new Date(services.now().getTime() - graceMs))
  const until = upTo !== undefined && upTo < today ? upTo : today
  const run: SettleRun = { settlements: 0, lines: 0, failed: 0 }
  await services.database.write(null, (db) =>
    db.run(sql`insert into settlement_turns (merchant_id, mode, settled_until) select m.id, o.mode, '-infinity' from merchants m cross join unnest(enum_range(null::mode)) o (mode)
      where not exists (select from settlement_turns t where t.merchant_id = m.id and t.mode = o.mode) on conflict do nothing`),
  )
  let last: Turn | undefined
  for (;;) {
    const turns = await turnsToTake(services, until, last)
    last = turns.at(-1)
    if (!last) break
    const queue = turns.values()
    await Promise.all(Array.from({ length: atOnce }, () => takeTurns(services, queue, until, run)))
  }
  if (upTo === undefined) await settleMoved(services, run)
  return run
}

/** Shops whose test mode is ahead of the present are settled by its own days. */
async function settleMoved(services: SettlingServices, run: SettleRun): Promise<void> {
  const ended = new Date(services.now().getTime() - graceMs)
  const moved = await services.database.read(null, (db) =>
    db.rows<Turn & { ahead_ms: bigint }>(sql`select t.merchant_id, t.mode, c.ahead_ms from sandbox_clocks c
      join settlement_turns t on t.merchant_id = c.merchant_id and t.mode = 'sandbox'
      where t.settled_until < ((${ended}::timestamptz + c.ahead_ms * interval '1 ms') at time zone 'Europe/Madrid')::date`),
  )
  for (const { ahead_ms: ahead, ...turn } of moved) {
    const there = { ...services, now: () => new Date(services.now().getTime() + Number(ahead)) }
    await takeTurns(there, [turn].values(), madridDay(new Date(ended.getTime() + Number(ahead))), run)
  }
}

/** Shops that have not had their turn up to a day; ids alone, beside the wall. */
function turnsToTake({ database }: SettlingServices, until: LocalDate, last: Turn | undefined): Promise<Turn[]> {
  const after = last ? sql`(t.merchant_id, t.mode) > (${last.merchant_id}::uuid, ${last.mode}::mode)` : sql`true`
  return database.read(null, (db) =>
    db.rows<Turn>(
      sql`select t.merchant_id, t.mode from settlement_turns t where t.settled_until < ${until} and ${after} order by t.merchant_id, t.mode limit ${shopsAtATime}`,
    ),
  )
}

async function takeTurns(
  services: SettlingServices,
  queue: Iterator<Turn> & Iterable<Turn>,
  until: LocalDate,
  run: SettleRun,
): Promise<void> {
  for (const { merchant_id: merchantId, mode } of queue) {
    const scope = mintScope(merchantId, mode)
    try {
      // A settlement at a time, so that whatever was done stands.
      for (;;) {
        const made = await settleShop(services, scope, until)
        if (!made) break
        run.settlements += 1
        run.lines += made.lines
      }
    } catch (error) {
      run.failed += 1
      services.log('error', 'settlement_failed', { merchant: merchantId, mode }, error)
    }
  }
}

/** Makes all settlements of one shop and mode up to a value date, each once. */
export async function settleUpTo(services: SettlingServices, scope: Scope, until: LocalDate): Promise<void> {
  await services.database.write(null, (db) =>
    db.run(
      sql`insert into settlement_turns (merchant_id, mode, settled_until) values (${scope.merchantId}, ${scope.mode}, '-infinity') on conflict do nothing`,
    ),
  )
  while ((await settleShop(services, scope, until)) !== null);
}
