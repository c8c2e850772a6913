import { addDays, madridDay } from '#domain/platform/dates'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { withConsolePreparation } from '../../platform/calls/consoleHandler.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { settle } from '../../money/settlements/settle.ts'
import { readBalance } from '../../money/settlements/view.ts'
import { dayOf, pageOf, shopColumns, shopOfRow, type ShopRow, shortRun } from './moneyRows.ts'

/** Value days of a page. */
const pageDays = 30
/** Shops of a dry run, and failures that are shown. */
const maxShops = 100

type Day = { on: string; many: number; net: string; compensated: number; paid: number; returned: number; owed: string }
type Failure = ShopRow & { mode: Mode; failed_at: Date; failure: string }

/** Settlements by value day, and the shops that could not be settled. */
export const consoleSettlementDays: ConsoleHandler<'consoleSettlementDays'> = async ({ db, query, now }) => {
  const before = query.before === undefined ? addDays(madridDay(now), 30) : dayOf(query.before, 'before')
  const [days, failures, dueShops] = await Promise.all([
    db.rows<Day>(sql`select l.value_on as on, count(*)::integer as many, coalesce(sum(l.net_cents), 0) as net,
        (count(*) filter (where l.status = 'compensated'))::integer as compensated, (count(*) filter (where l.status = 'paid'))::integer as paid,
        (count(*) filter (where l.status = 'returned'))::integer as returned, coalesce(-sum(l.closing_cents) filter (where l.closing_cents < 0), 0) as owed
      from listed_settlements l where l.value_on < ${before} group by l.value_on order by l.value_on desc limit ${pageDays + 1}`),
    db.rows<Failure>(sql`select ${shopColumns}, t.mode, t.failed_at, coalesce(t.failure, '') as failure from settlement_runs t join merchants m on m.id = t.merchant_id
      where t.failed_at is not null order by t.failed_at desc limit ${maxShops}`),
    countDue(db, now),
  ])
  const { page, next } = pageOf(days, ({ on }) => on, pageDays)
  return {
    days: page.map(({ on, many, net, compensated, paid, returned, owed }) => ({
      on,
      count: many,
      netAmount: Number(net),
      compensated,
      paid,
      returned,
      owed: Number(owed),
    })),
    failures: failures.map((row) => ({ shop: shopOfRow(row), mode: row.mode, failedAt: row.failed_at.toISOString(), error: row.failure })),
    due: dueShops,
    next,
  }
}

/** Live shops with a day that is over and not settled; a new one is not in the runs yet. */
const due = (now: Date): Sql => sql`merchants m left join settlement_runs t on t.merchant_id = m.id and t.mode = 'live'
  where coalesce(t.settled_until, '-infinity') < ${madridDay(now)}`

async function countDue(db: Connection, now: Date): Promise<number> {
  const row = await db.first<{ many: number }>(sql`select count(*)::integer as many from ${due(now)}`)
  return row?.many ?? 0
}

/** What would be settled now, each shop read in its scope. */
export const consoleSettlementDryRun: ConsoleHandler<'consoleSettlementDryRun'> = async ({ db, services, now }) => {
  const today = madridDay(now)
  const shops = await db.rows<ShopRow>(sql`select ${shopColumns} from ${due(now)} order by m.id limit ${maxShops}`)
  const settlements = []
  for (const row of shops) {
    const scope = mintScope(row.merchant_id, 'live')
    const { next } = await services.database.read(scope, (shopDb) => readBalance(shopDb, scope, now))
    if (next && next.valueOn <= today) settlements.push({ shop: shopOfRow(row), ...next })
  }
  return { due: await countDue(db, now), settlements }
}

/** Settles now, outside of the call's transaction, as the recurring job does. */
export const consoleSettlementRun = withConsolePreparation<
  'consoleSettlementRun',
  { run: Awaited<ReturnType<typeof settle>>; complete: boolean }
>(
  async ({ body, services, now }) => {
    const on = body.on === undefined ? undefined : dayOf(body.on, 'on')
    if (on !== undefined && on > madridDay(now)) throw new Refusal('ApiValidationException', { fields: [problem('on', 'future')] })
    const { isOver, isComplete } = shortRun()
    const run = await settle(services, on, isOver)
    return { run, complete: isComplete() }
  },
  ({ body, audit }, { run, complete }) => {
    audit({ entity: 'settlement_run', entityId: '', after: { ...body, ...run } })
    return Promise.resolve({ ...run, complete })
  },
)
