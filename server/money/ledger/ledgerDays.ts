import type { JournalKind, Posting } from '#domain/money/ledger'
import { madridDay } from '#domain/platform/dates'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/*
 * Sums of the live ledger by day, kind of journal and account, for the provider over all merchants. Posting a journal only inserts: a counter that every
 * sale updates would make all sales of a day (or of a merchant) wait for each other's commit, and could deadlock where a transaction posts several
 * journals. One writer at a time adds the entries up afterwards; a reader adds what is not yet added up.
 */

/** Named queries that note the lines of a journal for the day's sums in the statement that writes them: one, in live mode. */
export function journalDayQueries(
  { merchantId, mode }: Scope,
  { kind, at, lines }: { kind: JournalKind; at: Date; lines: readonly Posting[] },
): Sql[] {
  if (mode !== 'live') return []
  const day = sql`journal_day as (insert into ledger_day_entries (merchant_id, day, kind, account, amount_cents)
    select ${merchantId}, ${madridDay(at)}, ${kind}, l.account, l.amount
    from unnest(${lines.map(({ account }) => account)}::text[], ${lines.map(({ amountCents }) => amountCents)}::bigint[]) l (account, amount))`
  return [day]
}

/** Entries that are added up by one statement, at most. */
const batchSize = 20_000

const sums = sql`coalesce(sum(e.amount_cents) filter (where e.amount_cents > 0), 0), coalesce(-sum(e.amount_cents) filter (where e.amount_cents < 0), 0), count(*)`

/** Adds the noted lines to the sums of their days and removes them; returns how many. Another process that does it meanwhile is left alone. */
export async function addUpDays({ database }: { database: Pick<Database, 'write'> }): Promise<number> {
  let done = 0
  for (;;) {
    const count = await database.write(null, addUpBatch)
    done += count
    if (count < batchSize) return done
  }
}

async function addUpBatch(db: Connection): Promise<number> {
  const turn = await db.first<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended('ledger_days', 0)) as mine`)
  if (turn?.mine !== true) return 0
  const row = await db.first<{ many: number }>(sql`with e as (
      delete from ledger_day_entries e where e.id = any(array(select n.id from ledger_day_entries n order by n.id limit ${batchSize}))
      returning e.merchant_id, e.day, e.kind, e.account, e.amount_cents
    ), shops as (
      insert into ledger_shop_days as d (day, merchant_id, kind, account, debit_cents, credit_cents, lines)
      select e.day, e.merchant_id, e.kind, e.account, ${sums} from e group by 1, 2, 3, 4
      on conflict (day, merchant_id, kind, account) do update
        set debit_cents = d.debit_cents + excluded.debit_cents, credit_cents = d.credit_cents + excluded.credit_cents, lines = d.lines + excluded.lines
    ), days as (
      insert into ledger_days as d (day, kind, account, debit_cents, credit_cents, lines)
      select e.day, e.kind, e.account, ${sums} from e group by 1, 2, 3
      on conflict (day, kind, account) do update
        set debit_cents = d.debit_cents + excluded.debit_cents, credit_cents = d.credit_cents + excluded.credit_cents, lines = d.lines + excluded.lines
    )
    select count(*)::integer as many from e`)
  return row?.many ?? 0
}

/** SQL of the columns of an entry that is not yet added up, as a row of the days. */
const entered = sql`e.kind, e.account, greatest(e.amount_cents, 0) as debit_cents, greatest(-e.amount_cents, 0) as credit_cents, 1 as lines from ledger_day_entries e`

/** The sums over all merchants, as a relation: day, kind, account, debit_cents, credit_cents, lines; several rows may have the same key. */
export const providerDays: Sql = sql`(select d.day, d.kind, d.account, d.debit_cents, d.credit_cents, d.lines from ledger_days d
  union all select e.day, ${entered})`

/** The same for each merchant, with `merchant_id`. */
export const shopDays: Sql = sql`(select d.merchant_id, d.day, d.kind, d.account, d.debit_cents, d.credit_cents, d.lines from ledger_shop_days d
  union all select e.merchant_id, e.day, ${entered})`
