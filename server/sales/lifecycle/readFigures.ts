import { addDays, daysBetween, isLocalDate, type LocalDate } from '#domain/platform/dates'
import { sameWeekdaysBefore, type Days } from '#domain/sales/campaigns/campaignResult'
import { requestEnds, requestFacts, requestSteps, saleFacts, type RequestFact, type SaleFact } from '#domain/sales/operations/facts'
import { type Channel, channels } from '#domain/sales/operations/states'
import { isReportPeriod } from '#domain/money/report'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { joinSql, named, sql, type Sql } from '../../platform/database/sql.ts'
import { countsOfAll, dailyCounts, dailyRequests, dailySales, requestsOfAll, salesOfAll } from './figureTables.ts'

/** Of all shops, in live mode: rows `d` of a table of figures. */
export const allShops: Sql = sql`d.mode = 'live'`

/** Whose figures are read: relations of rows `d`, and a condition on them. */
type FigureSource = { requests: Sql; sales: Sql; counts: Sql; condition: Sql }
export const shopFigures = (condition: Sql): FigureSource => ({
  requests: dailyRequests,
  sales: dailySales,
  counts: dailyCounts,
  condition,
})
/** Over all shops, in live mode. */
export const figuresOfAll: FigureSource = { requests: requestsOfAll, sales: salesOfAll, counts: countsOfAll, condition: sql`true` }

/** The range of a call; refuses with ApiValidationException one that is longer than 366 days or ends before it begins. */
export function rangeOf({ from, to }: { from: string; to: string }): Days {
  if (!isLocalDate(from)) throw new Refusal('ApiValidationException', { fields: [problem('from', 'day')] })
  if (!isLocalDate(to)) throw new Refusal('ApiValidationException', { fields: [problem('to', 'day')] })
  if (!isReportPeriod({ from, to })) throw new Refusal('ApiValidationException', { fields: [problem('to', 'period')] })
  return { from, to }
}

/** 52 weeks: last year on the same weekdays. */
const yearDays = 364

/** A range and what it is compared with. */
export const periodsOf = (range: Days): Record<'current' | 'before' | 'lastYear', Days> => ({
  current: range,
  before: sameWeekdaysBefore(range),
  lastYear: { from: addDays(range.from, -yearDays), to: addDays(range.to, -yearDays) },
})

export const daysOf = ({ from, to }: Days): LocalDate[] => Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth))

/** The same days as fewer ranges: those that overlap or follow each other are one. */
export function joinedRanges(ranges: readonly Days[]): Days[] {
  const joined: Days[] = []
  for (const range of ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = joined.at(-1)
    if (last && range.from <= addDays(last.to, 1)) last.to = range.to > last.to ? range.to : last.to
    else joined.push({ ...range })
  }
  return joined
}

export const inDays = ({ from, to }: Days): Sql => sql`d.day between ${from}::date and ${to}::date`

const saleColumns = [...saleFacts.flatMap((fact) => [fact, `${fact}_cents`] as const), 'fee_cents', 'vat_cents', 'subsidy_cents'] as const
type SaleColumn = SaleFact | `${SaleFact}_cents` | 'fee_cents' | 'vat_cents' | 'subsidy_cents'
export type SaleSums = Record<SaleColumn, number>

export const noSales: SaleSums = Object.fromEntries(saleColumns.map((name) => [name, 0])) as SaleSums // of each column
/** Sums of columns of `d`. Of cents as double precision, which adds integers exactly up to 2^53 and many times faster than PostgreSQL adds bigint. */
export function sumsOf(columns: readonly string[]): Sql {
  const addend = (name: string) => (name.endsWith('cents') ? sql`d.${named(name)}::float8` : sql`d.${named(name)}`)
  return joinSql(columns.map((name) => sql`sum(${addend(name)})::float8 as ${named(name)}`))
}

/** Sums of the columns of `daily_sales`, as numbers. */
export const saleSums: Sql = sumsOf(saleColumns)

export function addSales(sums: Iterable<SaleSums>): SaleSums {
  const all = { ...noSales }
  for (const one of sums) for (const name of saleColumns) all[name] += one[name]
  return all
}

