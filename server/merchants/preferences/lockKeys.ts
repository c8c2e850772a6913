import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** Lets changes of a shop's keys go one after the other until the transaction ends; sent ahead of what is read next. */
export function lockKeys(db: Connection, { merchantId, mode }: Scope): void {
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`api_keys/${merchantId}/${mode}`}, 0))`)
}
