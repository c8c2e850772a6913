import type { Connection } from '../database/database.ts'
import { type Mode, mintScope, type Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'

/**
 * Enters a shop for the rest of the transaction of a write of the console: its rows are seen from here on, those of other shops are not. A read uses
 * `services.database.read` with a scope of its own.
 */
export function enterShop(db: Connection, merchantId: string, mode: Mode): Scope {
  db.send(sql`select set_config('app.merchant_id', ${merchantId}, true), set_config('app.mode', ${mode}, true)`)
  return mintScope(merchantId, mode)
}
