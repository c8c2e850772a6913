import { CAPTURE_AHEAD_DAYS } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import { inScope, maxEnded, maxOpen, ofOperation, type EndedRow, type OpenRow, type Source } from './source.ts'

const listedBefore = sql`interval '1 day' * ${CAPTURE_AHEAD_DAYS}::integer`

/** Orders whose authorisation expires unless they are captured soon. */
export const captures: Source = {
  right: 'operationCapture',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents - o.voided_cents - o.captured_cents as amount_cents, d.due_at as deadline,
        coalesce(o.confirmed_at, o.created_at) as since
      from deadlines d join operations o on o.merchant_id = d.merchant_id and o.mode = d.mode and o.id = d.object_id
      where ${inScope(sql`d`, reader)} and d.kind = 'capture' and d.due_at > ${reader.now} and d.due_at <= ${reader.now}::timestamptz + ${listedBefore}
      order by d.due_at, o.id limit ${maxOpen + 1}`),
  // A rejection counts under captures when the order was confirmed, else under confirmations.
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select o.id as fact_id, ${ofOperation()}, coalesce(e.amount_cents, o.total_cents) as amount_cents, e.at,
        case when e.actor = 'merchant' then 'person' else 'clock' end as way, u.first_name as by
      from operation_events e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id left join users u on u.id = e.user_id
      where ${inScope(sql`e`, reader)} and e.at > ${after} and e.at <= ${reader.now} and e.event in ('captured', 'capture_expired', 'merchant_rejected')
        and o.confirmed_at is not null and o.capture_by is not null and e.at >= o.capture_by - ${listedBefore}
      order by e.at desc limit ${maxEnded}`),
}
