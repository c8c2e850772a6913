import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { sql, type Sql } from '../database/sql.ts'

/** What of a shop is listed by its last change. */
export type ChangedKind = 'operation' | 'settlement' | 'refund' | 'credit' | 'claim'

/**
 * SQL: that these objects of a shop were changed, for the lists of the provider's own systems. `ids`: a query with a column `id`. What changes
 * operations one by one appends to `operation_changes` instead.
 */
export const noteChanges = (kind: ChangedKind, { merchantId, mode }: Scope, ids: Sql): Sql =>
  sql`insert into provider_changes (kind, id, merchant_id, mode) select ${kind}, n.id, ${merchantId}, ${mode} from (${ids}) n order by n.id
    on conflict (kind, id) do update set changed_at = excluded.changed_at, changed_in = excluded.changed_in`

/** The last of some changes, a relation like `operation_changes`, of each operation. */
export const lastChanges = (changes: Sql): Sql =>
  sql`select distinct on (e.operation_id) e.operation_id as id, e.merchant_id, e.mode, e.substatus, e.changed_at, e.changed_in from ${changes} e
    where e.operation_id is not null order by e.operation_id, e.id desc`

/** The named query that notes changes of operations, a relation, in the provider's list. */
export const addChangesQuery = (changes: Sql): Sql => sql`changes_added as (
    insert into provider_changes as c (kind, id, merchant_id, mode, changed_at, changed_in)
    select 'operation', n.id, n.merchant_id, n.mode, n.changed_at, n.changed_in from (${lastChanges(changes)}) n
    on conflict (kind, id) do update set changed_at = excluded.changed_at, changed_in = excluded.changed_in where c.changed_in < excluded.changed_in
  )`

/** Notes, without waiting, that one of them was changed. */
export const noteChange = (db: Connection, kind: ChangedKind, scope: Scope, id: string): void =>
  db.send(noteChanges(kind, scope, sql`select ${id}::uuid as id`))

/** The named query that notes that a refund was changed, for the statement that writes it. */
export const refundNotedQuery = (scope: Scope, refundId: string): Sql =>
  sql`refund_noted as (${noteChanges('refund', scope, sql`select ${refundId}::uuid as id`)})`
