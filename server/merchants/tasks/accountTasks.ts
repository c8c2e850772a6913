import { DOCUMENT_AHEAD_DAYS, WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { exposedActs, exposedSpan } from '../../platform/audit/exposedActs.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EndedRow, lateChecks, type Looking, mostEnded, mostOpen, notChecked, type OpenRow, type Source } from './source.ts'

const ibanColumns = sql`b.id as fact_id, b.id as object_id, '•••• ' || right(b.iban, 4) as subject, null as reference, null::bigint as amount_cents`
/** Accounts belong to real mode alone. */
const ofShop = ({ scope, accountId }: Looking) =>
  sql`b.account_id = ${accountId} and b.merchant_id = ${scope.merchantId} and b.requested_by is not null and ${scope.mode} = 'live'`

/** A change of account that the person themselves asked for and has to confirm within a day. */
export const ibanConfirmations: Source = {
  right: 'ibanConfirm',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select ${ibanColumns}, b.created_at + interval '24 hours' as deadline, b.created_at as since from bank_accounts b
      where ${ofShop(looking)} and b.state = 'unconfirmed' and b.requested_by = ${looking.userId} and b.created_at + interval '24 hours' > ${looking.now}`),
  ended: (db, looking, after) =>
    db.rows<EndedRow>(sql`select ${ibanColumns}, b.confirmed_at as at, 'person' as way, u.first_name as by from bank_accounts b left join users u on u.id = b.requested_by
      where ${ofShop(looking)} and b.requested_by = ${looking.userId} and b.confirmed_at > ${after}`),
}

/** A change that another owner asked for and this one has to agree to. */
export const ibanApprovals: Source = {
  right: 'ibanApprove',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select ${ibanColumns}, null::timestamptz as deadline, b.confirmed_at as since from bank_accounts b
      where ${ofShop(looking)} and b.state = 'pending_review' and b.needs_second_owner and b.second_owner_id is null and b.requested_by <> ${looking.userId}`),
  ended: (db, looking, after) =>
    db.rows<EndedRow>(sql`select ${ibanColumns}, b.second_owner_at as at, 'person' as way, u.first_name as by from bank_accounts b left join users u on u.id = b.second_owner_id
      where ${ofShop(looking)} and b.second_owner_at > ${after}`),
}

/** A change that was turned down, while nobody has asked again. */
export const rejectedIbans: Source = {
  right: 'merchantIbanCreate',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select ${ibanColumns}, null::timestamptz as deadline, b.ended_at as since from bank_accounts b
      where ${ofShop(looking)} and b.state = 'rejected' and b.ended_at > ${looking.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
        and not exists (select from bank_accounts later where later.merchant_id = b.merchant_id and later.account_id = b.account_id and later.created_at > b.created_at)
        and ${notChecked('iban_rejected', sql`b.id`, looking)}`),
  ended: (db, looking, after) =>
    db.rows<EndedRow>(sql`select ${ibanColumns}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('iban_rejected', looking, after)} join bank_accounts b on b.id = w.fact_id left join users u on u.id = w.user_id where ${ofShop(looking)}`),
}

/**
 * A change that somebody stopped from its letter, for the other owners: whoever asked for it may have been a stranger. Its reference is how much that
 * person did in the session that asked.
 */
export const frozenIbans: Source = {
  right: 'ibanExposure',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select b.id as fact_id, b.id as object_id, '•••• ' || right(b.iban, 4) as subject, null::bigint as amount_cents,
      (select count(*)::text from audit_entries a where ${exposedActs(sql`b`, looking.present)}) as reference,
      null::timestamptz as deadline, b.ended_at as since from bank_accounts b cross join lateral ${exposedSpan(sql`b`, looking.present)}
      where ${ofShop(looking)} and b.state = 'frozen' and b.requested_by <> ${looking.userId}
        and b.ended_at > ${looking.present}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer and ${notChecked('iban_frozen', sql`b.id`, looking)}`),
  ended: (db, looking, after) =>
    db.rows<EndedRow>(sql`select ${ibanColumns}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('iban_frozen', looking, after)} join bank_accounts b on b.id = w.fact_id left join users u on u.id = w.user_id
      where ${ofShop(looking)} and b.requested_by <> ${looking.userId}`),
}

// The type is told as it is; the screen has its words. Papers are the company's: each of its shops tells of them, in real mode.
const paperColumns = sql`d.id as fact_id, d.id as object_id, d.type as subject, null as reference, null::bigint as amount_cents`
const ofCompany = ({ accountId, scope }: Looking) => sql`d.account_id = ${accountId} and ${scope.mode} = 'live'`
const lastDay = sql`((d.expires_on + 1)::timestamp at time zone 'Europe/Madrid')`

/** Papers that the provider did not accept, while nobody has handed in others. */
export const rejectedPapers: Source = {
  right: 'documentUpload',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select ${paperColumns}, null::timestamptz as deadline, coalesce(d.reviewed_at, d.uploaded_at) as since from documents d
      where ${ofCompany(looking)} and d.status = 'rejected' and d.replaced_at is null order by since, d.id limit ${mostOpen + 1}`),
  ended: (db, looking, after) =>
    db.rows<EndedRow>(sql`select ${paperColumns}, d.replaced_at as at, 'person' as way, null as by from documents d
      where ${ofCompany(looking)} and d.status = 'rejected' and d.replaced_at > ${after} order by d.replaced_at desc limit ${mostEnded}`),
}

/** Papers that are good no longer soon. */
export const expiringPapers: Source = {
  right: 'documentUpload',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select ${paperColumns}, ${lastDay} as deadline, coalesce(d.reviewed_at, d.uploaded_at) as since from documents d
      where ${ofCompany(looking)} and d.status = 'approved' and d.replaced_at is null and ${lastDay} > ${looking.now}
        and ${lastDay} <= ${looking.now}::timestamptz + interval '1 day' * ${DOCUMENT_AHEAD_DAYS}::integer
      order by deadline, d.id limit ${mostOpen + 1}`),
  ended: (db, looking, after) =>
    db.rows<EndedRow>(sql`select ${paperColumns}, d.replaced_at as at, 'person' as way, null as by from documents d
      where ${ofCompany(looking)} and d.status = 'approved' and d.replaced_at > ${after}
        and ${lastDay} <= d.replaced_at + interval '1 day' * ${DOCUMENT_AHEAD_DAYS}::integer order by d.replaced_at desc limit ${mostEnded}`),
}

// Rights are the account's: each of its shops tells of the requests, in real mode. The right is told as it is; the screen has its words.
const requestColumns = sql`q.id as fact_id, q.id as object_id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as subject,
  q.asked_right as reference, null::bigint as amount_cents`
const ofOthers = ({ accountId, userId, scope }: Looking) =>
  sql`q.account_id = ${accountId} and q.user_id <> ${userId} and ${scope.mode} = 'live'`

/** Rights that colleagues ask for. */
export const accessRequests: Source = {
  right: 'accessRequestGrant',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select ${requestColumns}, q.expires_at as deadline, q.asked_at as since from access_requests q join users u on u.id = q.user_id
      where ${ofOthers(looking)} and q.state = 'pending' and q.expires_at > ${looking.now} order by q.expires_at, q.id limit ${mostOpen + 1}`),
  ended: (db, looking, after) =>
    db.rows<EndedRow>(sql`select ${requestColumns}, q.decided_at as at, 'person' as way, b.first_name as by
      from access_requests q join users u on u.id = q.user_id left join users b on b.id = q.decided_by
      where ${ofOthers(looking)} and q.decided_at > ${after} order by q.decided_at desc limit ${mostEnded}`),
}
