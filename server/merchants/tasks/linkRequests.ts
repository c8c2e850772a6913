import { WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { customerName } from '../../sales/lifecycle/customerName.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { lateChecks, maxEnded, maxOpen, notChecked, type EndedRow, type OpenRow, type Source } from './source.ts'

const columns = sql`c.id as fact_id, c.id as object_id, ${customerName()} as subject, o.mid as reference, o.total_cents as amount_cents`
const ofCheckout = sql`join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id`

/** Expired links whose customers ask for another one, until one replaces them; for a week from their creation. */
export const linkRequests: Source = {
  right: 'checkoutOfflineCreate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, null::timestamptz as deadline, c.another_link_asked_at as since from checkouts c ${ofCheckout}
      where ${inScope(reader.scope, 'c')} and c.created_at > ${reader.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
        and o.substatus = 'stopped_customer' and c.another_link_asked_at is not null and c.replaced_by is null and ${notChecked('link_asked', sql`c.id`, reader)}
      order by c.another_link_asked_at, c.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('link_asked', reader, after)} cross join lateral (select * from checkouts c where ${inScope(reader.scope, 'c')} and c.id = w.fact_id limit 1) c ${ofCheckout}
        left join users u on u.id = w.user_id
      union all select ${columns}, next.created_at as at, 'person' as way, u.first_name as by
      from checkouts next join checkouts c on c.merchant_id = next.merchant_id and c.mode = next.mode and c.replaced_by = next.id and c.another_link_asked_at is not null ${ofCheckout}
        left join users u on u.id = next.created_by
      where ${inScope(reader.scope, 'next')} and next.created_at > ${after} and next.created_at <= ${reader.now}
        and c.created_at > ${after}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
      order by at desc limit ${maxEnded}`),
}
