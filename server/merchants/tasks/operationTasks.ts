import { CAPTURE_AHEAD_DAYS, UNPAID_LINK_MINUTES, REFUND_LATE_MINUTES, WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { CAPTURE_WINDOW_DAYS } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { customerName } from '../../sales/lifecycle/customerName.ts'
import { filterConditions, readListFilters } from '../../sales/lifecycle/filterConditions.ts'
import { readOperationSearch } from '../../sales/lifecycle/operationSearch.ts'
import {
  type EndedRow,
  lateChecks,
  type InboxReader,
  maxEnded,
  maxOpen,
  notChecked,
  ofOperation,
  type OpenRow,
  type Source,
} from './source.ts'

const listedBefore = sql`interval '1 day' * ${CAPTURE_AHEAD_DAYS}::integer`
/** By how much a deadline is put off. */
const extension = sql`interval '1 day' * ${CAPTURE_WINDOW_DAYS}::integer`

/** Orders whose authorisation expires unless they are captured soon. */
export const captures: Source = {
  right: 'operationCapture',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents - o.voided_cents - o.captured_cents as amount_cents, d.due_at as deadline,
        coalesce(o.confirmed_at, o.created_at) as since
      from deadlines d join operations o on o.merchant_id = d.merchant_id and o.mode = d.mode and o.id = d.object_id
      where ${inScope(reader.scope, 'd')} and d.kind = 'capture' and d.due_at > ${reader.now} and d.due_at <= ${reader.now}::timestamptz + ${listedBefore}
      order by d.due_at, o.id limit ${maxOpen + 1}`),
  // A rejection counts under captures when the order was confirmed, else under confirmations. One that was put off is found by its new deadline: no index has
  // its events.
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select o.id as fact_id, ${ofOperation()}, coalesce(e.amount_cents, o.total_cents) as amount_cents, e.at,
        case when e.actor = 'merchant' then 'person' else 'clock' end as way, u.first_name as by
      from operation_events e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id left join users u on u.id = e.user_id
      where ${inScope(reader.scope, 'e')} and e.at > ${after} and e.at <= ${reader.now} and e.event in ('captured', 'capture_expired', 'merchant_rejected')
        and o.confirmed_at is not null and o.capture_by is not null and e.at >= o.capture_by - ${listedBefore}
      union all
      select o.id as fact_id, ${ofOperation()}, o.total_cents - o.voided_cents as amount_cents, e.at, 'person' as way, u.first_name as by
      from deadlines d join operations o on o.merchant_id = d.merchant_id and o.mode = d.mode and o.id = d.object_id
        join operation_events e on e.merchant_id = d.merchant_id and e.mode = d.mode and e.operation_id = d.object_id left join users u on u.id = e.user_id
      where ${inScope(reader.scope, 'd')} and d.kind = 'capture' and d.due_at > ${after}::timestamptz + ${extension} and e.event = 'capture_extended'
        and e.at > ${after} and e.at <= ${reader.now} and e.at >= d.due_at - ${extension} - ${listedBefore}
      order by at desc limit ${maxEnded}`),
}

/** Orders that the customer accepted and the shop has to confirm. */
export const confirmations: Source = {
  right: 'operationConfirm',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents - o.voided_cents as amount_cents, o.confirm_by as deadline, coalesce(o.verified_at, o.created_at) as since
      from operations o where ${inScope(reader.scope, 'o')} and o.substatus = 'pending_merchant' and o.status_reason = 'confirmation_required'
        and (o.confirm_by is null or o.confirm_by > ${reader.now})
      order by o.confirm_by, o.id limit ${maxOpen + 1}`),
  // A plugin confirms within seconds: those are not listed as solved.
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents - o.voided_cents as amount_cents, e.at,
        case when e.actor = 'merchant' then 'person' else 'clock' end as way, u.first_name as by
      from operation_events e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id left join users u on u.id = e.user_id
      where ${inScope(reader.scope, 'e')} and e.at > ${after} and e.at <= ${reader.now}
        and e.event in ('confirmed', 'confirmed_for_capture', 'merchant_rejected', 'confirmation_expired')
        and (e.event <> 'merchant_rejected' or o.confirmed_at is null)
        and (e.user_id is not null or e.at > coalesce(o.verified_at, o.created_at) + interval '1 minute' * ${UNPAID_LINK_MINUTES}::integer)
      order by e.at desc limit ${maxEnded}`),
}

