import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Gives a shop another turn today: settlements that a pause kept back are paid in the next run. One that is being settled right now has its turn anyway. */
export async function releasePayments(db: Connection, merchantId: string): Promise<void> {
  await db.run(sql`update settlement_turns t set settled_until = '-infinity' where (t.merchant_id, t.mode) in
    (select merchant_id, mode from settlement_turns where merchant_id = ${merchantId} and mode = 'live' for update skip locked)`)
}
