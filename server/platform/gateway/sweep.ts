import { sql } from '../database/sql.ts'
import type { Services } from '../calls/call.ts'

/** Rows of a table per run, so that no sweep holds locks for long. */
const batchSize = 5_000

/**
 * Deletes expired rows: stored answers of idempotency keys after 30 days, a bank's spare amount when the consent expires and the consent a week later,
 * failed sign-ins and sent SMS after a day, sent messages of the outbox after a week and given up ones after 90 days, notifications of the card provider
 * after 90 days and records of the simulated one after 400, identity checks after 400 days and those of the simulated partner after a week, expired links, e-mail changes and sessions after 30 days, passkey challenges and
 * continuations when they expire, known devices, access requests, requests for a second person and closed entries of the queue of decisions after 400
 * days (the audit trail keeps what happened). Returns the number of rows.
 */
export async function sweep({ database, now }: Services): Promise<number> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000)
  const queries = [
    sql`delete from idempotency_keys where ctid = any(array(select ctid from idempotency_keys where created_at < ${daysAgo(30)} limit ${batchSize}))`,
    sql`delete from sign_in_failures where ctid = any(array(select ctid from sign_in_failures where last_failed_at < ${daysAgo(1)}
      and (locked_until is null or locked_until < ${now()}) limit ${batchSize}))`,
    sql`delete from sms_sends where ctid = any(array(select ctid from sms_sends where sent_at < ${daysAgo(1)} limit ${batchSize}))`,
    sql`delete from outbox where ctid = any(array(select ctid from outbox where state in ('sent', 'withheld') and done_at < ${daysAgo(7)} limit ${batchSize}))`,
    sql`delete from outbox where ctid = any(array(select ctid from outbox where state = 'dead' and done_at < ${daysAgo(90)} limit ${batchSize}))`,
    sql`delete from one_time_links where ctid = any(array(select ctid from one_time_links where expires_at < ${daysAgo(30)} limit ${batchSize}))`,
    sql`delete from sign_ups where ctid = any(array(select ctid from sign_ups where expires_at < ${daysAgo(30)} limit ${batchSize}))`,
    sql`delete from passkey_answers where ctid = any(array(select ctid from passkey_answers where expires_at < ${now()} limit ${batchSize}))`,
    sql`delete from continuations where ctid = any(array(select ctid from continuations where expires_at < ${now()} limit ${batchSize}))`,
    sql`delete from email_changes where ctid = any(array(select ctid from email_changes where expires_at < ${daysAgo(30)} limit ${batchSize}))`,
    sql`delete from known_devices where ctid = any(array(select ctid from known_devices where last_used_at < ${daysAgo(400)} limit ${batchSize}))`,
    sql`delete from access_requests where ctid = any(array(select ctid from access_requests where expires_at < ${daysAgo(400)} limit ${batchSize}))`,
    sql`update bank_consents set spare_cents = null where ctid = any(array(select ctid from bank_consents where spare_cents is not null and expires_at < ${now()} limit ${batchSize}))`,
    sql`delete from bank_consents where ctid = any(array(select ctid from bank_consents where expires_at < ${daysAgo(7)} limit ${batchSize}))`,
    sql`delete from partner_notifications where ctid = any(array(select ctid from partner_notifications where received_at < ${daysAgo(90)} limit ${batchSize}))`,
    sql`delete from simulated_card_records where ctid = any(array(select ctid from simulated_card_records where created_at < ${daysAgo(400)} limit ${batchSize}))`,
    sql`delete from identity_checks where ctid = any(array(select ctid from identity_checks where created_at < ${daysAgo(400)} limit ${batchSize}))`,
    sql`delete from simulated_checks where ctid = any(array(select ctid from simulated_checks where created_at < ${daysAgo(7)} limit ${batchSize}))`,
    sql`delete from staff_sessions where ctid = any(array(select ctid from staff_sessions where expires_at < ${daysAgo(30)} limit ${batchSize}))`,
    sql`delete from staff_links where ctid = any(array(select ctid from staff_links where expires_at < ${daysAgo(30)} limit ${batchSize}))`,
    sql`delete from staff_confirmations where ctid = any(array(select ctid from staff_confirmations where expires_at < ${daysAgo(400)} limit ${batchSize}))`,
    sql`delete from manual_decisions where ctid = any(array(select ctid from manual_decisions where closed_at < ${daysAgo(400)} limit ${batchSize}))`,
    sql`delete from staff_views where ctid = any(array(select ctid from staff_views where ends_at < ${daysAgo(30)} limit ${batchSize}))`,
    sql`delete from sessions where ctid = any(array(select ctid from sessions where expires_at < ${daysAgo(30)} limit ${batchSize}))`,
  ]
  let deleted = 0
  for (const query of queries) deleted += await database.write(null, (db) => db.run(query))
  return deleted
}
