import { sql, type Sql } from '../../platform/database/sql.ts'

/** SQL condition: user `u` is another person than this one: somebody who signs in, or who was invited to one of this person's accounts. */
export const isSomebodyElse = (userId: string): Sql => sql`u.id <> ${userId} and u.closed_at is null and (u.password_hash is not null
  or exists (select from memberships o join memberships mine on mine.account_id = o.account_id where o.user_id = u.id and mine.user_id = ${userId}))`
