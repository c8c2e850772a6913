import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { insertIntoOutbox } from '../../platform/outbox/enqueue.ts'

/** A query (for a `with` list) that queues the callbacks of these operations, for shops that asked for them: their state has changed. */
export const queueCallback = (scope: Scope, operationIds: readonly string[]): Sql =>
  insertIntoOutbox('order_callback', {
    subject: sql`c.operation_id`,
    payload: sql`jsonb_build_object('operationId', c.operation_id)`,
    about: scope,
    at: null,
    from: sql`from callbacks c where ${inScope(scope, 'c')} and c.operation_id = any(${[...operationIds]}::uuid[])`,
  })
