import { figureTables, missingFigures } from '../../sales/lifecycle/figuresOfHistory.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** Of `daily_counts` only the sums are proved of what history does not keep: a customer's relation is known until they are erased. */
const provable: Readonly<Record<string, { rows: Sql; counted: Sql }>> = {
  daily_counts: { rows: sql`m.kind <> 'relation'`, counted: sql`d.kind <> 'relation'` },
}

const all = sql`true`

/** The figures of the day count what happened, in words, each with the query that returns its violations (`what` names one). */
export const figureProofs: readonly (readonly [rule: string, violations: Sql])[] = [
  ...figureTables.map((one) => {
    const { rows, counted } = provable[one.table] ?? { rows: all, counted: all }
    return [
      `${one.table} counts what history says`,
      sql`select m::text as what from (${missingFigures(one, all, counted)}) m where ${rows}`,
    ] as const
  }),
  [
    'every sale is of a customer with some relation to the shop',
    sql`select coalesce(r.merchant_id, s.merchant_id)::text || ' ' || coalesce(r.day, s.day) || ': relations ' || coalesce(r.many, 0) || ', sold ' || coalesce(s.many, 0) as what
    from (select merchant_id, mode, day, channel, sum(many) as many, sum(cents) as cents from daily_counts where kind = 'relation' group by 1, 2, 3, 4) r
      full join (select merchant_id, mode, day, channel, sum(sold) as many, sum(sold_cents) as cents from daily_sales group by 1, 2, 3, 4) s using (merchant_id, mode, day, channel)
    where (coalesce(r.many, 0), coalesce(r.cents, 0)) <> (coalesce(s.many, 0), coalesce(s.cents, 0))`,
  ],
]
