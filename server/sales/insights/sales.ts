import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { InsightPeriod } from '#contract/sales/insights'
import { addDays, localDate, type LocalDate, madridDay, startOfMadridDay, startOfNextMadridDay, weekday } from '#domain/platform/dates'
import { isTargetBusinessDay } from '#domain/platform/targetCalendar'
import type { Days } from '#domain/sales/campaigns/campaignResult'
import { type Handler, rawJson } from '../../platform/calls/call.ts'
import { hexOf, toSnake } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, joinSql, named, sql, type Sql } from '../../platform/database/sql.ts'
import { dailySales } from '../lifecycle/figureTables.ts'
import { daysOf, joinedRanges, periodsOf, rangeOf, rateOf, sumsOf } from '../lifecycle/readFigures.ts'
import { listOf, saleRows } from './filters.ts'

/** Headline and sales by day. Payouts are not split by channel, product or campaign, and are shown only to members who may see settlements. */
export const insightSales: Handler<'insightSales'> = async ({ query, db, scope, caller, now }) => {
  const periods = periodsOf(rangeOf(query))
  const chosenSales = saleRows(scope, query)
  const isSplit = [query.channel, query.product, query.campaign].some((one) => one !== undefined)
  const paid = !isSplit && !caller.withheld.has('settlementList')
  const [[current, before, lastYear], first, campaigns] = await Promise.all([
    readPeriods(db, scope, { chosenSales, paid, ranges: [periods.current, periods.before, periods.lastYear] }),
    db.first<{ day: string | null }>(sql`select min(d.day) as day from ${dailySales} d where ${inScope(scope, 'd')}`),
    caller.withheld.has('campaignList') ? [] : readCampaigns(db, scope, periods.current),
  ])
  const rest: Omit<AnswerOf<Api['insightSales']>, 'current' | 'before' | 'lastYear'> = {
    asOf: now.toISOString(),
    since: first?.day ?? null,
    campaigns,
    bankHolidays: bankHolidaysIn(periods.current),
    lists: {
      operations: listOf('sold', query),
      sold: listOf('captured', query),
      refunds: listOf('refunded', query),
      cancellations: listOf('cancelled', query),
    },
  }
  return rawJson(`{"current":${current},"before":${before},"last_year":${lastYear},${JSON.stringify(toSnake(rest)).slice(1)}`)
}

/** By year: computing a year's takes longer than reading its figures. */
const holidaysOfYear = new Map<string, readonly LocalDate[]>()

function bankHolidaysIn({ from, to }: Days): LocalDate[] {
  const years = [...new Set([from.slice(0, 4), to.slice(0, 4)])]
  for (const year of years.filter((one) => !holidaysOfYear.has(one))) {
    const days = daysOf({ from: localDate(`${year}-01-01`), to: localDate(`${year}-12-31`) })
    holidaysOfYear.set(
      year,
      days.filter((day) => weekday(day) <= 5 && !isTargetBusinessDay(day)),
    )
  }
  return years.flatMap((year) => (holidaysOfYear.get(year) ?? []).filter((day) => day >= from && day <= to))
}

type SalesPeriods = { chosenSales: Sql; paid: boolean; ranges: readonly Days[] }
type Headline = Omit<InsightPeriod, 'days'>

/** Columns of `daily_sales` that the headline sums: the fewest, as each takes as long as reading the rows. Of what the shop pays, the whole alone. */
const summedColumns = ['sold', 'captured_cents', 'refunded', 'refunded_cents', 'cancelled', 'cancelled_cents'] as const
const headlineColumns = [...summedColumns, 'charges_cents'] as const
const chargesSum = sql`sum((d.fee_cents + d.vat_cents + d.subsidy_cents)::float8)::float8 as charges_cents`
type HeadlineSums = Record<(typeof headlineColumns)[number], number>

/**
 * Each period as JSON of the wire; PostgreSQL writes its days, of which a year has many, and as text, which takes half the time of its JSON functions. A day
 * of several periods is added up once.
 */
