import { REFUND_LATE_MINUTES, WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import { inScope, maxEnded, maxOpen, ofOperation, type EndedRow, type OpenRow, type Source } from './source.ts'

const late = sql`interval '1 minute' * ${REFUND_LATE_MINUTES}::integer`

/** Refunds past their undo time that have not been sent. */
export const lateRefunds: Source = {
  right: 'operationRefund',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select r.id as fact_id, ${ofOperation()}, r.amount_cents, null::timestamptz as deadline, r.release_at as since
      from deadlines d join refunds r on r.merchant_id = d.merchant_id and r.mode = d.mode and r.id = d.object_id and r.state = 'held'
        join operations o on o.merchant_id = r.merchant_id and o.mode = r.mode and o.id = r.operation_id
      where ${inScope(sql`d`, reader)} and d.kind = 'refund_release' and r.release_at < ${reader.now}::timestamptz - ${late}
      order by r.release_at, r.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select r.id as fact_id, ${ofOperation()}, r.amount_cents, r.completed_at as at, 'clock' as way, null as by
      from refunds r join operations o on o.merchant_id = r.merchant_id and o.mode = r.mode and o.id = r.operation_id
      where ${inScope(sql`r`, reader)} and r.created_at > ${after}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
        and r.completed_at > ${after} and r.completed_at > r.release_at + ${late}
      order by r.completed_at desc limit ${maxEnded}`),
}
