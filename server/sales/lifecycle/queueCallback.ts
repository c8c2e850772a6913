import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** A query (for a `with` list) that queues the callbacks of these operations, for shops that asked for them: their state has changed. */
export const queueCallback = (
  scope: Scope,
  operationIds: readonly string[],
): Sql => sql`insert into callback_queue as d (merchant_id, mode, operation_id, due_at)
    select c.merchant_id, c.mode, c.operation_id, '-infinity' from callbacks c
    where ${inScope(scope, 'c')} and c.operation_id = any(${[...operationIds]}::uuid[])
    on conflict (merchant_id, mode, operation_id) do update set due_at = excluded.due_at, version = d.version + 1`
