import { sql, type Sql } from './sql.ts'

/** SQL condition: member `u` may enter a merchant of their account. */
export const entersShop = (merchantId: Sql): Sql => sql`(u.limited_to = '{}' or ${merchantId} = any(u.limited_to))`
