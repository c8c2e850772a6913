import { sql } from '../../platform/database/sql.ts'
import { inScope, type EndedRow, type InboxReader, type OpenRow, type Source } from './source.ts'

/** The last two settlements by value date, to compare their balances. */
const lastTwo = (reader: InboxReader) =>
  sql`(select s.*, lead(s.closing_cents) over (order by s.value_on desc) as before_cents, row_number() over (order by s.value_on desc) as place
    from (select * from settlements s where ${inScope(sql`s`, reader)} order by s.value_on desc limit 2) s) s`

const columns = sql`s.id as fact_id, s.id as object_id, s.reference as subject, null as reference`

/** The shop has a negative balance, which its next sales pay off. */
export const negativeBalance: Source = {
  right: 'settlementBalance',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, s.closing_cents as amount_cents, null::timestamptz as deadline, s.created_at as since
      from ${lastTwo(reader)} where s.place = 1 and s.closing_cents < 0`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, s.before_cents as amount_cents, s.created_at as at, 'clock' as way, null as by
      from ${lastTwo(reader)} where s.place = 1 and s.closing_cents >= 0 and s.before_cents < 0 and s.created_at > ${after}`),
}
