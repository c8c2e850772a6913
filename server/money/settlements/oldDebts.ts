import type { LocalDate } from '#domain/platform/dates'
import { debtClaimDay } from '#domain/money/debt'
import type { Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { readDebt, type Debt } from '../ledger/readDebt.ts'

/** A debt that has lasted until it is claimed. */
export type OldDebt = Debt & { merchantId: string; shop: string }

/** Shops of real money whose debt is claimed on a day, the oldest debt first. For the provider's operator: each shop is read behind its own wall. */
export async function oldDebts(database: Database, today: LocalDate): Promise<OldDebt[]> {
  const shops = await database.read(null, (db) =>
    db.rows<{ id: string; name: string }>(
      sql`select m.id, m.name from settlement_turns t join merchants m on m.id = t.merchant_id where t.mode = 'live' order by m.id`,
    ),
  )
  const found: OldDebt[] = []
  for (const { id: merchantId, name: shop } of shops) {
    const scope = mintScope(merchantId, 'live')
    const debt = await database.read(scope, (db) => readDebt(db, scope))
    if (debt && debtClaimDay(debt.since) <= today) found.push({ ...debt, merchantId, shop })
  }
  return found.toSorted((one, other) => (one.since < other.since ? -1 : one.since > other.since ? 1 : 0))
}