const late = sql`interval '1 minute' * ${REFUND_LATE_MINUTES}::integer`

/** Refunds past their undo time that have not been sent. */
export const lateRefunds: Source = {
  right: 'operationRefund',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select r.id as fact_id, ${ofOperation()}, r.amount_cents, null::timestamptz as deadline, r.release_at as since
      from deadlines d join refunds r on r.merchant_id = d.merchant_id and r.mode = d.mode and r.id = d.object_id and r.state = 'held'
        join operations o on o.merchant_id = r.merchant_id and o.mode = r.mode and o.id = r.operation_id
      where ${inScope(reader.scope, 'd')} and d.kind = 'refund_release' and r.release_at < ${reader.now}::timestamptz - ${late}
      order by r.release_at, r.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select r.id as fact_id, ${ofOperation()}, r.amount_cents, r.completed_at as at, 'clock' as way, null as by
      from refunds r join operations o on o.merchant_id = r.merchant_id and o.mode = r.mode and o.id = r.operation_id
      where ${inScope(reader.scope, 'r')} and r.created_at > ${after}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
        and r.completed_at > ${after} and r.completed_at > r.release_at + ${late}
      order by r.completed_at desc limit ${maxEnded}`),
}

const unpaidAfter = sql`interval '1 minute' * ${UNPAID_LINK_MINUTES}::integer`
const sentAt = sql`coalesce(c.link_sent_at, c.created_at)`
const itsCheckout = sql`checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id and c.created_by is not null`

/** Links that somebody of the shop sent and nobody has paid. */
export const links: Source = {
  right: 'checkoutOfflineResend',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents as amount_cents, o.expires_at as deadline, ${sentAt} as since
      from operations o join ${itsCheckout}
      where ${inScope(reader.scope, 'o')} and o.substatus = 'pending_customer' and o.expires_at > ${reader.now} and ${sentAt} <= ${reader.now}::timestamptz - ${unpaidAfter}
      order by o.expires_at, o.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents as amount_cents, e.at,
        case when e.event = 'offline_cancelled' then 'person' else 'customer' end as way, u.first_name as by
      from operation_events e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id join ${itsCheckout}
        left join users u on u.id = e.user_id
      where ${inScope(reader.scope, 'e')} and e.at > ${after} and e.at <= ${reader.now} and e.event in ('credit_accepted', 'offline_cancelled') and e.at > ${sentAt} + ${unpaidAfter}
      order by e.at desc limit ${maxEnded}`),
}

/** Orders stopped as possible duplicates of the same customer (docs/domain.md#duplicate-orders, rule 2): a person checks them. */
export const duplicates: Source = {
  right: 'operationConfirm',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents as amount_cents, null::timestamptz as deadline, o.created_at as since
      from operations o join operations first on first.merchant_id = o.merchant_id and first.mode = o.mode and first.id = o.duplicate_of
      where ${inScope(reader.scope, 'o')} and o.substatus = 'stopped_duplicated' and first.mid is distinct from o.mid
        and o.created_at > ${reader.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer and ${notChecked('duplicate', sql`o.id`, reader)}
      order by o.created_at, o.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents as amount_cents, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('duplicate', reader, after)} cross join lateral (select * from operations o where ${inScope(reader.scope, 'o')} and o.id = w.fact_id limit 1) o left join users u on u.id = w.user_id
      order by w.checked_at desc limit ${maxEnded}`),
}

const columns = () => sql`q.id as fact_id, o.id as object_id, ${customerName()} as subject, o.mid as reference, q.amount_cents`
const itsOperation = sql`operations o on o.merchant_id = q.merchant_id and o.mode = q.mode and o.id = q.operation_id`

/** Refunds beyond a colleague's limit that wait for approval by somebody else. */
export const refundApprovals: Source = {
  right: 'refundRequestApprove',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns()}, q.expires_at as deadline, q.asked_at as since from refund_requests q join ${itsOperation}
      where ${inScope(reader.scope, 'q')} and q.state = 'pending' and q.expires_at > ${reader.now} and q.asked_by <> ${reader.userId}
      order by q.expires_at, q.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns()}, q.decided_at as at, 'person' as way, u.first_name as by
      from refund_requests q join ${itsOperation} left join users u on u.id = coalesce(q.decided_by, q.asked_by)
      where ${inScope(reader.scope, 'q')} and q.decided_at > ${after} and q.asked_by <> ${reader.userId} order by q.decided_at desc limit ${maxEnded}`),
}

