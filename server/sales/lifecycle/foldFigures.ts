import { madridDay } from '#domain/platform/dates'
import type { Database } from '../../platform/database/database.ts'
import { joinSql, named, sql, type Sql } from '../../platform/database/sql.ts'
import { figureTables } from './figuresOfHistory.ts'

/** Rows that become fewer at a time, to keep locks short. */
const maxPerStep = 5_000

type Folding = { database: Database; now: () => Date }

/** Adds up the slots of past days, in which nothing is written any more, so that a year is read from one row a day and key. Returns how many rows went. */
export async function foldFigures({ database, now }: Folding, stopping: AbortSignal): Promise<number> {
  const today = madridDay(now())
  let folded = 0
  for (const one of figureTables)
    for (let last = maxPerStep; last === maxPerStep && !stopping.aborted; folded += last)
      last = await database.write(null, async (db) => (await db.first<{ many: number }>(foldStep(one, today)))?.many ?? 0)
  return folded
}

/** Rows of other slots than 0 before a day go, and row 0 of their key takes their sums. */
function foldStep({ table, key, counters }: (typeof figureTables)[number], today: string): Sql {
  const keys = joinSql(key.map(named))
  const names = joinSql(counters.map(named))
  return sql`with chosen as materialized (
      select d.ctid as place from ${named(table)} d where d.slot <> 0 and d.day < ${today}::date order by d.day limit ${maxPerStep} for update skip locked
    ), gone as (
      delete from ${named(table)} d where d.ctid = any(array(select place from chosen)) returning d.*
    ), kept as (
      insert into ${named(table)} as d (${keys}, slot, ${names})
      select ${keys}, 0, ${joinSql(counters.map((name) => sql`sum(g.${named(name)})`))} from gone g group by ${keys} order by ${keys}
      on conflict (${keys}, slot) do update set ${joinSql(counters.map((name) => sql`${named(name)} = d.${named(name)} + excluded.${named(name)}`))}
    )
    select count(*)::integer as many from gone`
}
