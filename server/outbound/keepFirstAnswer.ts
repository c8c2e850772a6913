import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql, type Sql } from '../db/sql.ts'

/** Keeps when a shop's server first answered, before the log that says so is swept. `first`: a query of that one instant or null. Without waiting. */
export function keepFirstAnswer(db: Connection, { merchantId, mode }: Scope, first: Sql): void {
  db.send(sql`insert into shop_first_answers as f (merchant_id, mode, at) select ${merchantId}, ${mode}, s.at from (${first}) s (at) where s.at is not null
    on conflict (merchant_id, mode) do update set at = least(f.at, excluded.at)`)
}
