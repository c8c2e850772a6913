import type { Connection } from './database.ts'
import type { Scope } from './scope.ts'
import { sql } from './sql.ts'

const setScope = (scope: Scope | null) =>
  sql`select set_config('app.merchant_id', ${scope?.merchantId ?? ''}, true), set_config('app.mode', ${scope?.mode ?? ''}, true)`

/** Work on one shop's rows within a transaction that began without a shop, and goes on without one afterwards. */
export async function inScope<T>(db: Connection, scope: Scope, work: () => Promise<T>): Promise<T> {
  db.send(setScope(scope))
  const result = await work()
  db.send(setScope(null))
  return result
}
