import type { AnswerOf } from '#contract/platform/endpoint'
import type { ConsoleApi } from '#contract/consoleApi'
import { startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { sameWeekdaysBefore, type Days } from '#domain/sales/campaigns/campaignResult'
import { decisionOutcomes, type DecisionOutcome } from '#domain/sales/operations/decision'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import {
  addSales,
  allShops,
  daysOf,
  figuresOfAll,
  inDays,
  noSales,
  periodsOf,
  rangeOf,
  rateOf,
  readFunnels,
  readRefunds,
  readSaleDays,
  readSlices,
  type SaleSums,
} from '../../sales/lifecycle/readFigures.ts'
import { countsOfAll, dailySales, requestsOfAll } from '../../sales/lifecycle/figureTables.ts'

type Period = AnswerOf<ConsoleApi['consoleFigures']>['current']

type Periods = ReturnType<typeof periodsOf>
type RequestDay = { day: string; requests: number; accepted: number }

/** Volume over all merchants, by day. The three periods are read together. */
export const consoleFigures: ConsoleHandler<'consoleFigures'> = async ({ query, db, now }) => {
  const periods = periodsOf(rangeOf(query))
  const { current, before, lastYear } = periods
  const whole = { from: lastYear.from < before.from ? lastYear.from : before.from, to: current.to }
  const inAnyPeriod = sql`(${inDays(current)} or ${inDays(before)} or ${inDays(lastYear)})`
  // By the first sale that the index finds of each shop, instead of all of its rows.
  const sold = (range: Days): Sql =>
    sql`(select true from ${dailySales} d where ${allShops} and d.merchant_id = m.id and ${inDays(range)} and d.sold > 0 limit 1)`
  const [sales, requests, selling] = await Promise.all([
    readSaleDays(db, { ...figuresOfAll, condition: inAnyPeriod }, whole),
    db.rows<RequestDay>(sql`select d.day, sum(d.created)::integer as requests, sum(d.accepted)::integer as accepted
      from ${requestsOfAll} d where ${inAnyPeriod} group by d.day`),
    db.first<Record<keyof Periods, number>>(sql`select count(*) filter (where ${sold(current)})::integer as current,
        count(*) filter (where ${sold(before)})::integer as before, count(*) filter (where ${sold(lastYear)})::integer as "lastYear" from merchants m`),
  ])
  const requestsByDay = new Map(requests.map((row) => [row.day, row]))
  const read = (name: keyof Periods) => periodOf(periods[name], { sales, requestsByDay, merchants: selling?.[name] ?? 0 })
  return { current: read('current'), before: read('before'), lastYear: read('lastYear'), asOf: now.toISOString() }
}

type ReadDays = { sales: ReadonlyMap<string, SaleSums>; requestsByDay: ReadonlyMap<string, RequestDay>; merchants: number }

/** One of the periods. */
function periodOf(range: Days, { sales, requestsByDay, merchants }: ReadDays): Period {
  const days = daysOf(range).map((on) => ({
    on,
    sold: sales.get(on) ?? noSales,
    asked: requestsByDay.get(on) ?? { requests: 0, accepted: 0 },
  }))
  const sums = addSales(days.map(({ sold }) => sold))
  const refundedCents = sums.refunded_cents + sums.cancelled_cents
  return {
    ...range,
    requests: days.reduce((all, day) => all + day.asked.requests, 0),
    accepted: days.reduce((all, day) => all + day.asked.accepted, 0),
    operations: sums.sold,
    sold: sums.captured_cents,
    refunds: { count: sums.refunded + sums.cancelled, amount: refundedCents },
    refundedShare: rateOf(refundedCents, sums.captured_cents),
    fees: sums.fee_cents,
    vat: sums.vat_cents,
    subsidies: sums.subsidy_cents,
    merchants,
    days: days.map(({ on, sold, asked: { requests, accepted } }) => ({
      on,
      requests,
      accepted,
      operations: sold.sold,
      sold: sold.captured_cents,
      refunded: sold.refunded_cents + sold.cancelled_cents,
      fees: sold.fee_cents,
    })),
  }
}

/** From request to sale over all merchants. */
export const consoleFigureFunnel: ConsoleHandler<'consoleFigureFunnel'> = async ({ query, db }) => ({
  funnels: await readFunnels(db, figuresOfAll, rangeOf(query)),
})

const isOutcome = (text: string): text is DecisionOutcome => decisionOutcomes.some((one) => one === text)

/** Decisions by rule and outcome. */
export const consoleFigureDecisions: ConsoleHandler<'consoleFigureDecisions'> = async ({ query, db }) => {
  const range = rangeOf(query)
  const [{ decision: slices }, rows] = await Promise.all([
    readSlices(db, figuresOfAll, range, ['decision']),
    db.rows<{
      day: string
      outcome: string
      many: number
    }>(sql`select d.day, split_part(d.value, ':', 1) as outcome, sum(d.many)::integer as many from ${countsOfAll} d
      where d.kind = 'decision' and d.day between ${range.from}::date and ${range.to}::date group by 1, 2`),
  ])
  const rules = slices.flatMap(({ value, count, amount }) => {
    const [outcome = '', ...rule] = value.split(':')
    return isOutcome(outcome) ? [{ outcome, rule: rule.join(':'), count, amount }] : []
  })
  const counted = (outcome: DecisionOutcome) => rules.filter((one) => one.outcome === outcome).reduce((all, { count }) => all + count, 0)
  const accepted = counted('accept')
  const on = (day: string, fits: (outcome: string) => boolean) =>
    rows.filter((row) => row.day === day && fits(row.outcome)).reduce((all, { many }) => all + many, 0)
  return {
    rules: rules.toSorted((one, other) => other.count - one.count),
    acceptance: rateOf(accepted, accepted + counted('refuse')),
    days: daysOf(range).map((day) => ({
      on: day,
      accepted: on(day, (outcome) => outcome === 'accept'),
      refused: on(day, (outcome) => outcome === 'refuse'),
      more: on(day, (outcome) => outcome !== 'accept' && outcome !== 'refuse'),
    })),
  }
}

/** How many merchants are shown. */
const shown = 20

type MerchantRow = {
  account_id: string
  merchant_id: string
  name: string
  operations: number
  sold: number
  sold_before: number
  refunded: number
  /** Places, from 1, among those that sold most and among those whose sales fell most. */
  by_sold: number
  by_fall: number
}

/** The merchants that sold most, and those whose sales fell most. */
export const consoleFigureMerchants: ConsoleHandler<'consoleFigureMerchants'> = async ({ query, db }) => {
  const range = rangeOf(query)
  const before = sameWeekdaysBefore(range)
  const rows = await db.rows<MerchantRow>(sql`with sums as (select d.merchant_id,
        coalesce(sum(d.sold) filter (where d.day >= ${range.from}::date), 0)::integer as operations,
        coalesce(sum(d.captured_cents) filter (where d.day >= ${range.from}::date), 0)::float8 as sold,
        coalesce(sum(d.captured_cents) filter (where d.day <= ${before.to}::date), 0)::float8 as sold_before,
        coalesce(sum(d.refunded_cents + d.cancelled_cents) filter (where d.day >= ${range.from}::date), 0)::float8 as refunded
      from ${dailySales} d where ${allShops} and (d.day between ${before.from}::date and ${before.to}::date or d.day between ${range.from}::date and ${range.to}::date)
      group by d.merchant_id
    ), placed as (select s.*, (row_number() over (order by s.sold desc, s.merchant_id))::integer as by_sold,
        (row_number() over (order by s.sold - s.sold_before, s.merchant_id))::integer as by_fall from sums s
    )
    select m.account_id, m.name, p.* from placed p join merchants m on m.id = p.merchant_id
    where (p.sold > 0 and p.by_sold <= ${shown}) or (p.sold < p.sold_before and p.by_fall <= ${shown})`)
  return {
    top: rows
      .filter(({ sold, by_sold: place }) => sold > 0 && place <= shown)
      .toSorted((one, other) => one.by_sold - other.by_sold)
      .map(merchantOf),
    falling: rows
      .filter(({ sold, sold_before: soldBefore, by_fall: place }) => sold < soldBefore && place <= shown)
      .toSorted((one, other) => one.by_fall - other.by_fall)
      .map(merchantOf),
  }
}

const merchantOf = ({
  account_id: account,
  merchant_id: merchant,
  name,
  operations,
  sold,
  sold_before: soldBefore,
  refunded,
}: MerchantRow) => ({
  accountId: hexOf(account),
  merchantId: hexOf(merchant),
  name,
  operations,
  sold,
  soldBefore,
  refunded,
})

/** Refunds and cancellations over all merchants by reason and by days since the sale. */
export const consoleFigureRefunds: ConsoleHandler<'consoleFigureRefunds'> = async ({ query, db }) =>
  readRefunds(db, figuresOfAll, rangeOf(query))

type ApplicationDay = { day: string; submitted: number; approved: number; rejected: number }

/** Applications of shops, by day of submission and of decision. */
export const consoleFigureApplications: ConsoleHandler<'consoleFigureApplications'> = async ({ query, db }) => {
  const range = rangeOf(query)
  const [since, until] = [startOfMadridDay(range.from), startOfNextMadridDay(range.to)]
  const [rows, facts] = await Promise.all([
    db.rows<ApplicationDay>(sql`select (f.at at time zone 'Europe/Madrid')::date as day, count(*) filter (where f.fact = 'submitted')::integer as submitted,
        count(*) filter (where f.fact = 'approved')::integer as approved, count(*) filter (where f.fact = 'rejected')::integer as rejected
      from (select 'submitted' as fact, a.submitted_at as at from shop_applications a where a.submitted_at >= ${since} and a.submitted_at < ${until}
        union all select a.outcome, a.decided_at from shop_applications a where a.decided_at >= ${since} and a.decided_at < ${until}) f group by 1`),
    db.first<{
      waiting: number
      hours: number | null
    }>(sql`select (select count(*)::integer from shop_applications a where a.outcome is null) as waiting,
      (select round(extract(epoch from percentile_cont(0.5) within group (order by a.decided_at - a.submitted_at)) / 3600)::integer
        from shop_applications a where a.decided_at >= ${since} and a.decided_at < ${until}) as hours`),
  ])
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const total = (of: 'submitted' | 'approved' | 'rejected') => rows.reduce((all, row) => all + row[of], 0)
  return {
    submitted: total('submitted'),
    approved: total('approved'),
    rejected: total('rejected'),
    waiting: facts?.waiting ?? 0,
    medianHours: facts?.hours ?? null,
    days: daysOf(range).map((on) => {
      const { submitted = 0, approved = 0, rejected = 0 } = byDay.get(on) ?? {}
      return { on, submitted, approved, rejected }
    }),
  }
}
