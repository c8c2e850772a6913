import { type Sql, sql } from '../../platform/database/sql.ts'

/**
 * Whether the shop of a merchant of alias `m` is not paid for now: its account is changing, the change was asked for from a new device and
 * cools off (docs/domain.md#bank-accounts).
 */
export const paymentsPaused: Sql = sql`exists (select from bank_accounts c where c.merchant_id = m.id and c.state = 'cooling' and c.new_device)`
