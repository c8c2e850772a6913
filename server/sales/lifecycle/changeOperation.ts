import type { Actor, OperationState } from '#domain/sales/operations/lifecycle'
import { deadlinesIn } from '#domain/sales/operations/deadlines'
import { disputeEvent } from '#domain/provider/events'
import { operationWebhook } from '#domain/sales/operations/operationWebhook'
import { concludedStates } from '#domain/merchants/retention'
import { providerEventQueries } from '../../merchants/notices/providerEvents.ts'
import { webhookQueries } from '../../merchants/notices/queueWebhooks.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { changesQuery, type Charged, countedColumns } from './countFacts.ts'
import { deadlineQueries } from './deadlineQueries.ts'
import { deadlineColumns, deadlineKinds, deadlinesOf } from './operationDeadlines.ts'
import { queueCallback } from './queueCallback.ts'
import { checkoutVersions } from './touchCheckout.ts'

/** The actor, and the reason they gave: a user of the shop, or nobody of the shop's. */
export type By = { actor: Actor; userId: string | null; explanation?: GivenReason }

type GivenReason = { reason: string | null; comment: string | null }

/** An entry of an operation's history. */
type HistoryEntry = {
  /** A lifecycle transition, or another event, such as `refund_held` or `cart_changed`. */
  event: string
  actor: Actor
  userId: string | null
  /** The channel it came through. Default: the panel for a user of the shop, the API for an API key, none for all others. */
  channel?: string
  amountCents: number | null
  /** The reason that a person gave. */
  explanation?: GivenReason
  /** What it charged the shop or gave back, and why a refund goes out: for the figures of the day. */
  charged?: Charged
  refundReason?: string | null
}

/** A change of an operation: its state before (null: it is being created) and after, which may be the same, and the entry that says what happened. */
export type OperationChange = HistoryEntry & { operationId: string; before: OperationState | null; after: OperationState }

type Writes = {
  /** Columns of the operation `o` that change with its state: `paid_instalments = o.paid_instalments + 1`. */
  set?: Sql
  /** The refunded and the held amount, in cents, which no deadline depends on; negative: what a refund that was undone had taken. */
  add?: { refundedCents: number; heldCents: number }
  /** A further relation from which `set` takes its values, and how it is joined to `o`. */
  from?: { relation: Sql; where: Sql }
  /** Named queries that the same statement runs first: `plan as (update …), line as (insert …)`. */
  with?: Sql
}

const nothing = sql``

/**
 * The only way to change an operation's state or to write its history: in one statement, the row, the entries of its history, its deadlines, the counters of
 * the list, what figures, the provider's list of changes and the lookups across shops are made from (`foldChanges`), when it concluded, its callbacks and its
 * webhook events. Without waiting.
 * The operations' rows must be locked, and their state read under that lock. Several entries of one operation follow one another.
 */
export function changeOperations(db: Connection, scope: Scope, now: Date, changes: readonly OperationChange[], writes: Writes = {}): void {
  if (changes.length === 0) return
  const moves = movesOf(changes)
  const { set, add, from } = writes
  const columns = [
    ...(moves.some(isMove) ? [stateColumns(now)] : []),
    ...(add
      ? [sql`refunded_cents = o.refunded_cents + ${add.refundedCents}::bigint, held_cents = o.held_cents + ${add.heldCents}::bigint`]
      : []),
    ...(set ? [set] : []),
  ]
  const changedRow = sql`${inScope(scope, 'o')} and o.id = s.id`
  const changed =
    columns.length === 0
      ? sql`select ${changedColumns} from operations o join state s on ${changedRow}`
      : sql`update operations o set ${joinSql(columns)} from state s${from ? sql`, ${from.relation}` : nothing} where ${changedRow}${from ? sql` and ${from.where}` : nothing}
        returning ${changedColumns}`
  db.send(statement(scope, now, changes, { moves, changed, before: writes.with, deadlines: set !== undefined || moves.some(isMove) }))
}

/** As {@link changeOperations}, for one operation. */
export const changeOperation = (db: Connection, scope: Scope, now: Date, change: OperationChange, writes: Writes = {}): void =>
  changeOperations(db, scope, now, [change], writes)

/** As {@link changeOperations}, for one that begins. `insert`: into `operations as o`, without `returning`. */
export const insertOperation = (db: Connection, scope: Scope, now: Date, entries: readonly OperationChange[], insert: Sql): void =>
  db.send(
    statement(scope, now, entries, {
      moves: movesOf(entries),
      changed: sql`${insert} returning ${changedColumns}`,
      before: undefined,
      deadlines: true,
    }),
  )

/** From the state before the first entry of an operation to that after its last. */
type Move = Pick<OperationChange, 'operationId' | 'before' | 'after'>

function movesOf(changes: readonly OperationChange[]): Move[] {
  const moves = new Map<string, Move>()
  for (const { operationId, before, after } of changes)
    moves.set(operationId, { operationId, before: moves.has(operationId) ? (moves.get(operationId)?.before ?? null) : before, after })
  return [...moves.values()]
}

