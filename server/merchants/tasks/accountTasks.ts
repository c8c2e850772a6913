import { DOCUMENT_AHEAD_DAYS, WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { exposedActs, exposedSpan } from '../../platform/audit/exposedActs.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EndedRow, lateChecks, type InboxReader, maxEnded, maxOpen, notChecked, type OpenRow, type Source } from './source.ts'

const ibanColumns = sql`b.id as fact_id, b.id as object_id, '•••• ' || right(b.iban, 4) as subject, null as reference, null::bigint as amount_cents`
/** Bank accounts exist in live mode only. */
const ofShop = ({ scope, accountId }: InboxReader) =>
  sql`b.account_id = ${accountId} and b.merchant_id = ${scope.merchantId} and b.requested_by is not null and ${scope.mode} = 'live'`

/** A bank account change that the person requested and has to confirm within a day. */
export const ibanConfirmations: Source = {
  right: 'ibanConfirm',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${ibanColumns}, b.created_at + interval '24 hours' as deadline, b.created_at as since from bank_accounts b
      where ${ofShop(reader)} and b.state = 'unconfirmed' and b.requested_by = ${reader.userId} and b.created_at + interval '24 hours' > ${reader.now}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${ibanColumns}, b.confirmed_at as at, 'person' as way, u.first_name as by from bank_accounts b left join users u on u.id = b.requested_by
      where ${ofShop(reader)} and b.requested_by = ${reader.userId} and b.confirmed_at > ${after}`),
}

/** A bank account change requested by another owner, to be approved by this one. */
export const ibanApprovals: Source = {
  right: 'ibanApprove',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${ibanColumns}, null::timestamptz as deadline, b.confirmed_at as since from bank_accounts b
      where ${ofShop(reader)} and b.state = 'pending_review' and b.needs_second_owner and b.second_owner_id is null and b.requested_by <> ${reader.userId}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${ibanColumns}, b.second_owner_at as at, 'person' as way, u.first_name as by from bank_accounts b left join users u on u.id = b.second_owner_id
      where ${ofShop(reader)} and b.second_owner_at > ${after}`),
}

/** A rejected change, until another one is requested. */
export const rejectedIbans: Source = {
  right: 'merchantIbanCreate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${ibanColumns}, null::timestamptz as deadline, b.ended_at as since from bank_accounts b
      where ${ofShop(reader)} and b.state = 'rejected' and b.ended_at > ${reader.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
        and not exists (select from bank_accounts later where later.merchant_id = b.merchant_id and later.account_id = b.account_id and later.created_at > b.created_at)
        and ${notChecked('iban_rejected', sql`b.id`, reader)}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${ibanColumns}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('iban_rejected', reader, after)} join bank_accounts b on b.id = w.fact_id left join users u on u.id = w.user_id where ${ofShop(reader)}`),
}

/**
 * A change frozen from its e-mail, for the other owners: its requester may have been an intruder. Its reference is how many actions the
 * requesting session made.
 */
export const frozenIbans: Source = {
  right: 'ibanExposure',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select b.id as fact_id, b.id as object_id, '•••• ' || right(b.iban, 4) as subject, null::bigint as amount_cents,
      (select count(*)::text from audit_entries a where ${exposedActs(sql`b`, reader.present)}) as reference,
      null::timestamptz as deadline, b.ended_at as since from bank_accounts b cross join lateral ${exposedSpan(sql`b`, reader.present)}
      where ${ofShop(reader)} and b.state = 'frozen' and b.requested_by <> ${reader.userId}
        and b.ended_at > ${reader.present}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer and ${notChecked('iban_frozen', sql`b.id`, reader)}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${ibanColumns}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('iban_frozen', reader, after)} join bank_accounts b on b.id = w.fact_id left join users u on u.id = w.user_id
      where ${ofShop(reader)} and b.requested_by <> ${reader.userId}`),
}

// The type is returned as a code that the screen words. Documents are the company's: each of its shops shows them, in live mode.
const paperColumns = sql`d.id as fact_id, d.id as object_id, d.type as subject, null as reference, null::bigint as amount_cents`
const ofCompany = ({ accountId, scope }: InboxReader) => sql`d.account_id = ${accountId} and ${scope.mode} = 'live'`
const lastDay = sql`((d.expires_on + 1)::timestamp at time zone 'Europe/Madrid')`

/** Documents that the provider rejected, until others are uploaded. */
export const rejectedPapers: Source = {
  right: 'documentUpload',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${paperColumns}, null::timestamptz as deadline, coalesce(d.reviewed_at, d.uploaded_at) as since from documents d
      where ${ofCompany(reader)} and d.status = 'rejected' and d.replaced_at is null order by since, d.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${paperColumns}, d.replaced_at as at, 'person' as way, null as by from documents d
      where ${ofCompany(reader)} and d.status = 'rejected' and d.replaced_at > ${after} order by d.replaced_at desc limit ${maxEnded}`),
}

/** Documents that expire soon. */
export const expiringPapers: Source = {
  right: 'documentUpload',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${paperColumns}, ${lastDay} as deadline, coalesce(d.reviewed_at, d.uploaded_at) as since from documents d
      where ${ofCompany(reader)} and d.status = 'approved' and d.replaced_at is null and ${lastDay} > ${reader.now}
        and ${lastDay} <= ${reader.now}::timestamptz + interval '1 day' * ${DOCUMENT_AHEAD_DAYS}::integer
      order by deadline, d.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${paperColumns}, d.replaced_at as at, 'person' as way, null as by from documents d
      where ${ofCompany(reader)} and d.status = 'approved' and d.replaced_at > ${after}
        and ${lastDay} <= d.replaced_at + interval '1 day' * ${DOCUMENT_AHEAD_DAYS}::integer order by d.replaced_at desc limit ${maxEnded}`),
}

// Rights belong to the account: each of its shops shows the requests, in live mode. The right is returned as a code that the screen words.
const requestColumns = sql`q.id as fact_id, q.id as object_id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as subject,
  q.asked_right as reference, null::bigint as amount_cents`
const ofOthers = ({ accountId, userId, scope }: InboxReader) =>
  sql`q.account_id = ${accountId} and q.user_id <> ${userId} and ${scope.mode} = 'live'`

/** Rights that colleagues request. */
export const accessRequests: Source = {
  right: 'accessRequestGrant',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${requestColumns}, q.expires_at as deadline, q.asked_at as since from access_requests q join users u on u.id = q.user_id
      where ${ofOthers(reader)} and q.state = 'pending' and q.expires_at > ${reader.now} order by q.expires_at, q.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${requestColumns}, q.decided_at as at, 'person' as way, b.first_name as by
      from access_requests q join users u on u.id = q.user_id left join users b on b.id = q.decided_by
      where ${ofOthers(reader)} and q.decided_at > ${after} order by q.decided_at desc limit ${maxEnded}`),
}
