import { WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import { inScope, lateChecks, maxEnded, maxOpen, notChecked, ofOperation, type EndedRow, type OpenRow, type Source } from './source.ts'

/** Orders stopped as possible duplicates of the same customer (docs/domain.md#duplicate-orders, rule 2): a person checks them. */
export const duplicates: Source = {
  right: 'operationConfirm',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents as amount_cents, null::timestamptz as deadline, o.created_at as since
      from operations o join operations first on first.merchant_id = o.merchant_id and first.mode = o.mode and first.id = o.duplicate_of
      where ${inScope(sql`o`, reader)} and o.substatus = 'stopped_duplicated' and first.mid is distinct from o.mid
        and o.created_at > ${reader.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer and ${notChecked('duplicate', sql`o.id`, reader)}
      order by o.created_at, o.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select o.id as fact_id, ${ofOperation()}, o.total_cents as amount_cents, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('duplicate', reader, after)} cross join lateral (select * from operations o where ${inScope(sql`o`, reader)} and o.id = w.fact_id limit 1) o left join users u on u.id = w.user_id
      order by w.checked_at desc limit ${maxEnded}`),
}
