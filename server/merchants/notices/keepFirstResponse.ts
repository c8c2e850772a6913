import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** Keeps, for good, when a shop's server first answered a callback or a webhook: the logs are pruned. Without waiting. */
export function keepFirstResponse(db: Connection, { merchantId, mode }: Scope, at: Date): void {
  db.send(
    sql`insert into shop_first_responses (merchant_id, mode, at) values (${merchantId}, ${mode}, ${at}) on conflict (merchant_id, mode) do nothing`,
  )
}
