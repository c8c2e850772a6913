import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'

/**
 * Says that something has changed which a till shows: its version grows, and whoever waits for it hears so at commit. Without waiting; nothing
 * happens to an operation that has no checkout. The operation's row must be locked before.
 */
export function touchCheckout(db: Connection, scope: Scope, operationId: string): void {
  db.send(sql`with told as (update checkouts c set version = c.version + 1
      where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${operationId} returning c.id)
    select pg_notify('checkout', told.id::text) from told`)
}
