import type { LocalDate } from '#domain/platform/dates'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { SettlingServices } from './settle.ts'
import { settleShop } from './settleShop.ts'

/** Makes all settlements of one shop and mode up to a value date, each once. */
export async function settleUpTo(services: SettlingServices, scope: Scope, until: LocalDate): Promise<void> {
  await services.database.write(null, (db) =>
    db.run(
      sql`insert into settlement_turns (merchant_id, mode, settled_until) values (${scope.merchantId}, ${scope.mode}, '-infinity') on conflict do nothing`,
    ),
  )
  while ((await settleShop(services, scope, until)) !== null);
}
