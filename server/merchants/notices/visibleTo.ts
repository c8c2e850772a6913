import { sql, type Sql } from '../../platform/database/sql.ts'

/**
 * Whether a notice (an alias) may be shown to a person (their id); `sandboxOnly`: whether that person is sandbox-only, who gets only notices of
 * test mode, and personal ones that concern no shop.
 */
export const visibleTo = (notice: Sql, person: Sql, sandboxOnly: Sql): Sql =>
  sql`(not ${sandboxOnly} or ${notice}.mode = 'sandbox' or (${notice}.merchant_id is null and ${notice}.user_id = ${person}))`
