import type { LocalDate } from '#domain/platform/dates'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { SettlingHouse } from './settle.ts'
import { settleShop } from './settleShop.ts'

/** Makes all settlements of one shop and mode up to a value date, each once. */
export async function settleUpTo(house: SettlingHouse, scope: Scope, until: LocalDate): Promise<void> {
  await house.database.write(null, (db) =>
    db.run(
      sql`insert into settlement_turns (merchant_id, mode, settled_until) values (${scope.merchantId}, ${scope.mode}, '-infinity') on conflict do nothing`,
    ),
  )
  while ((await settleShop(house, scope, until)) !== null);
}
