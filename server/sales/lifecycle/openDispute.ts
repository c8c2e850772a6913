import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** Whether a customer's bank holds money of an operation that it has not decided on (docs/domain.md#card-disputes): its plan is not collected meanwhile. */
export const hasOpenDispute = async (db: Connection, scope: Scope, operationId: string): Promise<boolean> =>
  (await db.first(sql`select from card_disputes d where ${inScope(scope, 'd')} and d.operation_id = ${operationId}
    and d.state in ('needs_response', 'under_review') limit 1`)) !== undefined

/** SQL: whether the shop has not answered a dispute `d`, and still can. */
export const isToAnswer = (now: Date): Sql => sql`d.state in ('inquiry', 'needs_response') and d.answer is null and d.submitted_at is null
    and d.evidence_due_at > ${now}`
