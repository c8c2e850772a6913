import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { personName } from '../../platform/calls/userConditions.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { inOrder, largestFirst, rangeOf, readSaleDays, addSales, readSlices, refundAges, sumOf } from '../lifecycle/readFigures.ts'
import { channelRows, listOf } from './filters.ts'

/** Refunds and cancellations by reason and by days since the sale. */
export const insightRefunds: Handler<'insightRefunds'> = async ({ query, db, scope }) => {
  const range = rangeOf(query)
  const these = channelRows(scope, query)
  const [slices, days] = await Promise.all([readSlices(db, these, range, ['refund_reason', 'refund_age']), readSaleDays(db, these, range)])
  const sums = addSales(days.values())
  return {
    refunds: { count: sums.refunded, amount: sums.refunded_cents },
    cancellations: { count: sums.cancelled, amount: sums.cancelled_cents },
    reasons: largestFirst(slices.refund_reason),
    ages: inOrder(refundAges, slices.refund_age),
    lists: { refunds: listOf('refunded', query), cancellations: listOf('cancelled', query) },
  }
}

const relations = ['new', '30', '180', '365', 'older']
const amounts = ['50', '100', '200', '400', '800', '1500', 'more']

/** Who buys, when and how. */
export const insightCustomers: Handler<'insightCustomers'> = async ({ query, db, scope }) => {
  const range = rangeOf(query)
  const these = channelRows(scope, query)
  const [slices, hours] = await Promise.all([
    readSlices(db, these, range, ['relation', 'amount', 'instalments']),
    // Days since a Monday: `extract` computes with numeric, which is slow.
    db.rows<{
      weekday: number
      hour: string
      many: number
      cents: number
    }>(sql`select ((d.day - '2024-01-01'::date) % 7 + 7) % 7 + 1 as weekday, d.value as hour,
        sum(d.many)::integer as many, sum(d.cents::float8) as cents from daily_counts d
      where ${these} and d.kind = 'hour' and d.day between ${range.from}::date and ${range.to}::date group by 1, 2`),
  ])
  return {
    ...sumOf(slices.amount),
    relations: inOrder(relations, slices.relation),
    amounts: inOrder(amounts, slices.amount),
    instalments: slices.instalments.toSorted((one, other) => Number(one.value) - Number(other.value)),
    hours: hours
      .map(({ weekday, hour, many, cents }) => ({ weekday, hour: Number(hour), count: many, amount: cents }))
      .toSorted((one, other) => one.weekday - other.weekday || one.hour - other.hour),
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
