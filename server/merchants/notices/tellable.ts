import { sql, type Sql } from '../../platform/database/sql.ts'

/**
 * Whether a notice (an alias) may be told to a person (their id), of whom `limited` says whether their seat is of test mode alone: then
 * only what happened in test mode, and what is of no shop and theirs alone.
 */
export const tellable = (notice: Sql, person: Sql, limited: Sql): Sql =>
  sql`(not ${limited} or ${notice}.mode = 'sandbox' or (${notice}.merchant_id is null and ${notice}.user_id = ${person}))`
