import {
  eventsOfFact,
  requestFacts,
  saleFacts,
  type CheckoutFact,
  type OperationFact,
  type RequestFact,
} from '#domain/sales/operations/facts'
import { joinSql, named, sql, type Sql } from '../../platform/database/sql.ts'

/** For operations without a campaign. */
export const noCampaign = '00000000-0000-0000-0000-000000000000'

/** The instants of checkouts that are steps. */
export const instantOfStep: Readonly<Record<CheckoutFact, Sql>> = {
  opened: sql`c.opened_at`,
  consented: sql`c.consent_confirmed_at`,
  identified: sql`c.identified_at`,
  decided: sql`c.decided_at`,
}

/** What tells the first capture of an operation from its others. */
export const firstCapture = (event: Sql): Sql => sql`${event}.from_substatus = 'pending_merchant'`

/** The day in Madrid of an instant. */
export const dayOf = (instant: Sql): Sql => sql`(${instant} at time zone 'Europe/Madrid')::date`

const steps = (cases: readonly (readonly [most: number, value: string])[], last: string, measure: Sql): Sql =>
  sql`case ${joinSql(
    cases.map(([most, value]) => sql`when ${measure} <= ${most} then ${value}`),
    sql` `,
  )} else ${last} end`

/** Values of the properties of a sale that have columns in `daily_buyers`. */
export const buyerValues = {
  /** Days since the customer's first sale, at most. */
  relation: ['new', '30', '180', '365', 'older'],
  /** Euros, at most. */
  amount: ['50', '100', '200', '400', '800', '1500', 'more'],
  /** Of the day in Madrid. */
  hour: Array.from({ length: 24 }, (_, hour) => String(hour)),
} as const
const buyerColumns = Object.entries(buyerValues).flatMap(([property, values]) => values.map((value) => `${property}_${value}`))

const upTo = (values: readonly string[], unit: number, measure: Sql): Sql =>
  steps(
    values.filter((value) => /^\d+$/.test(value)).map((value) => [Number(value) * unit, value] as const),
    values.at(-1) ?? '',
    measure,
  )

/** The columns of `daily_buyers` that a sale `o` belongs to: its first capture was at an instant. */
export const buyerProperties = (at: Sql, firstSaleOn: Sql): Sql => sql`values
  ('hour_' || extract(hour from ${at} at time zone 'Europe/Madrid')::integer),
  ('amount_' || ${upTo(buyerValues.amount, 100, sql`o.total_cents`)}),
  ('relation_' || case when ${firstSaleOn} is null then 'new' else ${upTo(buyerValues.relation, 1, sql`${dayOf(at)} - ${firstSaleOn}`)} end)`

/** Counters of `daily_buyers` of sales `o`, by channel, to be grouped. */
const buyerSums = joinSql(
  buyerColumns.map(
    (name) => sql`count(*) filter (where v.name = ${name})::integer as ${named(name)},
      coalesce(sum(o.total_cents) filter (where v.name = ${name}), 0)::bigint as ${named(`${name}_cents`)}`,
  ),
)
export const buyerCounters: readonly string[] = buyerColumns.flatMap((name) => [name, `${name}_cents`])
/** A relation `v (name)` of the properties of a sale `o`. */
const buyersOf = (at: Sql, firstSaleOn: Sql): Sql => sql`cross join lateral (${buyerProperties(at, firstSaleOn)}) v (name)`

/** Columns of `daily_counts` by kind, of a sale `o`. */
export const saleProperties = sql`values ('instalments', o.num_instalments::text), ('seller', coalesce(o.created_by::text, ''))`

/** The same of a refund of `o` that went out at an instant. */
export const refundProperties = (at: Sql, reason: Sql, userId: Sql): Sql => sql`values
  ('refund_reason', coalesce(${reason}, 'none')),
  ('refund_age', ${steps(
    [
      [0, '0'],
      [7, '1_7'],
      [14, '8_14'],
      [30, '15_30'],
      [90, '31_90'],
    ],
    '91',
    sql`${dayOf(at)} - ${dayOf(sql`o.confirmed_at`)}`,
  )}),
  ('refunder', coalesce(${userId}::text, ''))`

/** Counter and sum of each fact, over rows `f (fact, cents)` of operations `o`; without cents their price counts. */
const sumsOf = (facts: readonly OperationFact[]): Sql =>
  joinSql(
    facts.map(
      (fact) => sql`count(*) filter (where f.fact = ${fact})::integer as ${named(fact)},
      coalesce(sum(coalesce(f.cents, o.total_cents)) filter (where f.fact = ${fact}), 0)::bigint as ${named(`${fact}_cents`)}`,
    ),
  )

/** Events and the facts that they are, as a relation `n (fact, event)`. */
function eventNames(facts: readonly (keyof typeof eventsOfFact)[]): Sql {
  const pairs = facts.flatMap((fact) => eventsOfFact[fact].map((event) => ({ fact, event })))
  return sql`unnest(${pairs.map(({ fact }) => fact)}::text[], ${pairs.map(({ event }) => event)}::text[]) n (fact, event)`
}

