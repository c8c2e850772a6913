import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import type { House } from '../http/call.ts'

/**
 * Lets go of what is held on the cards of operations that ended before any money moved. Asked of the provider outside any transaction, noted
 * afterwards: if this breaks off in between it is asked again, which does nothing further.
 */
export async function releaseHolds(house: House, scope: Scope, operationIds: readonly string[]): Promise<void> {
  const held = await house.database.read(scope, (db) =>
    db.rows<{ id: string; provider_reference: string }>(sql`select c.id, c.provider_reference from charges c
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
      where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = any(${operationIds}::uuid[]) and c.instalment is null
        and c.state = 'authorised' and c.provider_reference is not null and o.category in ('stopped', 'rejected')`),
  )
  if (held.length === 0) return
  for (const { provider_reference: reference } of held) await house.payments.cards.release(reference)
  await house.database.write(scope, (db) =>
    db.run(sql`update charges c set state = 'released' where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode}
      and c.id = any(${held.map(({ id }) => id)}::uuid[]) and c.state = 'authorised'`),
  )
}