const facts = () => sql`m.id as fact_id, ${ofOperation()}, null::bigint as amount_cents`
const mentionsOfReader = (reader: InboxReader): Sql =>
  sql`${inScope(reader.scope, 'm')} and m.user_id = ${reader.userId} and m.created_at > ${reader.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer`
const operationOf = sql`join operations o on o.merchant_id = m.merchant_id and o.mode = m.mode and o.id = m.operation_id`
/** The person's later notes on the same operation, as `a`: they count as an answer. */
const answer = sql`a.merchant_id = m.merchant_id and a.mode = m.mode and a.operation_id = m.operation_id and a.created_by = m.user_id and a.created_at > m.created_at`

/** Notes that mention the person, for them only, until they answer with a note or mark it as checked. */
export const noteMentions: Source = {
  right: 'noteCreate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${facts()}, null::timestamptz as deadline, m.created_at as since from note_mentions m ${operationOf}
      where ${mentionsOfReader(reader)} and not exists (select from operation_notes a where ${answer}) and ${notChecked('note_mention', sql`m.id`, reader)}
      order by m.created_at, m.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${facts()}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('note_mention', reader, after)} join note_mentions m on m.id = w.fact_id ${operationOf} left join users u on u.id = w.user_id where ${mentionsOfReader(reader)}
      order by at desc limit ${maxEnded}`),
}

/** The most operations of a view that are counted; beyond them the count is shown as `1000+`. */
const maxCounted = 1_000

type Row = { id: string; name: string; filters: { key: string; value: string }[]; watched_since: Date }

/** Shared views that are watched: one item each while the view contains operations; it closes when the view is empty. */
export const watchedViews: Source = {
  right: 'operationList',
  open: async (db, reader) => {
    const views = await db.rows<Row>(sql`select v.id, v.name, v.filters, v.watched_since from operation_views v
      where ${inScope(reader.scope, 'v')} and v.watched_since is not null order by v.watched_since, v.id`)
    const found = await Promise.all(views.map((view) => readView(db, reader, view)))
    return found.flatMap((row) => (row ? [row] : []))
  },
  ended: () => Promise.resolve([]),
}

/** The contents of a view; null when empty. The count stands in place of an order number. */
async function readView(db: Connection, { scope }: InboxReader, view: Row): Promise<OpenRow | null> {
  const filters = readListFilters(view.filters)
  // Read with the widest role: only the count is shown.
  const search = readOperationSearch(filters, 'owner', scope)
  const conditions = [...filterConditions(filters, true), ...(search ? [search.condition] : [])]
  const row = await db.firstByValue<{
    many: number
    cents: bigint
  }>(sql`select count(*)::integer as many, coalesce(sum(x.total_cents), 0)::bigint as cents
    from (select o.total_cents from operations o where ${inScope(scope, 'o')} and ${allOf([sql`true`, ...conditions])}
      order by o.created_at desc, o.id desc limit ${maxCounted + 1}) x`)
  if (!row || row.many === 0) return null
  return {
    fact_id: view.id,
    object_id: view.id,
    subject: view.name,
    reference: row.many > maxCounted ? `${maxCounted}+` : String(row.many),
    amount_cents: row.many > maxCounted ? null : row.cents,
    deadline: null,
    since: view.watched_since,
  }
}
