import type { Connection } from './database.ts'
import type { Scope } from './scope.ts'
import { sql } from './sql.ts'

const setScope = (merchantId: string, mode: string) =>
  sql`select set_config('app.merchant_id', ${merchantId}, true), set_config('app.mode', ${mode}, true)`

/**
 * Runs a part of a transaction that has no scope in a merchant's scope. After an error the transaction must be rolled back, at least to a savepoint
 * before this part, which ends the scope too.
 */
export async function inScope<T>(db: Connection, { merchantId, mode }: Scope, work: () => Promise<T>): Promise<T> {
  db.send(setScope(merchantId, mode))
  const result = await work()
  // What is checked at commit, such as the balance of a journal, is checked now: without the scope its rows could not be read.
  db.send(sql`set constraints all immediate`)
  db.send(sql`set constraints all deferred`)
  db.send(setScope('', ''))
  return result
}
