import { sql, type Sql } from '../database/sql.ts'

/**
 * The span of a frozen change of bank account `b`, as a row `found (since, until)` for a lateral join: from the start of the session that requested it to
 * that session's end; null: it is still open.
 */
export const exposedSpan = (b: Sql, now: Date): Sql =>
  sql`(select coalesce(max(s.created_at), ${b}.created_at) as since,
    max(coalesce(s.ended_at, case when s.expires_at < ${now} then s.expires_at end)) as until from sessions s where s.id = ${b}.session_id) found`

/**
 * SQL condition: audit entry `a` is an action of the requester of that change in that span. One condition, so that the inbox counts what the page
 * shows. Background calls of the browser do not count.
 */
export const exposedActs = (b: Sql, now: Date): Sql =>
  sql`a.account_id = ${b}.account_id and a.user_id = ${b}.requested_by and a.outcome = 'done' and a.at between found.since and coalesce(found.until, ${now})
    and a.call <> all('{sessionActivity,notificationRead,sessionRefresh,requestOutcome}'::text[])`
