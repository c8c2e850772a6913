import { sql, type Sql } from '../database/sql.ts'

/** SQL that is true when the person of an id cannot enter the account any more: disabled, removed, or temporary and over. */
export const isGone = (userId: Sql, now: Date): Sql =>
  sql`exists (select from users g where g.id = ${userId} and (g.disabled_at is not null or g.access_until <= ${now}))`
