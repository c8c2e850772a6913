import { madridDay } from '#domain/platform/dates'
import { eventsOfFact, requestFacts, type CheckoutFact, type OperationFact, type RequestFact } from '#domain/sales/operations/facts'
import type { OperationState } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, joinSql, named, sql, type Sql } from '../../platform/database/sql.ts'
import { buyerCounters, buyersOf, buyerSums, dayOf, noCampaign, refundProperties, saleProperties } from './figuresOfHistory.ts'

/** What a capture or a refund charged the merchant, in cents; negative: gave back. */
export type Charged = { feeCents: number; vatCents: number; subsidyCents: number }

/** An entry of the history, for what it counts. */
type CountedEntry = {
  operationId: string
  event: string
  userId: string | null
  before: OperationState | null
  amountCents: number | null
  charged?: Charged
  /** Of a refund that goes out. */
  refundReason?: string | null
}

const factOfEvent: ReadonlyMap<string, OperationFact> = new Map(
  Object.entries(eventsOfFact).flatMap(([fact, events]) => events.map((event) => [event, fact as OperationFact] as const)), // its own keys
)
const isRequestFact = (fact: OperationFact): fact is RequestFact => requestFacts.some((one) => one === fact)

/** The further columns of `changed` that figures depend on. */
export const countedColumns = sql`o.channel, o.product, o.campaign_id, o.num_instalments, o.created_by, o.document_number, o.confirmed_at`

/** Writers on different connections rarely wait for each other; the rows of past days become one (`foldFigures`). */
const slot = sql`pg_backend_pid() % 64`

/** A fact counts on the day in Madrid on which it happened. */
const dayIn = (now: Date): string => madridDay(now)

/** Adds to a table's counters: `on conflict` of an insert as `d`. */
const adding = (key: string, counters: readonly string[]): Sql =>
  sql`on conflict (${joinSql(key.split(' ').map(named))}, slot) do update set ${joinSql(
    counters.map((name) => sql`${named(name)} = d.${named(name)} + excluded.${named(name)}`),
  )}`

const withCents = (facts: readonly OperationFact[]): string[] => facts.flatMap((fact) => [fact, `${fact}_cents`])

/**
 * What these entries add to the figures of the day: named queries of the statement that writes them, after `changed`, which has the operations. Of each table,
 * rows are locked in the order of its key.
 */
export function countQueries(scope: Scope, now: Date, entries: readonly CountedEntry[]): Sql[] {
  const counted = entries.flatMap((entry) => {
    const fact = factOfEvent.get(entry.event)
    return fact === undefined ? [] : [{ ...entry, fact }]
  })
  const requests = counted.filter(({ fact }) => isRequestFact(fact))
  const sales = counted.filter(({ fact }) => !isRequestFact(fact))
  const sold = sales.filter(({ fact, before }) => fact === 'captured' && before?.substatus === 'pending_merchant')
  const refunds = sales.filter(({ fact }) => fact === 'refunded' || fact === 'cancelled')
  return [
    ...(requests.length > 0 ? [requestQuery(scope, now, requests)] : []),
    ...(sales.length > 0 ? [saleQuery(scope, now, sales, sold)] : []),
    ...(sold.length > 0 ? [buyerQuery(scope, now, sold), soldQuery(scope, now, sold)] : []),
    ...(refunds.length > 0 ? [refundQuery(scope, now, refunds)] : []),
  ]
}

type Fact = CountedEntry & { fact: OperationFact }

const ids = (facts: readonly Fact[]): Sql => sql`${facts.map(({ operationId }) => operationId)}::uuid[]`

function requestQuery({ merchantId, mode }: Scope, now: Date, facts: readonly Fact[]): Sql {
  const kinds = requestFacts.filter((one) => facts.some(({ fact }) => fact === one))
  const counters = withCents(kinds)
  return sql`requests_counted as (
    insert into daily_requests as d (merchant_id, mode, day, channel, slot, ${joinSql(counters.map(named))})
    select ${merchantId}, ${mode}, ${dayIn(now)}, o.channel, ${slot}, ${joinSql(
      kinds.map((kind) => sql`count(*) filter (where f.fact = ${kind}), coalesce(sum(o.total_cents) filter (where f.fact = ${kind}), 0)`),
    )}
    from unnest(${ids(facts)}, ${facts.map(({ fact }) => fact)}::text[]) f (id, fact) join changed o on o.id = f.id group by o.channel order by o.channel
    ${adding('merchant_id mode day channel', counters)}
  )`
}

const charges = ['fee_cents', 'vat_cents', 'subsidy_cents'] as const

function saleQuery({ merchantId, mode }: Scope, now: Date, facts: readonly Fact[], sold: readonly Fact[]): Sql {
  const kinds = (['captured', 'refunded', 'cancelled'] as const).filter((one) => facts.some(({ fact }) => fact === one))
  const counters = [...withCents(kinds), ...(sold.length > 0 ? withCents(['sold']) : []), ...charges]
  const firstOnes = new Set(sold)
  const charged = (of: keyof Charged): Sql => sql`${facts.map((fact) => fact.charged?.[of] ?? 0)}::bigint[]`
  return sql`sales_counted as (
    insert into daily_sales as d (merchant_id, mode, day, channel, product, campaign_id, slot, ${joinSql(counters.map(named))})
    select ${merchantId}, ${mode}, ${dayIn(now)}, o.channel, o.product, coalesce(o.campaign_id, ${noCampaign}::uuid), ${slot}, ${joinSql([
      ...kinds.map((kind) => sql`count(*) filter (where f.fact = ${kind}), coalesce(sum(f.cents) filter (where f.fact = ${kind}), 0)`),
      ...(sold.length > 0 ? [sql`count(*) filter (where f.sold), coalesce(sum(o.total_cents) filter (where f.sold), 0)`] : []),
      sql`sum(f.fee), sum(f.vat), sum(f.subsidy)`,
    ])}
    from unnest(${ids(facts)}, ${facts.map(({ fact }) => fact)}::text[], ${facts.map(({ amountCents }) => amountCents ?? 0)}::bigint[],
        ${facts.map((fact) => firstOnes.has(fact))}::boolean[], ${charged('feeCents')}, ${charged('vatCents')}, ${charged('subsidyCents')})
      f (id, fact, cents, sold, fee, vat, subsidy) join changed o on o.id = f.id
    group by o.channel, o.product, o.campaign_id order by o.channel, o.product, coalesce(o.campaign_id, ${noCampaign}::uuid)
    ${adding('merchant_id mode day channel product campaign_id', counters)}
  )`
}

