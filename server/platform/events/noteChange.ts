import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { sql, type Sql } from '../database/sql.ts'

/** What of a shop is listed by its last change. */
export type ChangedKind = 'operation' | 'settlement' | 'refund' | 'credit' | 'claim'

/** SQL: that these objects of a shop were changed, for the lists of the provider's own systems. `ids`: a query with a column `id`. */
export const noteChanges = (kind: ChangedKind, { merchantId, mode }: Scope, ids: Sql): Sql =>
  sql`insert into provider_changes (kind, id, merchant_id, mode) select ${kind}, n.id, ${merchantId}, ${mode} from (${ids}) n
    on conflict (kind, id) do update set changed_at = excluded.changed_at, changed_in = excluded.changed_in`

/** Notes, without waiting, that one of them was changed. */
export const noteChange = (db: Connection, kind: ChangedKind, scope: Scope, id: string): void =>
  db.send(noteChanges(kind, scope, sql`select ${id}::uuid as id`))
