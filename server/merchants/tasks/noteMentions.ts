import { WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { sql, type Sql } from '../../platform/database/sql.ts'
import {
  inScope,
  lateChecks,
  maxEnded,
  maxOpen,
  notChecked,
  ofOperation,
  type EndedRow,
  type InboxReader,
  type OpenRow,
  type Source,
} from './source.ts'

const facts = () => sql`m.id as fact_id, ${ofOperation()}, null::bigint as amount_cents`
const mentionsOfReader = (reader: InboxReader): Sql =>
  sql`${inScope(sql`m`, reader)} and m.user_id = ${reader.userId} and m.created_at > ${reader.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer`
const operationOf = sql`join operations o on o.merchant_id = m.merchant_id and o.mode = m.mode and o.id = m.operation_id`
/** The person's later notes on the same operation, as `a`: they count as an answer. */
const answer = sql`a.merchant_id = m.merchant_id and a.mode = m.mode and a.operation_id = m.operation_id and a.created_by = m.user_id and a.created_at > m.created_at`

/** Notes that mention the person, for them only, until they answer with a note or mark it as checked. */
export const noteMentions: Source = {
  right: 'noteCreate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${facts()}, null::timestamptz as deadline, m.created_at as since from note_mentions m ${operationOf}
      where ${mentionsOfReader(reader)} and not exists (select from operation_notes a where ${answer}) and ${notChecked('note_mention', sql`m.id`, reader)}
      order by m.created_at, m.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${facts()}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('note_mention', reader, after)} join note_mentions m on m.id = w.fact_id ${operationOf} left join users u on u.id = w.user_id where ${mentionsOfReader(reader)}
      order by at desc limit ${maxEnded}`),
}
