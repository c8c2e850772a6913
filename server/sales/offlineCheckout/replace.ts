import { categoryOf, type Substatus } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { readStanding } from '../operation/standing.ts'
import { stopOperation } from '../operation/stopOperation.ts'
import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'

/** A checkout whose place a new one takes. */
export type Replaced = { checkoutId: string; operationId: string }

/** Refuses with ObjectNotFoundException, and with DuplicatedOrder when that sale has gone through already. */
export async function findReplaced(db: Connection, scope: Scope, hex: string): Promise<Replaced> {
  const checkoutId = uuidOf(hex)
  const row =
    checkoutId &&
    (await db.first<{ operation_id: string; substatus: Substatus }>(sql`select c.operation_id, o.substatus from checkouts c
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId}`))
  if (!row || !checkoutId) throw notFound(hex)
  assertNotSold(row.substatus)
  return { checkoutId, operationId: row.operation_id }
}

/** What was approved is sold: a second link would sell it again. */
function assertNotSold(substatus: Substatus): void {
  if (substatus === 'pending_merchant' || categoryOf(substatus) === 'accepted') throw new Refusal('DuplicatedOrder', { why: 'sold' })
}

/** Ends the earlier checkout (T10) if it has not ended, and lets its link lead nowhere but to that it was replaced. */
export async function replace(call: Call<'checkoutOfflineCreate'>, { checkoutId, operationId }: Replaced, by: string): Promise<void> {
  const { db, scope, caller, services, now } = call
  const standing = await readStanding(db, scope, operationId, true)
  assertNotSold(standing.facts.substatus)
  if (standing.facts.substatus === 'pending_customer') {
    await releaseFirstPayment(db, scope, services.payments.cards, operationId)
    await stopOperation(db, scope, { standing, event: 'offline_cancelled', by: { actor: 'merchant', userId: caller.userId }, now })
  } else touchCheckout(db, scope, operationId)
  db.send(
    sql`update checkouts c set replaced_by = ${by} where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId}`,
  )
  db.send(sql`update checkout_doors d set generation = d.generation + 1 where d.checkout_id = ${checkoutId}`)
}
