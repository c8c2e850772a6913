import { eventsOfFact, movingFacts, type CheckoutFact, type OperationFact } from '#domain/sales/operations/facts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { firstCapture, instantOfStep } from './figuresOfHistory.ts'

type Between = { since: Date | undefined; before: Date | undefined }

/** A checkout lives for days; a month more for a customer who waits for decisions. */
const longestCheckout = sql`interval '60 days'`

const isCheckoutFact = (fact: OperationFact): fact is CheckoutFact => Object.hasOwn(instantOfStep, fact)
const between = (instant: Sql, { since, before }: Between): Sql[] => [
  ...(since ? [sql`${instant} >= ${since}`] : []),
  ...(before ? [sql`${instant} < ${before}`] : []),
]

/** The entries `e` of the history of an operation `o` that a fact is, in a time. */
const entriesOf = (fact: Exclude<OperationFact, CheckoutFact>, time: Between): Sql =>
  sql`operation_events e where ${allOf([
    sql`e.merchant_id = o.merchant_id and e.mode = o.mode and e.operation_id = o.id`,
    sql`e.event = any(${[...eventsOfFact[fact === 'sold' ? 'captured' : fact]]}::text[])`,
    // As in the condition of the index by time.
    sql`e.event not in ('instalment_collected', 'instalment_declined')`,
    ...(fact === 'sold' ? [firstCapture(sql`e`)] : []),
    ...between(sql`e.at`, time),
  ])}`

/** Whether a fact happened to an operation `o` in a time. */
export function factCondition(fact: OperationFact, time: Between): Sql {
  if (!isCheckoutFact(fact)) return sql`exists (select from ${entriesOf(fact, time)})`
  const instant = instantOfStep[fact]
  return sql`exists (select from checkouts c where ${allOf([
    sql`c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id and ${instant} is not null`,
    ...between(instant, time),
    ...(time.since ? [sql`c.created_at >= ${time.since}::timestamptz - ${longestCheckout}`] : []),
    ...(time.before ? [sql`c.created_at < ${time.before}`] : []),
  ])})`
}

/** How often a fact happened to an operation `o` in a time and the sum of its amounts: columns `many` and `cents` of a lateral query. */
export const factSums = (fact: OperationFact, time: Between): Sql =>
  movingFacts.has(fact) && !isCheckoutFact(fact)
    ? sql`(select count(*) as many, coalesce(sum(e.amount_cents), 0) as cents from ${entriesOf(fact, time)})`
    : sql`(select 1 as many, o.total_cents as cents)`
