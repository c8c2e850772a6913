import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** A query that increments the versions of the checkouts of these operations, after a change that a till displays, and returns their ids. */
export const checkoutVersions = (scope: Scope, operationIds: readonly string[]): Sql => sql`update checkouts c set version = c.version + 1
    where ${inScope(scope, 'c')} and c.operation_id = any(${[...operationIds]}::uuid[]) returning c.id`

/**
 * Increments the checkout's version after a change that a till displays; long-polling clients are notified at commit. Without waiting; does nothing for an
 * operation without a checkout. The operation's row must be locked before. `besides`: a write of the same change, in the same statement.
 */
export function touchCheckout(db: Connection, scope: Scope, operationId: string, besides?: Sql): void {
  const other = besides === undefined ? sql`` : sql`besides as (${besides}), `
  db.send(sql`with ${other}touched as (${checkoutVersions(scope, [operationId])}) select pg_notify('checkout', t.id::text) from touched t`)
}
