import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** An amount held on a card: its row in `charges` and the provider's reference. */
type CardHold = { id: string; reference: string }

/** The remaining card holds of operations that ended before any money moved. */
export async function readCardHolds(db: Connection, scope: Scope, operationIds: readonly string[]): Promise<CardHold[]> {
  return db.rows<CardHold>(sql`select c.id, c.provider_reference as reference from charges c
    where ${inScope(scope, 'c')} and c.operation_id = any(${operationIds}::uuid[]) and coalesce(c.instalment, 0) = 0
      and c.state = 'authorised' and c.provider_reference is not null and exists (select from operations o
        where o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id and o.category in ('stopped', 'rejected'))`)
}

/**
 * Releases holds. The provider is called outside any transaction and the release is recorded afterwards: after an interruption the call is repeated, which
 * has no further effect.
 */
export async function releaseCardHolds(services: Services, scope: Scope, holds: readonly CardHold[]): Promise<void> {
  if (holds.length === 0) return
  for (const { reference } of holds) await services.payments.cards.release({ reference, mode: scope.mode })
  await services.database.write(scope, (db) =>
    db.run(sql`update charges c set state = 'released', waits_for = null where ${inScope(scope, 'c')}
      and c.id = any(${holds.map(({ id }) => id)}::uuid[]) and c.state = 'authorised'`),
  )
}
