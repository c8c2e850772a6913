import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'

/** An amount held on a card, by its row in `charges` and the provider's reference. */
export type Hold = { id: string; reference: string }

/** What is still held on the cards of those operations that ended before any money moved. */
export async function readHolds(db: Connection, scope: Scope, operationIds: readonly string[]): Promise<Hold[]> {
  return db.rows<Hold>(sql`select c.id, c.provider_reference as reference from charges c
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = any(${operationIds}::uuid[]) and coalesce(c.instalment, 0) = 0
      and c.state = 'authorised' and c.provider_reference is not null and exists (select from operations o
        where o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id and o.category in ('stopped', 'rejected'))`)
}

/**
 * Lets go of what is held. Asked of the provider outside any transaction, noted afterwards: if this breaks off in between it is asked again,
 * which does nothing further.
 */
export async function releaseHolds(services: Services, scope: Scope, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return
  for (const { reference } of holds) await services.payments.cards.release(reference)
  await services.database.write(scope, (db) =>
    db.run(sql`update charges c set state = 'released' where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode}
      and c.id = any(${holds.map(({ id }) => id)}::uuid[]) and c.state = 'authorised'`),
  )
}
