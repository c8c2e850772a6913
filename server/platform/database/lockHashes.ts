import type { Connection } from './database.ts'
import { sql } from './sql.ts'

/**
 * Takes the advisory locks that hashes of at least eight bytes name, until the transaction ends; does not wait for the answer. In one order on every server,
 * whichever secret is its first.
 */
export function lockHashes(db: Connection, hashes: readonly Buffer[]): void {
  for (const lock of hashes.map((hash) => hash.readBigInt64BE(0)).toSorted((a, b) => (a < b ? -1 : 1)))
    db.send(sql`select pg_advisory_xact_lock(${lock}::bigint)`)
}
