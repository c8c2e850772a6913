import { sql } from '../../platform/database/sql.ts'
import { inScope, maxEnded, maxOpen, type EndedRow, type OpenRow, type Source } from './source.ts'

/** Payouts that the shop's bank returned: the account has to be checked before they are sent again. */
export const returnedPayouts: Source = {
  right: 'settlementDetail',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select s.id as fact_id, s.id as object_id, s.reference as subject, null as reference, s.net_cents as amount_cents, null::timestamptz as deadline,
        coalesce(p.done_at, s.created_at) as since
      from settlements s left join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id
      where ${inScope(sql`s`, reader)} and s.status = 'returned' order by since, s.id limit ${maxOpen + 1}`),
  // Sent again with a further attempt, and paid.
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select s.id as fact_id, s.id as object_id, s.reference as subject, null as reference, s.net_cents as amount_cents, s.paid_at as at,
        'clock' as way, null as by
      from settlements s join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id and p.reference <> s.reference
      where ${inScope(sql`s`, reader)} and s.value_on > (${after}::timestamptz - interval '60 days')::date and s.status = 'paid' and s.paid_at > ${after}
      order by s.paid_at desc limit ${maxEnded}`),
}