/** Sales and what went back by day, of rows `d`; days without any are missing. */
export async function readSaleDays(db: Connection, { sales, condition }: FigureSource, range: Days): Promise<Map<string, SaleSums>> {
  const rows = await db.rows<SaleSums & { day: string }>(
    sql`select d.day, ${saleSums} from ${sales} d where ${condition} and ${inDays(range)} group by d.day`,
  )
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

type Counted = { count: number; amount: number }
export type Funnel = {
  channel: Channel | null
  steps: ({ step: (typeof requestSteps)[number] | 'sold' } & Counted)[]
  ends: ({ end: (typeof requestEnds)[number] } & Counted)[]
}

const requestColumns = requestFacts.flatMap((fact) => [fact, `${fact}_cents`] as const)
type RequestSums = Record<RequestFact | `${RequestFact}_cents`, number>
type SoldSums = { sold: number; sold_cents: number }
type FunnelSums = RequestSums & SoldSums

/** From request to sale: of all channels, then of those with any, of rows `d`. */
export async function readFunnels(db: Connection, from: FigureSource, range: Days): Promise<Funnel[]> {
  const [requests, sales] = await Promise.all([
    db.rows<RequestSums & { channel: Channel }>(
      sql`select d.channel, ${sumsOf(requestColumns)}
        from ${from.requests} d where ${from.condition} and ${inDays(range)} group by d.channel`,
    ),
    db.rows<SoldSums & { channel: Channel }>(
      sql`select d.channel, ${sumsOf(['sold', 'sold_cents'])} from ${from.sales} d where ${from.condition} and ${inDays(range)} group by d.channel`,
    ),
  ])
  const byChannel = channels.flatMap((channel) => {
    const ofChannel = [requests.find((one) => one.channel === channel), sales.find((one) => one.channel === channel)]
    return ofChannel.some((one) => one !== undefined) ? [{ channel, sums: Object.assign({}, ...ofChannel) as Partial<FunnelSums> }] : []
  })
  const total = (name: keyof FunnelSums) => byChannel.reduce((all, { sums }) => all + (sums[name] ?? 0), 0)
  return [funnelOf(null, total), ...byChannel.map(({ channel, sums }) => funnelOf(channel, (name) => sums[name] ?? 0))]
}

const funnelOf = (channel: Channel | null, sum: (name: keyof FunnelSums) => number): Funnel => ({
  channel,
  steps: [...requestSteps, 'sold' as const].map((step) => ({ step, count: sum(step), amount: sum(`${step}_cents`) })),
  ends: requestEnds.map((end) => ({ end, count: sum(end), amount: sum(`${end}_cents`) })),
})

type CountKind = 'instalments' | 'seller' | 'refund_reason' | 'refund_age' | 'refunder' | 'decision'
export type Slice = { value: string } & Counted

/** Sums of `daily_counts` by value, of rows `d`, for each kind; a statement for each: groups by kind and value take twice as long. */
export async function readSlices<K extends CountKind>(
  db: Connection,
  { counts, condition }: FigureSource,
  range: Days,
  kinds: readonly K[],
): Promise<Record<K, Slice[]>> {
  const rows = await db.rows<{ kind: K; value: string; many: number; cents: number }>(
    joinSql(
      kinds.map(
        (kind) => sql`select ${kind}::text as kind, d.value, ${sumsOf(['many', 'cents'])} from ${counts} d
          where ${condition} and d.kind = ${kind} and ${inDays(range)} group by d.value`,
      ),
      sql` union all `,
    ),
  )
  const of = (kind: K) => rows.filter((one) => one.kind === kind).map(({ value, many, cents }) => ({ value, count: many, amount: cents }))
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<K, Slice[]> // of each kind
}

/** Slices in the order of their values; those without any are there with nothing. */
export const inOrder = (values: readonly string[], slices: readonly Slice[]): Slice[] =>
  values.map((value) => slices.find((one) => one.value === value) ?? { value, count: 0, amount: 0 })

export const sumOf = (slices: readonly Counted[]): Counted => ({
  count: slices.reduce((all, { count }) => all + count, 0),
  amount: slices.reduce((all, { amount }) => all + amount, 0),
})

const refundAges = ['0', '1_7', '8_14', '15_30', '31_90', '91'] as const
const largestFirst = (slices: readonly Slice[]): Slice[] => slices.toSorted((one, other) => other.amount - one.amount)

const gaveBack = ['refunded', 'refunded_cents', 'cancelled', 'cancelled_cents'] as const

/** What went back: refunds and cancellations, by reason with the largest first, and by days since the sale. */
export async function readRefunds(db: Connection, from: FigureSource, range: Days) {
  const [slices, sums] = await Promise.all([
    readSlices(db, from, range, ['refund_reason', 'refund_age']),
    db.first<Record<(typeof gaveBack)[number], number | null>>(
      sql`select ${sumsOf(gaveBack)} from ${from.sales} d where ${from.condition} and ${inDays(range)}`,
    ),
  ])
  return {
    refunds: { count: sums?.refunded ?? 0, amount: sums?.refunded_cents ?? 0 },
    cancellations: { count: sums?.cancelled ?? 0, amount: sums?.cancelled_cents ?? 0 },
    reasons: largestFirst(slices.refund_reason),
    ages: inOrder(refundAges, slices.refund_age),
  }
}

/** A part of a whole in basis points; null of nothing. */
export const rateOf = (part: number, whole: number): number | null => (whole <= 0 ? null : Math.round((part * 10_000) / whole))
