import { dailyBuyers, dailySales, figureTables, missingFigures, tablesOfAll, wrongSums } from '../../sales/lifecycle/figureTables.ts'
import { buyerValues } from '../../sales/lifecycle/figuresOfHistory.ts'
import { joinSql, named, sql, type Sql } from '../../platform/database/sql.ts'

/** Figures have no row-level security: as of operations, those of the connection's shop, or all without one. */
const visible = sql`(scope_merchant() is null or d.merchant_id = scope_merchant() and d.mode = scope_mode())`

/** A customer's relation to the shop is known until they are erased: of it only the sums are proved. */
const isProvable = (counter: string): boolean => !counter.startsWith('relation_')
const relations = joinSql(
  buyerValues.relation.map((value) => named(`relation_${value}`)),
  sql` + `,
)

const all = sql`true`

/** The figures of the day count what happened, in words, each with the query that returns its violations (`what` names one). */
export const figureProofs: readonly (readonly [rule: string, violations: Sql])[] = [
  ...figureTables.map((one) => {
    const missing = missingFigures(one, one.counters.filter(isProvable), all, visible)
    return [`${one.table} counts what history says`, sql`select m::text as what from (${missing}) m`] as const
  }),
  // Of all shops: a connection of one shop proves nothing of them.
  ...tablesOfAll.map(
    (table) =>
      [
        `${table.table} sums the shops' figures`,
        sql`select w::text as what from (${wrongSums(table)}) w where scope_merchant() is null`,
      ] as const,
  ),
  [
    'every sale is of a customer with some relation to the shop',
    sql`select coalesce(r.merchant_id, s.merchant_id)::text || ' ' || coalesce(r.day, s.day) || ': relations ' || coalesce(r.many, 0) || ', sold ' || coalesce(s.many, 0) as what
    from (select merchant_id, mode, day, channel, sum(${relations}) as many from ${dailyBuyers} b group by 1, 2, 3, 4) r
      full join (select merchant_id, mode, day, channel, sum(sold) as many from ${dailySales} s group by 1, 2, 3, 4) s using (merchant_id, mode, day, channel)
    where coalesce(r.many, 0) <> coalesce(s.many, 0)`,
  ],
]
