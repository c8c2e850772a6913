import { sql } from '../../platform/database/sql.ts'
import { maxEnded, maxOpen, type EndedRow, type InboxReader, type OpenRow, type Source } from './source.ts'

// Rights belong to the account: each of its shops shows the requests, in live mode. The right is returned as a code that the screen words.
const columns = sql`q.id as fact_id, q.id as object_id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as subject,
  q.asked_right as reference, null::bigint as amount_cents`
const ofOthers = ({ accountId, userId, scope }: InboxReader) =>
  sql`q.account_id = ${accountId} and q.user_id <> ${userId} and ${scope.mode} = 'live'`

/** Rights that colleagues request. */
export const accessRequests: Source = {
  right: 'accessRequestGrant',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, q.expires_at as deadline, q.asked_at as since from access_requests q join users u on u.id = q.user_id
      where ${ofOthers(reader)} and q.state = 'pending' and q.expires_at > ${reader.now} order by q.expires_at, q.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, q.decided_at as at, 'person' as way, b.first_name as by
      from access_requests q join users u on u.id = q.user_id left join users b on b.id = q.decided_by
      where ${ofOthers(reader)} and q.decided_at > ${after} order by q.decided_at desc limit ${maxEnded}`),
}
