import { suspensionReasons } from '#domain/sales/operations/states'
import { MAX_CHANGES, seenUntil, type Visit, visitAt } from '#domain/sales/operations/visit'
import { withPreparation, type CallBeforeTransaction, type Call, type Handler, rawJson } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, named, sql, type Sql } from '../../platform/database/sql.ts'
import { instantJson, rowJson } from './operationJson.ts'

type Row = { since: Date; last_at: Date }

/** The person's visit as of `now`, without recording it. */
async function readVisit(db: Connection, scope: Scope, userId: string, now: Date): Promise<Visit> {
  const row = await db.first<Row>(sql`select v.since, v.last_at from operation_visits v
    where ${inScope(scope, 'v')} and v.user_id = ${userId}`)
  return visitAt(row ? { since: row.since, lastAt: row.last_at } : null, now)
}

/** Records that the person is there now, or has marked changes as seen; serialised, so that two of their tabs agree. */
async function writeVisit(
  db: Connection,
  scope: Scope,
  { userId, now }: { userId: string; now: Date },
  then: (visit: Visit) => Visit = (visit) => visit,
): Promise<Visit> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`visit/${scope.merchantId}/${scope.mode}/${userId}`}, 0))`)
  const visit = then(await readVisit(db, scope, userId, now))
  db.send(sql`insert into operation_visits (merchant_id, mode, user_id, since, last_at)
    values (${scope.merchantId}, ${scope.mode}, ${userId}, ${visit.since}, ${visit.lastAt})
    on conflict (merchant_id, mode, user_id) do update set since = excluded.since, last_at = excluded.last_at`)
  return visit
}

/** How many of the newest events are read, and how many operations of them at most, so that the answer takes no longer in a busy shop. */
const maxEvents = 2_000
const maxOperations = 400

/**
 * What changed since the caller's last visit: operations that existed then and whose status, amount or settlement is different now, each before and after.
 * The earlier values are computed from the history, captures, refunds, voids and settlement lines; no copy is stored.
 */
export const operationChanges: Handler<'operationChanges'> = withPreparation(
  recordVisit,
  async ({ db, scope, now }: Call<'operationChanges'>, visit) => {
    const row = await db.first<{ json: string }>(sql`with ${recentEvents(scope, visit)},
    known as (${earlierRows(scope, visit)}),
    changed as (select k.* from known k join operations o on ${inScope(scope, 'o')} and o.id = k.id where ${differs} order by k.at desc, k.id limit ${MAX_CHANGES + 1}),
    shown as (select * from changed c order by c.at desc, c.id limit ${MAX_CHANGES})
    select json_build_object('since', ${instantJson(sql`${visit.since}::timestamptz`)}, 'until', ${instantJson(sql`${now}::timestamptz`)},
      'results', coalesce((select json_agg(json_build_object('operation', ${rowJson(now)}, 'before', ${beforeJson}, 'changed', ${instantJson(sql`k.at`)}) order by k.at desc, k.id)
        from shown k join operations o on ${inScope(scope, 'o')} and o.id = k.id), '[]'),
      'more', (select count(*) from changed) > ${MAX_CHANGES}::integer or (select count(*) from touched) = ${maxOperations}::integer)::text as json`)
    return rawJson(row?.json ?? '')
  },
)

/** The request itself counts as a visit; only for oneself, and not while viewing as somebody else. */
function recordVisit({ services, scope, caller, now }: CallBeforeTransaction<'operationChanges'>): Promise<Visit> {
  const { userId } = caller
  if (caller.ownRole !== undefined) return services.database.read(scope, (db) => readVisit(db, scope, userId, now))
  return services.database.write(scope, (db) => writeVisit(db, scope, { userId, now }))
}

/** An event that can have changed a row of the list: the condition of index `operation_events_by_time`. */
const moves = sql`e.event not in ('instalment_collected', 'instalment_declined')`

/** `touched`: operations with an event or a settlement since the visit; the latest first. */
const recentEvents = (scope: Scope, { since }: Visit): Sql => sql`recent as (
    (select e.operation_id as id, e.at from operation_events e where ${inScope(scope, 'e')} and e.at > ${since} and ${moves} order by e.at desc limit ${maxEvents})
    union all
    (select l.operation_id, s.created_at from settlements s
      join settlement_lines l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id and l.kind = 'order'
      where ${inScope(scope, 's')} and s.created_at > ${since} order by s.created_at desc limit ${maxEvents})
  ), touched as (select r.id, max(r.at) as at from recent r group by r.id order by max(r.at) desc, r.id limit ${maxOperations})`

/**
 * The `touched` operations that existed at `since`, as they were then: each amount today less what was added after. An undone refund counts from when it was
 * held until it was undone.
 */
function earlierRows(scope: Scope, { since }: Visit): Sql {
  const of = (alias: string) => sql`${inScope(scope, alias)} and ${named(alias)}.operation_id = t.id`
  return sql`select t.id, t.at, h.substatus, h.reason, m.captured_cents, m.refunded_cents, m.voided_cents,
      case when m.captured_cents = 0 then 'none' when m.captured_cents = m.gone_cents then 'reversed' when m.waits then 'pending' else 'settled' end as settlement_status,
      (select s.reference from settlements s where ${inScope(scope, 's')} and s.reference = o.settlement_reference and s.created_at <= ${since}) as settlement_reference
    from touched t join operations o on ${inScope(scope, 'o')} and o.id = t.id
    cross join lateral (select e.to_substatus as substatus, e.reason from operation_events e where ${of('e')} and e.at <= ${since} and ${moves}
      order by e.seq desc limit 1) h
    cross join lateral (select
      o.captured_cents - coalesce((select sum(c.amount_cents) from captures c where ${of('c')} and c.captured_at > ${since}), 0) as captured_cents,
      o.voided_cents - coalesce((select sum(v.amount_cents) from voids v where ${of('v')} and v.voided_at > ${since}), 0) as voided_cents,
      o.refunded_cents - coalesce((select sum(r.amount_cents) from refunds r where ${of('r')} and r.created_at > ${since}), 0)
        + coalesce((select sum(e.amount_cents) from operation_events e where ${of('e')} and e.at > ${since} and e.event in ('refund_undone', 'cancellation_undone')), 0) as refunded_cents,
      coalesce((select sum(r.amount_cents) from refunds r where ${of('r')} and r.completed_at <= ${since}), 0) as gone_cents,
      exists (select from settlement_lines l left join settlements s on s.merchant_id = l.merchant_id and s.mode = l.mode and s.id = l.settlement_id
        where ${of('l')} and l.kind = 'order' and l.occurred_at <= ${since} and (s.id is null or s.created_at > ${since})) as waits) m`
}

/** Whether the earlier state `k` differs from the current `o`. */
const differs = sql`(k.substatus, k.reason, k.captured_cents, k.refunded_cents, k.voided_cents, k.settlement_status, k.settlement_reference) is distinct from
  (o.substatus, coalesce(o.suspension_reason, o.status_reason), o.captured_cents, o.refunded_cents, o.voided_cents, o.settlement_status, o.settlement_reference)`

const suspends = sql`k.reason = any(${suspensionReasons}::text[])`

const beforeJson = sql`json_build_object('substatus', k.substatus, 'status_reason', case when not ${suspends} then k.reason end,
  'suspension_reason', case when ${suspends} then k.reason end, 'voided_amount', k.voided_cents, 'captured_amount', k.captured_cents, 'refunded_amount', k.refunded_cents,
  'settlement_status', k.settlement_status, 'settlement_reference', k.settlement_reference)`

/** Marks what changed until an instant as seen by the caller; later changes stay. */
export const operationChangesSeen: Handler<'operationChangesSeen'> = async ({ db, scope, caller: { userId }, body, now, audit }) => {
  await writeVisit(db, scope, { userId, now }, (visit) => seenUntil(visit, new Date(body.until)))
  audit({ entity: 'merchant', entityId: scope.merchantId })
  return undefined
}
