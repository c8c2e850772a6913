import { UNPAID_LINK_MINUTES } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import { inScope, maxEnded, maxOpen, ofOperation, type EndedRow, type OpenRow, type Source } from './source.ts'

/** Orders that the customer accepted and the shop has to confirm. */
export const confirmations: Source = {
  right: 'operationConfirm',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents - o.voided_cents as amount_cents, o.confirm_by as deadline, coalesce(o.verified_at, o.created_at) as since
      from operations o where ${inScope(sql`o`, reader)} and o.substatus = 'pending_merchant' and o.status_reason = 'confirmation_required'
        and (o.confirm_by is null or o.confirm_by > ${reader.now})
      order by o.confirm_by, o.id limit ${maxOpen + 1}`),
  // A plugin confirms within seconds: those are not listed as solved.
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents - o.voided_cents as amount_cents, e.at,
        case when e.actor = 'merchant' then 'person' else 'clock' end as way, u.first_name as by
      from operation_events e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id left join users u on u.id = e.user_id
      where ${inScope(sql`e`, reader)} and e.at > ${after} and e.at <= ${reader.now}
        and e.event in ('confirmed', 'confirmed_for_capture', 'merchant_rejected', 'confirmation_expired')
        and (e.event <> 'merchant_rejected' or o.confirmed_at is null)
        and (e.user_id is not null or e.at > coalesce(o.verified_at, o.created_at) + interval '1 minute' * ${UNPAID_LINK_MINUTES}::integer)
      order by e.at desc limit ${maxEnded}`),
}
