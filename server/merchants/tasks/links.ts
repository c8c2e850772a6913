import { UNPAID_LINK_MINUTES } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import { inScope, maxEnded, maxOpen, ofOperation, type EndedRow, type OpenRow, type Source } from './source.ts'

const unpaidAfter = sql`interval '1 minute' * ${UNPAID_LINK_MINUTES}::integer`
const sentAt = sql`coalesce(c.link_sent_at, c.created_at)`
const itsCheckout = sql`checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id and c.created_by is not null`

/** Links that somebody of the shop sent and nobody has paid. */
export const links: Source = {
  right: 'checkoutOfflineResend',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents as amount_cents, o.expires_at as deadline, ${sentAt} as since
      from operations o join ${itsCheckout}
      where ${inScope(sql`o`, reader)} and o.substatus = 'pending_customer' and o.expires_at > ${reader.now} and ${sentAt} <= ${reader.now}::timestamptz - ${unpaidAfter}
      order by o.expires_at, o.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents as amount_cents, e.at,
        case when e.event = 'offline_cancelled' then 'person' else 'customer' end as way, u.first_name as by
      from operation_events e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id join ${itsCheckout}
        left join users u on u.id = e.user_id
      where ${inScope(sql`e`, reader)} and e.at > ${after} and e.at <= ${reader.now} and e.event in ('credit_accepted', 'offline_cancelled') and e.at > ${sentAt} + ${unpaidAfter}
      order by e.at desc limit ${maxEnded}`),
}
