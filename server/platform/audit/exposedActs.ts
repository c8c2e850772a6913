import { sql, type Sql } from '../database/sql.ts'

/**
 * The span of a frozen change of account `b`, as a row `found (since, until)` to join laterally: from the beginning of the session that asked for it to that
 * session's end; null: it goes on.
 */
export const exposedSpan = (b: Sql, now: Date): Sql =>
  sql`(select coalesce(max(s.created_at), ${b}.created_at) as since,
    max(coalesce(s.ended_at, case when s.expires_at < ${now} then s.expires_at end)) as until from sessions s where s.id = ${b}.session_id) found`

/**
 * Which lines `a` of the trail tell what whoever asked for that change did in that span: one condition, so that the inbox counts what the
 * page shows. What a browser does by itself is nothing that somebody did.
 */
export const exposedActs = (b: Sql, now: Date): Sql =>
  sql`a.account_id = ${b}.account_id and a.user_id = ${b}.requested_by and a.outcome = 'done' and a.at between found.since and coalesce(found.until, ${now})
    and a.call <> all('{sessionActivity,notificationRead,sessionRefresh,requestOutcome}'::text[])`
