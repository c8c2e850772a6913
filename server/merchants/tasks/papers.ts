import { DOCUMENT_AHEAD_DAYS } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import { maxEnded, maxOpen, type EndedRow, type InboxReader, type OpenRow, type Source } from './source.ts'

// The type is returned as a code that the screen words. Documents are the company's: each of its shops shows them, in live mode.
const columns = sql`d.id as fact_id, d.id as object_id, d.type as subject, null as reference, null::bigint as amount_cents`
const ofCompany = ({ accountId, scope }: InboxReader) => sql`d.account_id = ${accountId} and ${scope.mode} = 'live'`
const lastDay = sql`((d.expires_on + 1)::timestamp at time zone 'Europe/Madrid')`

/** Documents that the provider rejected, until others are uploaded. */
export const rejectedPapers: Source = {
  right: 'documentUpload',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, null::timestamptz as deadline, coalesce(d.reviewed_at, d.uploaded_at) as since from documents d
      where ${ofCompany(reader)} and d.status = 'rejected' and d.replaced_at is null order by since, d.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, d.replaced_at as at, 'person' as way, null as by from documents d
      where ${ofCompany(reader)} and d.status = 'rejected' and d.replaced_at > ${after} order by d.replaced_at desc limit ${maxEnded}`),
}

/** Documents that expire soon. */
export const expiringPapers: Source = {
  right: 'documentUpload',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, ${lastDay} as deadline, coalesce(d.reviewed_at, d.uploaded_at) as since from documents d
      where ${ofCompany(reader)} and d.status = 'approved' and d.replaced_at is null and ${lastDay} > ${reader.now}
        and ${lastDay} <= ${reader.now}::timestamptz + interval '1 day' * ${DOCUMENT_AHEAD_DAYS}::integer
      order by deadline, d.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, d.replaced_at as at, 'person' as way, null as by from documents d
      where ${ofCompany(reader)} and d.status = 'approved' and d.replaced_at > ${after}
        and ${lastDay} <= d.replaced_at + interval '1 day' * ${DOCUMENT_AHEAD_DAYS}::integer order by d.replaced_at desc limit ${maxEnded}`),
}
