import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { personName } from '../../platform/calls/userConditions.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { inOrder, largestFirst, rangeOf, readSales, readSlices, refundAges, type Slice, sumOf, sumsOf } from '../lifecycle/readFigures.ts'
import { buyerCounters, buyerValues } from '../lifecycle/figuresOfHistory.ts'
import { dailyBuyers } from '../lifecycle/figureTables.ts'
import { channelRows, listOf } from './filters.ts'

/** Refunds and cancellations by reason and by days since the sale. */
export const insightRefunds: Handler<'insightRefunds'> = async ({ query, db, scope }) => {
  const range = rangeOf(query)
  const these = channelRows(scope, query)
  const [slices, sums] = await Promise.all([readSlices(db, these, range, ['refund_reason', 'refund_age']), readSales(db, these, range)])
  return {
    refunds: { count: sums.refunded, amount: sums.refunded_cents },
    cancellations: { count: sums.cancelled, amount: sums.cancelled_cents },
    reasons: largestFirst(slices.refund_reason),
    ages: inOrder(refundAges, slices.refund_age),
    lists: { refunds: listOf('refunded', query), cancellations: listOf('cancelled', query) },
  }
}

type BuyerRow = Record<string, number> & { weekday: number }

/** Slices of one property over rows of sums of `daily_buyers`. */
const slicesOf = (property: keyof typeof buyerValues, rows: readonly Record<string, number>[]): Slice[] =>
  buyerValues[property].map((value) => ({
    value,
    count: rows.reduce((all, row) => all + (row[`${property}_${value}`] ?? 0), 0),
    amount: rows.reduce((all, row) => all + (row[`${property}_${value}_cents`] ?? 0), 0),
  }))

/** Who buys, when and how. */
export const insightCustomers: Handler<'insightCustomers'> = async ({ query, db, scope }) => {
  const range = rangeOf(query)
  const these = channelRows(scope, query)
  const [{ instalments }, weekdays] = await Promise.all([
    readSlices(db, these, range, ['instalments']),
    // Days since a Monday: `extract` computes with numeric, which is slow.
    db.rows<BuyerRow>(sql`select ((d.day - '2024-01-01'::date) % 7 + 7) % 7 + 1 as weekday, ${sumsOf(buyerCounters)} from ${dailyBuyers} d
      where ${these} and d.day between ${range.from}::date and ${range.to}::date group by 1 order by 1`),
  ])
  const amounts = slicesOf('amount', weekdays)
  return {
    ...sumOf(amounts),
    relations: slicesOf('relation', weekdays),
    amounts,
    instalments: instalments.toSorted((one, other) => Number(one.value) - Number(other.value)),
    hours: weekdays.flatMap(({ weekday, ...sums }) =>
      slicesOf('hour', [sums])
        .filter(({ count }) => count > 0)
        .map(({ value, count, amount }) => ({ weekday, hour: Number(value), count, amount })),
    ),
    list: listOf('sold', query),
  }
}

/** Sales by who opened them and refunds by who made them, with the most sold first. */
export const insightTeam: Handler<'insightTeam'> = async ({ query, db, scope }) => {
  const range = rangeOf(query)
  const { seller, refunder } = await readSlices(db, inScope(scope, 'd'), range, ['seller', 'refunder'])
  const ids = [...new Set([...seller, ...refunder].map(({ value }) => value))]
  const people = await db.rows<{ id: string; name: string | null }>(
    sql`select p.id, ${personName(sql`p.id`)} as name from unnest(${ids.filter((id) => id !== '')}::uuid[]) p (id)`,
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const of = (slices: typeof seller, id: string) => sumOf(slices.filter(({ value }) => value === id))
  return {
    people: ids
      .map((id) => ({
        userId: id === '' ? null : hexOf(id),
        name: names.get(id) ?? null,
        sales: of(seller, id),
        refunds: of(refunder, id),
      }))
      .toSorted((one, other) => other.sales.amount - one.sales.amount),
  }
}
