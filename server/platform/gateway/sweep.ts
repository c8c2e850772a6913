import { sql } from '../database/sql.ts'
import type { Services } from '../calls/call.ts'

/** At most this many rows of a table at a time, so that no sweep holds locks for long. */
const most = 5_000

/**
 * Removes what has had its time: first answers after 30 days, what a bank told when its day is over and that it was asked a week later, counted sign-in tries and text messages after a day, used or expired links,
 * changes of e-mail and ended sessions after 30 days, answered challenges and pages to go on with when they are over, devices and rights that were asked
 * for after 400 days (the audit trail keeps what happened). Returns how many rows went.
 */
export async function sweep({ database, now }: Services): Promise<number> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000)
  const queries = [
    sql`delete from idempotency_keys where ctid = any(array(select ctid from idempotency_keys where created_at < ${daysAgo(30)} limit ${most}))`,
    sql`delete from sign_in_failures where ctid = any(array(select ctid from sign_in_failures where last_failed_at < ${daysAgo(1)}
      and (locked_until is null or locked_until < ${now()}) limit ${most}))`,
    sql`delete from sms_sends where ctid = any(array(select ctid from sms_sends where sent_at < ${daysAgo(1)} limit ${most}))`,
    sql`delete from one_time_links where ctid = any(array(select ctid from one_time_links where expires_at < ${daysAgo(30)} limit ${most}))`,
    sql`delete from passkey_answers where ctid = any(array(select ctid from passkey_answers where expires_at < ${now()} limit ${most}))`,
    sql`delete from continuations where ctid = any(array(select ctid from continuations where expires_at < ${now()} limit ${most}))`,
    sql`delete from email_changes where ctid = any(array(select ctid from email_changes where expires_at < ${daysAgo(30)} limit ${most}))`,
    sql`delete from known_devices where ctid = any(array(select ctid from known_devices where last_used_at < ${daysAgo(400)} limit ${most}))`,
    sql`delete from access_requests where ctid = any(array(select ctid from access_requests where expires_at < ${daysAgo(400)} limit ${most}))`,
    sql`update bank_consents set spare_cents = null where ctid = any(array(select ctid from bank_consents where spare_cents is not null and expires_at < ${now()} limit ${most}))`,
    sql`delete from bank_consents where ctid = any(array(select ctid from bank_consents where expires_at < ${daysAgo(7)} limit ${most}))`,
    sql`delete from work_digests where ctid = any(array(select ctid from work_digests where day < ${daysAgo(30)}::date limit ${most}))`,
    sql`delete from sessions where ctid = any(array(select ctid from sessions where expires_at < ${daysAgo(30)} limit ${most}))`,
  ]
  let gone = 0
  for (const query of queries) gone += await database.write(null, (db) => db.run(query))
  return gone
}
