import { WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { sql, type Sql } from '../../platform/database/sql.ts'
import {
  inScope,
  lateChecks,
  mostEnded,
  mostOpen,
  notChecked,
  ofOperation,
  type EndedRow,
  type Looking,
  type OpenRow,
  type Source,
} from './source.ts'

const facts = () => sql`m.id as fact_id, ${ofOperation()}, null::bigint as amount_cents`
const mine = (looking: Looking): Sql =>
  sql`${inScope(sql`m`, looking)} and m.user_id = ${looking.userId} and m.created_at > ${looking.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer`
const operationOf = sql`join operations o on o.merchant_id = m.merchant_id and o.mode = m.mode and o.id = m.operation_id`
/** The person's later notes on the same operation, as `a`: they count as an answer. */
const answer = sql`a.merchant_id = m.merchant_id and a.mode = m.mode and a.operation_id = m.operation_id and a.created_by = m.user_id and a.created_at > m.created_at`

/** Notes that mention the person, for them only, until they answer with a note or mark it as checked. */
export const noteMentions: Source = {
  right: 'noteCreate',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select ${facts()}, null::timestamptz as deadline, m.created_at as since from note_mentions m ${operationOf}
      where ${mine(looking)} and not exists (select from operation_notes a where ${answer}) and ${notChecked('note_mention', sql`m.id`, looking)}
      order by m.created_at, m.id limit ${mostOpen + 1}`),
  ended: (db, looking, after) =>
    db.rows<EndedRow>(sql`select ${facts()}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('note_mention', looking, after)} join note_mentions m on m.id = w.fact_id ${operationOf} left join users u on u.id = w.user_id where ${mine(looking)}
      order by at desc limit ${mostEnded}`),
}