const intoCounts = sql`insert into daily_counts as d (merchant_id, mode, kind, day, value, channel, slot, many, cents)`
const addingCounts = adding('merchant_id mode kind day value channel', ['many', 'cents'])

function soldQuery({ merchantId, mode }: Scope, now: Date, facts: readonly Fact[]): Sql {
  return sql`sold_counted as (
    ${intoCounts} select ${merchantId}, ${mode}, v.kind, ${dayIn(now)}, v.value, o.channel, ${slot}, count(*), sum(o.total_cents)
    from unnest(${ids(facts)}) f (id) join changed o on o.id = f.id cross join lateral (${saleProperties}) v (kind, value)
    group by v.kind, v.value, o.channel order by v.kind, v.value, o.channel
    ${addingCounts}
  )`
}

/** Who bought, when and for how much; a customer who bought here before is known by their document. */
function buyerQuery(scope: Scope, now: Date, facts: readonly Fact[]): Sql {
  return sql`buyers_counted as (
    insert into daily_buyers as d (merchant_id, mode, day, channel, slot, ${joinSql(buyerCounters.map(named))})
    select ${scope.merchantId}, ${scope.mode}, ${dayIn(now)}, o.channel, ${slot}, ${buyerSums}
    from unnest(${ids(facts)}) f (id) join changed o on o.id = f.id
      left join lateral (select ${dayOf(sql`min(b.confirmed_at)`)} as first_on from operations b where ${inScope(scope, 'b')}
        and b.document_number = o.document_number and b.captured_cents > 0 and b.id <> o.id) b on true
      ${buyersOf(sql`${now}::timestamptz`, sql`b.first_on`)}
    group by o.channel order by o.channel
    ${adding('merchant_id mode day channel', buyerCounters)}
  )`
}

function refundQuery({ merchantId, mode }: Scope, now: Date, facts: readonly Fact[]): Sql {
  return sql`refunds_counted as (
    ${intoCounts} select ${merchantId}, ${mode}, v.kind, ${dayIn(now)}, v.value, o.channel, ${slot}, count(*), sum(f.cents)
    from unnest(${ids(facts)}, ${facts.map(({ amountCents }) => amountCents ?? 0)}::bigint[], ${facts.map(({ refundReason }) => refundReason ?? null)}::text[],
        ${facts.map(({ userId }) => userId)}::uuid[]) f (id, cents, reason, user_id) join changed o on o.id = f.id
      cross join lateral (${refundProperties(sql`${now}::timestamptz`, sql`f.reason`, sql`f.user_id`)}) v (kind, value)
    group by v.kind, v.value, o.channel order by v.kind, v.value, o.channel
    ${addingCounts}
  )`
}

/** Counts a step of a checkout that its caller has just taken for the first time, in the caller's transaction and without waiting. */
export function countStep(
  db: Connection,
  scope: Scope,
  now: Date,
  { operationId, step }: { operationId: string; step: Exclude<CheckoutFact, 'decided'> },
): void {
  const counters = withCents([step])
  db.send(sql`insert into daily_requests as d (merchant_id, mode, day, channel, slot, ${joinSql(counters.map(named))})
    select ${scope.merchantId}, ${scope.mode}, ${dayIn(now)}, o.channel, ${slot}, 1, o.total_cents from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}
    ${adding('merchant_id mode day channel', counters)}`)
}

/** Notes and counts the first decision that lets a customer go on. */
export function countAcceptance(db: Connection, scope: Scope, now: Date, checkoutId: string): void {
  db.send(sql`with first_one as (
      update checkouts c set decided_at = ${now} where ${inScope(scope, 'c')} and c.id = ${checkoutId} and c.decided_at is null returning c.operation_id
    )
    insert into daily_requests as d (merchant_id, mode, day, channel, slot, decided, decided_cents)
    select ${scope.merchantId}, ${scope.mode}, ${dayIn(now)}, o.channel, ${slot}, 1, o.total_cents
    from first_one f join operations o on ${inScope(scope, 'o')} and o.id = f.operation_id ${adding('merchant_id mode day channel', withCents(['decided']))}`)
}

/** Counts a decision, or the verdict of one that waited, at its instant. */
export function countDecision(
  db: Connection,
  scope: Scope,
  { operationId, outcome, rule, at }: { operationId: string; outcome: string; rule: string; at: Date },
): void {
  db.send(sql`${intoCounts} select ${scope.merchantId}, ${scope.mode}, 'decision', ${dayIn(at)}, ${`${outcome}:${rule}`}, o.channel, ${slot}, 1, o.total_cents
    from operations o where ${inScope(scope, 'o')} and o.id = ${operationId} ${addingCounts}`)
}
