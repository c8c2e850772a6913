import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { InsightPeriod } from '#contract/sales/insights'
import { localDate, madridDay, startOfMadridDay, startOfNextMadridDay, weekday } from '#domain/platform/dates'
import { isTargetBusinessDay } from '#domain/platform/targetCalendar'
import type { Days } from '#domain/sales/campaigns/campaignResult'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { addSales, daysOf, noSales, periodsOf, rangeOf, rateOf, readSaleDays, type SaleSums } from '../lifecycle/readFigures.ts'
import { listOf, saleRows, type SaleFilters } from './filters.ts'

/** Headline and sales by day. Payouts are not split by channel, product or campaign, and shown to who may see settlements. */
export const insightSales: Handler<'insightSales'> = async ({ query, db, scope, caller, now }) => {
  const periods = periodsOf(rangeOf(query))
  const filters: SaleFilters = query
  const these = saleRows(scope, filters)
  const withPaid = Object.values({ ...filters, from: undefined, to: undefined }).every((one) => one === undefined)
  const paid = withPaid && !caller.withheld.has('settlementList')
  const [current, before, lastYear, first, campaigns] = await Promise.all([
    readPeriod(db, scope, { these, paid, range: periods.current }),
    readPeriod(db, scope, { these, paid, range: periods.before }),
    readPeriod(db, scope, { these, paid, range: periods.lastYear }),
    db.first<{ day: string | null }>(sql`select min(d.day) as day from daily_sales d where ${inScope(scope, 'd')}`),
    caller.withheld.has('campaignList') ? [] : readCampaigns(db, scope, periods.current),
  ])
  return {
    current,
    before,
    lastYear,
    asOf: now.toISOString(),
    since: first?.day ?? null,
    campaigns,
    bankHolidays: daysOf(periods.current).filter((day) => weekday(day) <= 5 && !isTargetBusinessDay(day)),
    lists: {
      operations: listOf('sold', query),
      sold: listOf('captured', query),
      refunds: listOf('refunded', query),
      cancellations: listOf('cancelled', query),
    },
  }
}

type Asked = { these: Sql; paid: boolean; range: Days }

async function readPeriod(db: Connection, scope: Scope, { these, paid, range }: Asked): Promise<InsightPeriod> {
  const [sales, payouts] = await Promise.all([readSaleDays(db, these, range), paid ? readPaid(db, scope, range) : null])
  const days = daysOf(range).map((on) => {
    const sums = sales.get(on) ?? noSales
    return {
      on,
      operations: sums.sold,
      sold: sums.captured_cents,
      refunded: sums.refunded_cents,
      cancelled: sums.cancelled_cents,
      netPaid: payouts && (payouts.get(on) ?? 0),
    }
  })
  const netPaid = payouts && [...payouts.values()].reduce((all, cents) => all + cents, 0)
  return { ...range, ...headline(addSales(sales.values())), netPaid, days }
}

const headline = (sums: SaleSums) => ({
  operations: sums.sold,
  sold: sums.captured_cents,
  average: sums.sold === 0 ? null : Math.round(sums.captured_cents / sums.sold),
  refunds: { count: sums.refunded, amount: sums.refunded_cents },
  cancellations: { count: sums.cancelled, amount: sums.cancelled_cents },
  refundedShare: rateOf(sums.refunded_cents + sums.cancelled_cents, sums.captured_cents),
  charges: sums.fee_cents + sums.vat_cents + sums.subsidy_cents,
})

/** What settlements paid, by value date. */
async function readPaid(db: Connection, scope: Scope, { from, to }: Days): Promise<Map<string, number>> {
  const rows = await db.rows<{ value_on: string; net_cents: bigint }>(
    sql`select s.value_on, s.net_cents from settlements s where ${inScope(scope, 's')} and s.value_on between ${from}::date and ${to}::date`,
  )
  return new Map(rows.map(({ value_on, net_cents }) => [value_on, Number(net_cents)]))
}

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
      s.reserve_held_cents::float8 as "reserveHeld", s.reserve_released_cents::float8 as "reserveReleased", s.repayments_cents::float8 as repayments,
      s.opening_cents::float8 as opening, s.closing_cents::float8 as closing, s.net_cents::float8 as paid
    from settlements s where ${inScope(scope, 's')} and s.value_on between ${range.from}::date and ${range.to}::date order by s.value_on`)
  return { weeks: weeksOf(range).map((week) => weekOf(week, settlements)) }
}

const summed = ['sales', 'refunds', 'charges', 'reserveHeld', 'reserveReleased', 'repayments', 'paid'] as const
type SettledSums = Record<(typeof summed)[number] | 'opening' | 'closing', number> & { value_on: string }

/** The weeks of a range, from Monday; the first and the last may be shorter. */
function weeksOf(range: Days): Days[] {
  const weeks: Days[] = []
  for (const day of daysOf(range)) {
    const last = weeks.at(-1)
    if (!last || weekday(day) === 1) weeks.push({ from: day, to: day })
    else last.to = day
  }
  return weeks
}

function weekOf(week: Days, settlements: readonly SettledSums[]) {
  const mine = settlements.filter(({ value_on }) => localDate(value_on) >= week.from && localDate(value_on) <= week.to)
  const sums = Object.fromEntries(summed.map((name) => [name, mine.reduce((all, one) => all + one[name], 0)])) as Record<
    (typeof summed)[number],
    number
  > // of each name
  return { ...week, settlements: mine.length, ...sums, opening: mine[0]?.opening ?? 0, closing: mine.at(-1)?.closing ?? 0 }
}