const isMove = ({ before, after }: Move): boolean => isCalled({ before, after }) || before?.suspensionReason !== after.suspensionReason
/** What a shop's callback says has changed. */
const isCalled = ({ before, after }: Pick<Move, 'before' | 'after'>): boolean =>
  before?.substatus !== after.substatus || before.statusReason !== after.statusReason
const isCounted = ({ before, after }: Move): boolean => before?.substatus !== after.substatus
const concluded: ReadonlySet<string> = new Set(concludedStates)
/** Its customer does not go on: nobody needs to decide on it any more. */
const isAbandoned = ({ before, after }: Move): boolean =>
  before?.substatus === 'pending_customer' && after.substatus !== 'pending_customer' && after.substatus !== 'pending_merchant'
const isConcluding = (move: Move): boolean => isCounted(move) && concluded.has(move.after.substatus)
const isPending = ({ before }: OperationChange): boolean =>
  before?.substatus === 'pending_customer' || before?.substatus === 'pending_merchant'
const idsOf = (ones: readonly { operationId: string }[]): string[] => [...new Set(ones.map(({ operationId }) => operationId))]

const changedColumns = sql`o.mid, o.created_at, ${deadlineColumns}, ${countedColumns}`

const stateColumns = (
  now: Date,
): Sql => sql`substatus = s.substatus, status_reason = s.status_reason, suspension_reason = s.suspension_reason,
    concluded_at = case when s.substatus = s.was then o.concluded_at when s.substatus = any(${[...concludedStates]}::text[]) then ${now}::timestamptz end`

type Statement = { moves: readonly Move[]; changed: Sql; before: Sql | undefined; deadlines: boolean }

function statement(scope: Scope, now: Date, changes: readonly OperationChange[], { moves, changed, before, deadlines }: Statement): Sql {
  const [called, touched, ending, abandoned] = [
    moves.filter((one) => one.before !== null && isCalled(one)),
    changes.filter(isPending),
    moves.filter(isConcluding),
    moves.filter(isAbandoned),
  ]
  const isEvent = changes.some((one) => webhookOf(one) !== null)
  const queries = [
    stateQuery(moves),
    ...(before ? [before] : []),
    sql`changed as (${changed})`,
    historyQueries(scope, now, changes),
    changesQuery(scope, now, changes),
    ...(deadlines && moves.some((one) => hasDeadlines(one)) ? [dueQueries(scope)] : []),
    ...(moves.some(isCounted) ? [counterQuery(scope)] : []),
    ...(ending.length > 0 ? [sql`erasing as (${erasure(scope, idsOf(ending))})`] : []),
    ...(abandoned.length > 0 ? [sql`undecided as (${closeDecisions(scope, idsOf(abandoned), now)})`] : []),
    ...(called.length > 0 ? [sql`callback as (${queueCallback(scope, idsOf(called))})`] : []),
    ...(isEvent ? [webhookQueries(scope, webhookEvents(now))] : []),
    ...(isEvent ? [providerEventQueries(providerEvents(scope, now, changes))] : []),
    ...(touched.length > 0 ? [sql`touched as (${checkoutVersions(scope, idsOf(touched))})`] : []),
  ]
  return sql`with ${joinSql(queries)} ${touched.length > 0 ? sql`select pg_notify('checkout', t.id::text) from touched t` : sql`select from state`}`
}

const dueQueries = (scope: Scope): Sql => deadlineQueries(scope, deadlineKinds, deadlinesOf(sql`select * from changed`))
const hasDeadlines = ({ before, after }: Move): boolean =>
  (before !== null && deadlinesIn(before).length > 0) || deadlinesIn(after).length > 0
const webhookOf = ({ event, before, after }: OperationChange) => operationWebhook(event, before?.substatus ?? null, after.substatus)

const stateQuery = (moves: readonly Move[]): Sql => sql`state as materialized (
    select * from unnest(${moves.map(({ operationId }) => operationId)}::uuid[], ${moves.map((one) => one.before?.substatus ?? null)}::text[],
      ${moves.map(({ after }) => after.substatus)}::text[], ${moves.map(({ after }) => after.statusReason)}::text[],
      ${moves.map(({ after }) => after.suspensionReason)}::text[]) s (id, was, substatus, status_reason, suspension_reason)
  )`

/** How it came: a person's changes through the panel. */
const channelOf = ({ channel, actor, userId }: OperationChange): string | null =>
  channel ?? (userId !== null ? 'panel' : actor === 'merchant' ? 'api' : null)

