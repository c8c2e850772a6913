import { arrearsAges } from '#contract/provider/figures'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { rangeOf } from '../../sales/lifecycle/readFigures.ts'

type Row = { day: string; age: (typeof arrearsAges)[number]; operations: number; amount: number }

/** What is overdue, by age, as of each night's count. */
export const consoleFigureArrears: ConsoleHandler<'consoleFigureArrears'> = async ({ query, db }) => {
  const { from, to } = rangeOf(query)
  const rows =
    await db.rows<Row>(sql`select d.day, d.age, sum(d.operations)::integer as operations, sum(d.cents)::float8 as amount from daily_arrears d
    where d.day between ${from}::date and ${to}::date group by d.day, d.age order by d.day`)
  const counts = await db.rows<{ day: string }>(
    sql`select c.day from arrears_counts c where c.day between ${from}::date and ${to}::date order by c.day`,
  )
  const on = counts.at(-1)?.day ?? null
  const agesOf = (day: string) => {
    const rowsOfDay = rows.filter((row) => row.day === day)
    return arrearsAges.map((age) => {
      const { operations = 0, amount = 0 } = rowsOfDay.find((row) => row.age === age) ?? {}
      return { age, operations, amount }
    })
  }
  const merchants = await db.rows<{ account_id: string; id: string; name: string; operations: number; amount: number }>(
    sql`select m.account_id, m.id, m.name, sum(d.operations)::integer as operations, sum(d.cents)::float8 as amount from daily_arrears d join merchants m on m.id = d.merchant_id
      where d.day = ${on}::date and d.operations > 0 group by m.id order by sum(d.cents) desc, m.id limit 20`,
  )
  return {
    on,
    ages: on === null ? [] : agesOf(on),
    days: counts.map(({ day }) => ({ on: day, ages: agesOf(day) })),
    merchants: merchants.map(({ account_id, id, ...row }) => ({ ...row, accountId: hexOf(account_id), merchantId: hexOf(id) })),
  }
}
