import { sql, type Sql } from '../database/sql.ts'

/** SQL: a user's e-mail address at an instant of the last weeks, so that whoever changes it does not get what the old address should learn. */
export const addressAt = (userId: string | null, at: Date): Sql =>
  sql`coalesce((select c.old_email from email_changes c where c.user_id = ${userId} and c.state = 'done' and c.ended_at > ${at} order by c.ended_at limit 1),
    (select u.email from users u where u.id = ${userId}))`
