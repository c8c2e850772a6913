import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/**
 * Named queries (for a `with` list) that write the deadlines `due` of the rows in the query `changed`, and remove those of `kinds` that they no longer have.
 * `due`: a query for `(merchant_id, mode, object_id, kind, due_at)`.
 */
export const deadlineQueries = (scope: Scope, kinds: readonly string[], due: Sql): Sql => sql`due as materialized (${due}), over as (
    delete from deadlines d using changed o where ${inScope(scope, 'd')} and d.object_id = o.id
      and d.kind = any(${[...kinds]}::text[]) and not exists (select from due n where n.object_id = d.object_id and n.kind = d.kind)
  ), timed as (
    insert into deadlines as d (merchant_id, mode, object_id, kind, due_at) select n.merchant_id, n.mode, n.object_id, n.kind, n.due_at from due n
    on conflict (merchant_id, mode, object_id, kind) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at
  )`
