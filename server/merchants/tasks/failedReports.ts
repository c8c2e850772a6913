import { WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import { inScope, lateChecks, maxEnded, maxOpen, notChecked, type EndedRow, type OpenRow, type Source } from './source.ts'

const columns = sql`r.id as fact_id, r.id as object_id, r.name as subject, null as reference, null::bigint as amount_cents`
/** A later one of the same type. */
const again = sql`a.merchant_id = r.merchant_id and a.mode = r.mode and a.type = r.type and a.from_on = r.from_on and a.to_on = r.to_on and a.created_at > r.created_at`

/** Failed reports that were not requested again: one's own, and scheduled ones. */
export const failedReports: Source = {
  right: 'reportCreate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, null::timestamptz as deadline, r.created_at as since from reports r
      where ${inScope(sql`r`, reader)} and r.status = 'failed' and r.created_at > ${reader.present}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
        and (r.created_by is null or r.created_by = ${reader.userId}) and not exists (select from reports a where ${again}) and ${notChecked('report_failed', sql`r.id`, reader)}
      order by r.created_at, r.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('report_failed', reader, after)} cross join lateral (select * from reports r where ${inScope(sql`r`, reader)} and r.id = w.fact_id limit 1) r left join users u on u.id = w.user_id
      union all select ${columns}, a.ready_at as at, case when a.created_by is null then 'clock' else 'person' end as way, u.first_name as by
      from reports a join reports r on ${again} and r.status = 'failed' left join users u on u.id = a.created_by
      where ${inScope(sql`a`, reader)} and a.created_at > ${after}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer and a.status = 'ready' and a.ready_at > ${after}
        and (r.created_by is null or r.created_by = ${reader.userId})
      order by at desc limit ${maxEnded}`),
}
