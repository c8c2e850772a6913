import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Holds a shop's debt: no settlement takes from it in between, and nobody else looks at it. Before any debit or mandate is touched, so that nobody waits
 * in a ring.
 */
export async function lockDebt(db: Connection, scope: Scope): Promise<void> {
  await db.run(sql`select from settlement_turns t where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} for update`)
  await lockDebits(db, scope)
}

/** Holds a shop's mandate and debits alone, for whoever does not look at what is owed. */
export async function lockDebits(db: Connection, { merchantId }: Scope): Promise<void> {
  await db.run(sql`select from debit_turns t where t.merchant_id = ${merchantId} for update`)
}
