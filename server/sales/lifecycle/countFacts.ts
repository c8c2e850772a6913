import { madridDay } from '#domain/platform/dates'
import { eventsOfFact, type CheckoutFact, type OperationFact } from '#domain/sales/operations/facts'
import type { OperationState } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { buyerProperties, dayOf, noCampaign, refundProperties, saleProperties } from './figuresOfHistory.ts'

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
const factOf = ({ event }: CountedEntry): OperationFact | null => factOfEvent.get(event) ?? null
const isSale = (entry: CountedEntry): boolean => factOf(entry) === 'captured' && entry.before?.substatus === 'pending_merchant'
const isRefund = (entry: CountedEntry): boolean => factOf(entry) === 'refunded' || factOf(entry) === 'cancelled'

/** The further columns of `changed` that figures depend on. */
export const countedColumns = sql`o.channel, o.product, o.campaign_id, o.num_instalments, o.created_by, o.document_number, o.confirmed_at`

/** A fact counts on the day in Madrid on which it happened. */
const dayIn = (now: Date): string => madridDay(now)

/**
 * The named query of the statement that writes these entries, after `changed`, which has the operations: a row for each in `operation_changes`, which the
 * figures of the day and the provider's list of changes are made from (`foldChanges`).
 */
export function changesQuery(scope: Scope, now: Date, entries: readonly CountedEntry[]): Sql {
  const [isSold, isRefunded] = [entries.some(isSale), entries.some(isRefund)]
  const charged = (of: keyof Charged): Sql => sql`${entries.map((entry) => entry.charged?.[of] ?? 0)}::bigint[]`
  return sql`noted as (
    insert into operation_changes (merchant_id, mode, operation_id, substatus, day, fact, sold, channel, product, campaign_id, price_cents, cents, fee_cents, vat_cents,
      subsidy_cents, counts, buyers)
    select ${scope.merchantId}, ${scope.mode}, o.id, o.substatus, ${dayIn(now)}, f.fact, f.sold, o.channel, o.product, coalesce(o.campaign_id, ${noCampaign}::uuid),
      o.total_cents, f.cents, f.fee, f.vat, f.subsidy, ${countsOf(now, { isSold, isRefunded })}, ${isSold ? buyersOf(now) : sql`null`}
    from unnest(${entries.map(({ operationId }) => operationId)}::uuid[], ${entries.map(factOf)}::text[], ${entries.map(isSale)}::boolean[],
        ${entries.map(({ amountCents }) => amountCents ?? 0)}::bigint[], ${charged('feeCents')}, ${charged('vatCents')}, ${charged('subsidyCents')},
        ${entries.map(({ refundReason }) => refundReason ?? null)}::text[], ${entries.map(({ userId }) => userId)}::uuid[])
      f (id, fact, sold, cents, fee, vat, subsidy, refund_reason, user_id)
      join changed o on o.id = f.id ${isSold ? firstSale(scope) : sql``}
  )`
}

/** The properties of a sale or of a refund, each as `kind=value`. */
function countsOf(now: Date, { isSold, isRefunded }: { isSold: boolean; isRefunded: boolean }): Sql {
  const listed = (properties: Sql) => sql`array(select v.kind || '=' || v.value from (${properties}) v (kind, value))`
  const refund = refundProperties(sql`${now}::timestamptz`, sql`f.refund_reason`, sql`f.user_id`)
  const cases = [
    ...(isSold ? [sql`when f.sold then ${listed(saleProperties)}`] : []),
    ...(isRefunded ? [sql`when f.fact in ('refunded', 'cancelled') then ${listed(refund)}`] : []),
  ]
  return cases.length === 0 ? sql`null` : sql`case ${joinSql(cases, sql` `)} end`
}

/** Who bought, when and for how much. */
const buyersOf = (now: Date): Sql =>
  sql`case when f.sold then array(select v.name from (${buyerProperties(sql`${now}::timestamptz`, sql`b.first_on`)}) v (name)) end`

/** A customer who bought here before is known by their document. */
const firstSale = (scope: Scope): Sql => sql`left join lateral (select ${dayOf(sql`min(b.confirmed_at)`)} as first_on from operations b
        where ${inScope(scope, 'b')} and b.document_number = o.document_number and b.captured_cents > 0 and b.id <> o.id and f.sold) b on true`

/** Appends a fact of an operation `o` that changes nothing of it, from a query's FROM clause. */
const insertFact = (scope: Scope, at: Date, { fact, counts, from }: { fact: string; counts?: string; from: Sql }): Sql =>
  sql`insert into operation_changes (merchant_id, mode, day, fact, channel, price_cents, counts)
    select ${scope.merchantId}, ${scope.mode}, ${dayIn(at)}, ${fact}, o.channel, o.total_cents, ${counts === undefined ? null : [counts]}::text[] ${from}`

/** Counts a step of a checkout that its caller has just taken for the first time, in the caller's transaction and without waiting. */
export function countStep(
  db: Connection,
  scope: Scope,
  now: Date,
  { operationId, step }: { operationId: string; step: Exclude<CheckoutFact, 'decided'> },
): void {
  db.send(insertFact(scope, now, { fact: step, from: sql`from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}` }))
}

/** Notes and counts the first decision that lets a customer go on. */
export function countAcceptance(db: Connection, scope: Scope, now: Date, checkoutId: string): void {
  const from = sql`from first_one f join operations o on ${inScope(scope, 'o')} and o.id = f.operation_id`
  db.send(sql`with first_one as (
      update checkouts c set decided_at = ${now} where ${inScope(scope, 'c')} and c.id = ${checkoutId} and c.decided_at is null returning c.operation_id
    )
    ${insertFact(scope, now, { fact: 'decided', from })}`)
}

/** Counts a decision, or the verdict of one that waited, at its instant. */
export function countDecision(
  db: Connection,
  scope: Scope,
  { operationId, outcome, rule, at }: { operationId: string; outcome: string; rule: string; at: Date },
): void {
  const from = sql`from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}`
  db.send(insertFact(scope, at, { fact: 'decision', counts: `decision=${outcome}:${rule}`, from }))
}
