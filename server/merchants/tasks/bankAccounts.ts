import { WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { exposedActs, exposedSpan } from '../../platform/audit/exposedActs.ts'
import { sql } from '../../platform/database/sql.ts'
import { lateChecks, notChecked, type EndedRow, type InboxReader, type OpenRow, type Source } from './source.ts'

const columns = sql`b.id as fact_id, b.id as object_id, '•••• ' || right(b.iban, 4) as subject, null as reference, null::bigint as amount_cents`
/** Bank accounts exist in live mode only. */
const ofShop = ({ scope, accountId }: InboxReader) =>
  sql`b.account_id = ${accountId} and b.merchant_id = ${scope.merchantId} and b.requested_by is not null and ${scope.mode} = 'live'`

/** A bank account change that the person requested and has to confirm within a day. */
export const ibanConfirmations: Source = {
  right: 'ibanConfirm',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, b.created_at + interval '24 hours' as deadline, b.created_at as since from bank_accounts b
      where ${ofShop(reader)} and b.state = 'unconfirmed' and b.requested_by = ${reader.userId} and b.created_at + interval '24 hours' > ${reader.now}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, b.confirmed_at as at, 'person' as way, u.first_name as by from bank_accounts b left join users u on u.id = b.requested_by
      where ${ofShop(reader)} and b.requested_by = ${reader.userId} and b.confirmed_at > ${after}`),
}

/** A bank account change requested by another owner, to be approved by this one. */
export const ibanApprovals: Source = {
  right: 'ibanApprove',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, null::timestamptz as deadline, b.confirmed_at as since from bank_accounts b
      where ${ofShop(reader)} and b.state = 'pending_review' and b.needs_second_owner and b.second_owner_id is null and b.requested_by <> ${reader.userId}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, b.second_owner_at as at, 'person' as way, u.first_name as by from bank_accounts b left join users u on u.id = b.second_owner_id
      where ${ofShop(reader)} and b.second_owner_at > ${after}`),
}

/** A rejected change, until another one is requested. */
export const rejectedIbans: Source = {
  right: 'merchantIbanCreate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${columns}, null::timestamptz as deadline, b.ended_at as since from bank_accounts b
      where ${ofShop(reader)} and b.state = 'rejected' and b.ended_at > ${reader.now}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
        and not exists (select from bank_accounts later where later.merchant_id = b.merchant_id and later.account_id = b.account_id and later.created_at > b.created_at)
        and ${notChecked('iban_rejected', sql`b.id`, reader)}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${columns}, w.checked_at as at, 'person' as way, u.first_name as by
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
    db.rows<EndedRow>(sql`select ${columns}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('iban_frozen', reader, after)} join bank_accounts b on b.id = w.fact_id left join users u on u.id = w.user_id
      where ${ofShop(reader)} and b.requested_by <> ${reader.userId}`),
}
