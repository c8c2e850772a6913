import { localDate, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { type DisputeFact, disputeFacts, eventsOfFact } from '#domain/sales/operations/facts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { personName } from '../../platform/calls/userConditions.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, joinSql, literals, named, sql } from '../../platform/database/sql.ts'
import { rangeOf, readRefunds, readSlices, shopFigures, type Slice, sumOf, sumsOf } from '../lifecycle/readFigures.ts'
import { buyerCounters, buyerValues } from '../lifecycle/figuresOfHistory.ts'
import { dailyBuyers } from '../lifecycle/figureTables.ts'
import { type ChannelFilter, channelRows, listOf } from './filters.ts'

/** Refunds and cancellations by reason and by days since the sale, and card disputes. */
export const insightRefunds: Handler<'insightRefunds'> = async ({ query, db, scope }) => {
  const [refunds, disputes] = await Promise.all([
    readRefunds(db, shopFigures(channelRows(scope, query)), rangeOf(query)),
    readDisputeFacts(db, scope, query),
  ])
  return {
    ...refunds,
    disputes: disputes.map((one) => ({ ...one, list: listOf(one.fact, query) })),
    lists: { refunds: listOf('refunded', query), cancellations: listOf('cancelled', query) },
  }
}

/** As in the condition of their index, `operation_events_disputes`. */
const disputeEvents = literals(disputeFacts.flatMap((fact) => eventsOfFact[fact]))

/** Each with a condition of its own: to group by event, a generic plan would sort the rows first. */
const disputeSums = joinSql(
  disputeFacts.map((fact) => {
    const ofFact = sql`filter (where e.event in (${literals(eventsOfFact[fact])}))`
    return sql`(count(*) ${ofFact})::integer as ${named(fact)}, sum(e.amount_cents::float8) ${ofFact} as ${named(`${fact}_cents`)}`
  }),
)

/** How often card disputes were opened, won and lost, with what was disputed. */
async function readDisputeFacts(
  db: Connection,
  scope: Scope,
  { from, to, channel }: ChannelFilter,
): Promise<{ fact: DisputeFact; count: number; amount: number }[]> {
  const condition = allOf([
    inScope(scope, 'e'),
    sql`e.at >= ${startOfMadridDay(localDate(from))} and e.at < ${startOfNextMadridDay(localDate(to))} and e.event in (${disputeEvents})`,
    ...(channel === undefined
      ? []
      : [sql`exists (select from operations o where ${inScope(scope, 'o')} and o.id = e.operation_id and o.channel = ${channel})`]),
  ])
  const sums = await db.first<Record<DisputeFact, number> & Record<`${DisputeFact}_cents`, number | null>>(
    sql`select ${disputeSums} from operation_events e where ${condition}`,
  )
  return disputeFacts.map((fact) => ({ fact, count: sums?.[fact] ?? 0, amount: sums?.[`${fact}_cents`] ?? 0 }))
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
  const chosenSales = channelRows(scope, query)
  const [{ instalments }, weekdays] = await Promise.all([
    readSlices(db, shopFigures(chosenSales), range, ['instalments']),
    // Days since a Monday: `extract` computes with numeric, which is slow.
    db.rows<BuyerRow>(sql`select ((d.day - '2024-01-01'::date) % 7 + 7) % 7 + 1 as weekday, ${sumsOf(buyerCounters)} from ${dailyBuyers} d
      where ${chosenSales} and d.day between ${range.from}::date and ${range.to}::date group by 1 order by 1`),
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
  const { seller, refunder } = await readSlices(db, shopFigures(inScope(scope, 'd')), range, ['seller', 'refunder'])
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