const eventFacts = requestFacts.filter((fact) => !Object.hasOwn(instantOfStep, fact)) as Exclude<RequestFact, CheckoutFact>[] // the others
const checkoutSteps = Object.entries(instantOfStep).map(([fact, at]) => sql`(${fact}, ${at})`)
const firstCaptures = sql`e.event = any(${[...eventsOfFact.captured]}::text[]) and ${firstCapture(sql`e`)}`
const ofOperation = sql`f.merchant_id = o.merchant_id and f.mode = o.mode and f.operation_id = o.id`

/** The operations `o` whose figures are made: a condition. */
export type Which = Sql

/** Rows of `daily_requests` without slot, made from history and checkouts. */
export const requestsOfHistory = (
  which: Which,
): Sql => sql`select o.merchant_id, o.mode, ${dayOf(sql`f.at`)} as day, o.channel, ${sumsOf(requestFacts)}
  from operations o join (
      select e.merchant_id, e.mode, e.operation_id, n.fact, e.at, null::bigint as cents from operation_events e join ${eventNames(eventFacts)} on n.event = e.event
      union all select c.merchant_id, c.mode, c.operation_id, s.fact, s.at, null from checkouts c cross join lateral (values ${joinSql(checkoutSteps)}) s (fact, at)
        where s.at is not null
    ) f on ${ofOperation}
  where ${which} group by 1, 2, 3, 4`

/** Rows of `daily_sales` without slot, made from history and settlement lines. */
export const salesOfHistory = (which: Which): Sql => sql`select o.merchant_id, o.mode, ${dayOf(sql`f.at`)} as day, o.channel, o.product,
    coalesce(o.campaign_id, ${noCampaign}::uuid) as campaign_id, ${sumsOf(saleFacts)},
    sum(f.fee_cents)::bigint as fee_cents, sum(f.vat_cents)::bigint as vat_cents, sum(f.subsidy_cents)::bigint as subsidy_cents
  from operations o join (
      select e.merchant_id, e.mode, e.operation_id, n.fact, e.at, coalesce(e.amount_cents, 0) as cents, 0 as fee_cents, 0 as vat_cents, 0 as subsidy_cents
        from operation_events e join ${eventNames(['captured', 'refunded', 'cancelled'])} on n.event = e.event
      union all select e.merchant_id, e.mode, e.operation_id, 'sold', e.at, null, 0, 0, 0 from operation_events e where ${firstCaptures}
      union all select l.merchant_id, l.mode, l.operation_id, 'charges', l.occurred_at, 0, l.fee_cents, l.vat_cents, l.subsidy_cents from settlement_lines l
        where l.operation_id is not null and l.kind <> 'chargeback'
    ) f on ${ofOperation}
  where ${which} group by 1, 2, 3, 4, 5, 6`

/** Rows of `daily_buyers` without slot, made from history. */
export const buyersOfHistory = (which: Which): Sql => {
  const bySale = sql`over (partition by o.merchant_id, o.mode, o.document_number order by o.confirmed_at, o.id)`
  return sql`select o.merchant_id, o.mode, ${dayOf(sql`e.at`)} as day, o.channel, ${buyerSums}
    from (select o.*, first_value(${dayOf(sql`o.confirmed_at`)}) ${bySale} as first_on, first_value(o.id) ${bySale} as first_id
        from operations o where o.captured_cents > 0 and ${which}) o
      join operation_events e on e.merchant_id = o.merchant_id and e.mode = o.mode and e.operation_id = o.id and ${firstCaptures}
      ${buyersOf(sql`e.at`, sql`case when o.document_number is not null and o.first_id <> o.id then o.first_on end`)}
    group by 1, 2, 3, 4`
}

/** Rows of `daily_counts` without slot, made from history, refunds and decisions. */
export const countsOfHistory = (
  which: Which,
): Sql => sql`select x.merchant_id, x.mode, x.kind, x.day, x.value, x.channel, count(*)::integer as many, sum(x.cents)::bigint as cents
  from (
    select o.merchant_id, o.mode, v.kind, ${dayOf(sql`e.at`)} as day, v.value, o.channel, o.total_cents as cents
      from operations o join operation_events e on e.merchant_id = o.merchant_id and e.mode = o.mode and e.operation_id = o.id and ${firstCaptures}
        cross join lateral (${saleProperties}) v (kind, value)
      where ${which}
    union all select o.merchant_id, o.mode, v.kind, ${dayOf(sql`f.completed_at`)}, v.value, o.channel, f.amount_cents
      from operations o join refunds f on ${ofOperation} and f.state = 'completed'
        cross join lateral (${refundProperties(sql`f.completed_at`, sql`f.reason`, sql`f.created_by`)}) v (kind, value)
      where ${which}
    union all select o.merchant_id, o.mode, 'decision', ${dayOf(sql`v.at`)}, v.outcome || ':' || v.rule, o.channel, o.total_cents
      from operations o join checkouts f on ${ofOperation}
        join decisions d on d.merchant_id = f.merchant_id and d.mode = f.mode and d.checkout_id = f.id
        cross join lateral (values (d.asked_at, d.outcome, d.rule), (d.verdict_at, nullif(d.verdict, 'review'), d.verdict_rule)) v (at, outcome, rule)
      where v.outcome is not null and ${which}
  ) x group by 1, 2, 3, 4, 5, 6`
