import { addDays, type LocalDate, localDate, madridDay } from '#domain/platform/dates'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { addSums, tablesOfAll } from './figureTables.ts'
import { foldForReader, waitForFolding } from './foldChanges.ts'

/** Days that are summed by one transaction, at most. */
const daysAtOnce = 31

/**
 * Sums the figures of all shops, day by day, until the day before yesterday: nothing is added to a day that is over for so long. A server of version 0.2.0 beside
 * this one still writes yesterday's.
 */
export async function closeFigureDays({ database, now }: { database: Database; now: () => Date }, stopping?: AbortSignal): Promise<void> {
  const until = addDays(madridDay(now()), -2)
  for (;;) {
    const more = await database.write(null, (db) => closeSome(db, until))
    if (!more || stopping?.aborted) return
  }
}

/** Returns whether there may be more. */
async function closeSome(db: Connection, until: LocalDate): Promise<boolean> {
  if ((await summedUntil(db)) >= until) return false
  await waitForFolding(db)
  await foldForReader(db)
  // Read again: another process may have summed meanwhile.
  const summed = await summedUntil(db)
  if (summed >= until) return false
  const from = summed === '' ? await firstDay(db) : addDays(localDate(summed), 1)
  const last = from === null || addDays(from, daysAtOnce) > until ? until : addDays(from, daysAtOnce)
  if (from !== null) for (const one of tablesOfAll) await db.run(addSums(one, sql`d.day between ${from}::date and ${last}::date`))
  await db.run(sql`insert into provider_figures_until (day) values (${last}) on conflict (only_one) do update set day = excluded.day`)
  return last < until
}

/** Empty: none is summed. */
const summedUntil = async (db: Connection): Promise<string> =>
  (await db.first<{ day: string }>(sql`select u.day from provider_figures_until u`))?.day ?? ''

/** The first day with any figures; null: there are none. */
async function firstDay(db: Connection): Promise<LocalDate | null> {
  const row = await db.first<{ day: string | null }>(sql`select least((select min(d.day) from daily_requests d where d.mode = 'live'),
    (select min(d.day) from daily_sales d where d.mode = 'live'), (select min(d.day) from daily_counts d where d.mode = 'live')) as day`)
  return row?.day ? localDate(row.day) : null
}
