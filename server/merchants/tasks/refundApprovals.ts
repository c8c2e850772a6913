import { sql } from '../../platform/database/sql.ts'
import { customerName } from '../../sales/operation/customerName.ts'
import { inScope, maxEnded, maxOpen, type EndedRow, type OpenRow, type Source } from './source.ts'

const columns = () => sql`q.id as fact_id, o.id as object_id, ${customerName()} as subject, o.mid as reference, q.amount_cents`
const itsOperation = sql`operations o on o.merchant_id = q.merchant_id and o.mode = q.mode and o.id = q.operation_id`

/** Refunds beyond a colleague's limit that wait for approval by somebody else. */
export const refundApprovals: Source = {
  right: 'refundRequestApprove',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns()}, q.expires_at as deadline, q.asked_at as since from refund_requests q join ${itsOperation}
      where ${inScope(sql`q`, reader)} and q.state = 'pending' and q.expires_at > ${reader.now} and q.asked_by <> ${reader.userId}
      order by q.expires_at, q.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns()}, q.decided_at as at, 'person' as way, u.first_name as by
      from refund_requests q join ${itsOperation} left join users u on u.id = coalesce(q.decided_by, q.asked_by)
      where ${inScope(sql`q`, reader)} and q.decided_at > ${after} and q.asked_by <> ${reader.userId} order by q.decided_at desc limit ${maxEnded}`),
}