async function readPeriods(db: Connection, scope: Scope, { chosenSales, paid, ranges }: SalesPeriods): Promise<string[]> {
  const within = (day: Sql) =>
    joinSql(
      joinedRanges(ranges).map(({ from, to }) => sql`${day} between ${from}::date and ${to}::date`),
      sql` or `,
    )
  const rows = await db.rows<HeadlineSums & { days: string; net_paid: number }>(sql`with period as (
      select * from unnest(${ranges.map(({ from }) => from)}::date[], ${ranges.map(({ to }) => to)}::date[]) with ordinality p (first, last, nth)
    ), day as (
      select d.day, ${sumsOf(summedColumns)}, ${chargesSum} from ${dailySales} d where ${chosenSales} and (${within(sql`d.day`)}) group by d.day
    ), paid as (
      select s.value_on, s.net_cents from settlements s where ${paid} and ${inScope(scope, 's')} and (${within(sql`s.value_on`)})
    )
    select ${joinSql(headlineColumns.map((name) => sql`coalesce(sum(d.${named(name)}), 0) as ${named(name)}`))}, coalesce(sum(p.net_cents), 0)::float8 as net_paid,
      '[' || string_agg(format('{"on":"%s","operations":%s,"sold":%s,"refunded":%s,"cancelled":%s,"net_paid":%s}', n.day, coalesce(d.sold, 0)::bigint,
        coalesce(d.captured_cents, 0)::bigint, coalesce(d.refunded_cents, 0)::bigint, coalesce(d.cancelled_cents, 0)::bigint,
        case when ${paid} then coalesce(p.net_cents, 0)::text else 'null' end), ',' order by n.day) || ']' as days
    from (select nth, generate_series(0, last - first) + first as day from period) n
      left join day d on d.day = n.day left join paid p on p.value_on = n.day group by n.nth order by n.nth`)
  return rows.map(({ days, net_paid: netPaid, ...sums }, nth) => {
    const headline: Headline = { ...(ranges[nth] as Days), ...headlineOf(sums), netPaid: paid ? netPaid : null } // a row for each range
    return `${JSON.stringify(toSnake(headline)).slice(0, -1)},"days":${days}}`
  })
}

const headlineOf = (sums: HeadlineSums) => ({
  operations: sums.sold,
  sold: sums.captured_cents,
  average: sums.sold === 0 ? null : Math.round(sums.captured_cents / sums.sold),
  refunds: { count: sums.refunded, amount: sums.refunded_cents },
  cancellations: { count: sums.cancelled, amount: sums.cancelled_cents },
  refundedShare: rateOf(sums.refunded_cents + sums.cancelled_cents, sums.captured_cents),
  charges: sums.charges_cents,
})

/** Campaigns that had begun before the range ended and not ended before it began. */
async function readCampaigns(db: Connection, scope: Scope, { from, to }: Days): Promise<AnswerOf<Api['insightSales']>['campaigns']> {
  const rows = await db.rows<{ id: string; name: string; starts_at: Date; ends_at: Date | null }>(
    sql`select c.id, c.name, c.starts_at, c.ends_at from campaigns c where ${inScope(scope, 'c')} and c.status <> 'draft'
      and c.starts_at < ${startOfNextMadridDay(to)} and (c.ends_at is null or c.ends_at > ${startOfMadridDay(from)}) order by c.starts_at, c.id limit 50`,
  )
  return rows.map(({ id, name, starts_at, ends_at }) => ({
    id: hexOf(id),
    name,
    from: madridDay(starts_at),
    to: ends_at && madridDay(new Date(ends_at.getTime() - 1)),
  }))
}

/** Money in motion by week, of the settlements whose value date is in the range. */
export const insightMoney: Handler<'insightMoney'> = async ({ query, db, scope }) => {
  const range = rangeOf(query)
  const settlements =
    await db.rows<SettledSums>(sql`select s.value_on, s.sales_cents::float8 as sales, (s.refunds_cents + s.cancellations_cents)::float8 as refunds,
      (s.fees_cents + s.fee_refunds_cents + s.minimum_fees_cents + s.vat_cents + s.vat_refunds_cents + s.subsidies_cents + s.subsidy_refunds_cents)::float8 as charges,
      (s.chargebacks_cents + s.dispute_fees_cents)::float8 as disputes, s.reserve_held_cents::float8 as "reserveHeld", s.reserve_released_cents::float8 as "reserveReleased", s.repayments_cents::float8 as repayments,
      s.opening_cents::float8 as opening, s.closing_cents::float8 as closing, s.net_cents::float8 as paid
    from settlements s where ${inScope(scope, 's')} and s.value_on between ${range.from}::date and ${range.to}::date order by s.value_on`)
  return { weeks: weeksOf(range).map((week) => weekOf(week, settlements)) }
}

const summed = ['sales', 'refunds', 'charges', 'reserveHeld', 'reserveReleased', 'repayments', 'disputes', 'paid'] as const
type SettledSums = Record<(typeof summed)[number] | 'opening' | 'closing', number> & { value_on: string }

/** The weeks of a range, from Monday; the first and the last may be shorter. */
function weeksOf({ from, to }: Days): Days[] {
  const weeks: Days[] = []
  for (let start = from; start <= to;) {
    const sunday = addDays(start, 7 - weekday(start))
    weeks.push({ from: start, to: sunday < to ? sunday : to })
    start = addDays(sunday, 1)
  }
  return weeks
}

function weekOf(week: Days, settlements: readonly SettledSums[]) {
  const ofWeek = settlements.filter(({ value_on }) => value_on >= week.from && value_on <= week.to)
  const sums = Object.fromEntries(summed.map((name) => [name, ofWeek.reduce((all, one) => all + one[name], 0)])) as Record<
    (typeof summed)[number],
    number
  > // of each name
  return { ...week, settlements: ofWeek.length, ...sums, opening: ofWeek[0]?.opening ?? 0, closing: ofWeek.at(-1)?.closing ?? 0 }
}