function historyQueries(scope: Scope, now: Date, changes: readonly OperationChange[]): Sql {
  const counts = new Map<string, number>()
  const nths = changes.map(({ operationId }) => {
    const nth = (counts.get(operationId) ?? 0) + 1
    counts.set(operationId, nth)
    return nth
  })
  return sql`history as materialized (
    select h.*, h.nth + coalesce((select max(e.seq) from operation_events e where ${inScope(scope, 'e')} and e.operation_id = h.id), 0) as seq
    from unnest(${changes.map(({ operationId }) => operationId)}::uuid[], ${nths}::integer[], ${changes.map(({ event }) => event)}::text[],
      ${changes.map(({ actor }) => actor)}::text[], ${changes.map(({ userId }) => userId)}::uuid[], ${changes.map(channelOf)}::text[],
      ${changes.map(({ before }) => before?.substatus ?? null)}::text[], ${changes.map(({ after }) => after.substatus)}::text[],
      ${changes.map(({ after }) => after.suspensionReason ?? after.statusReason)}::text[], ${changes.map(({ amountCents }) => amountCents)}::bigint[],
      ${changes.map(({ explanation }) => explanation?.reason ?? null)}::text[], ${changes.map(({ explanation }) => explanation?.comment ?? null)}::text[],
      ${changes.map(webhookOf)}::text[])
      h (id, nth, event, actor, user_id, channel, from_substatus, to_substatus, reason, amount_cents, given_reason, comment, webhook)
  ), entry as (
    insert into operation_events (merchant_id, mode, operation_id, seq, at, event, actor, user_id, channel, from_substatus, to_substatus, reason, amount_cents, given_reason, comment)
    select ${scope.merchantId}, ${scope.mode}, h.id, h.seq, ${now}, h.event, h.actor, h.user_id, h.channel, h.from_substatus, h.to_substatus, h.reason, h.amount_cents, h.given_reason, h.comment
    from history h
  )`
}

/** Sums first: one row a day and sub-status, in the same order in every transaction. A slot for each connection, so that writers rarely wait for each other. */
const counterQuery = ({ merchantId, mode }: Scope): Sql => sql`counted as (
    insert into operation_counters as c (merchant_id, mode, day, substatus, slot, operations)
    select ${merchantId}, ${mode}, n.day, n.substatus, pg_backend_pid() % 8, n.change from (
      select (o.created_at at time zone 'Europe/Madrid')::date as day, m.substatus, sum(m.change)::integer as change
      from changed o join state s on s.id = o.id cross join lateral (values (s.was, -1), (s.substatus, 1)) m (substatus, change)
      where m.substatus is not null group by 1, 2 having sum(m.change) <> 0
    ) n order by n.day, n.substatus
    on conflict (merchant_id, mode, day, substatus, slot) do update set operations = c.operations + excluded.operations
  )`

/** A customer's erasure that was asked for and waited for the end of the operation. */
const erasure = (scope: Scope, ids: readonly string[]): Sql => sql`insert into privacy_queue (merchant_id, mode, operation_id)
    select e.merchant_id, e.mode, e.operation_id from customer_erasures e
    where ${inScope(scope, 'e')} and e.operation_id = any(${[...ids]}::uuid[]) and e.done_at is null on conflict do nothing`

/** The decisions that these sales waited for. */
const closeDecisions = (scope: Scope, ids: readonly string[], now: Date): Sql => sql`update manual_decisions m set closed_at = ${now}
    where ${inScope(scope, 'm')} and m.operation_id = any(${[...ids]}::uuid[]) and m.closed_at is null`

const webhookEvents = (
  now: Date,
): Sql => sql`select h.webhook, ${now}::timestamptz, jsonb_build_object('operation_id', replace(h.id::text, '-', ''), 'mid', o.mid,
      'sequence', h.seq, 'event', h.event, 'from', h.from_substatus, 'to', h.to_substatus, 'reason', h.reason, 'amount', h.amount_cents)
    from history h join changed o on o.id = h.id where h.webhook is not null order by h.id, h.seq`

/** The same events for the provider's own systems, and the disputes that begin or end with them. */
function providerEvents({ merchantId, mode }: Scope, now: Date, changes: readonly OperationChange[]): Sql {
  const disputes = changes.flatMap(({ operationId, event, before }) => {
    const type = disputeEvent(event, before?.suspensionReason ?? null)
    return type === null ? [] : [{ operationId, type }]
  })
  const event = (type: Sql) => sql`select ${type}, ${now}::timestamptz, null::uuid, ${merchantId}::uuid, ${mode}::mode, h.id,
      jsonb_build_object('sequence', h.seq, 'event', h.event, 'from', h.from_substatus, 'to', h.to_substatus, 'reason', h.reason, 'amount', h.amount_cents)
    from history h`
  return joinSql(
    [
      sql`(${event(sql`h.webhook`)} where h.webhook is not null order by h.id, h.seq)`,
      ...disputes.map(
        ({ operationId, type }) =>
          sql`(${event(sql`${type}::text`)} where h.id = ${operationId}::uuid and h.event in ('dispute_opened', 'hold_lifted'))`,
      ),
    ],
    sql` union all `,
  )
}
