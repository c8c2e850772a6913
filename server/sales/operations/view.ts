import { type Handler, rawJson } from '../../platform/calls/call.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { operationQuery } from './operationJson.ts'

/** The whole operation as wire JSON, at an instant of the shop's clock. Refuses with ObjectNotFoundException. */
export async function operationText(db: Connection, scope: Scope, operationHex: string, now: Date): Promise<string> {
  const row = await db.first<{ json: string }>(operationQuery(scope, idFrom(operationHex), now))
  if (!row) throw notFound(operationHex)
  return row.json
}

/** The fields that a verb reads from the operation it answers with: names as on the wire. */
type Answered = {
  substatus: string
  captured_amount: number
  refunded_amount: number
  remaining_amount: number
  captures: { id: string }[]
  refunds: { id: string; amount: number; state: string }[]
}

/** As {@link operationText}, and parsed: for answers that add to the operation and pass its text on. */
export async function operationAnswer(
  db: Connection,
  scope: Scope,
  operationHex: string,
  now: Date,
): Promise<{ json: string; operation: Answered }> {
  const json = await operationText(db, scope, operationHex, now)
  // Produced by our own statement, whose shape the contract check verifies outside production.
  return { json, operation: JSON.parse(json) as Answered }
}

/** One operation with its plan, captures, refunds, settlement lines and history, in one statement. */
export const operationDetail: Handler<'operationDetail'> = async ({ db, scope, params, now }) =>
  rawJson(await operationText(db, scope, params.operationId, now))

/** The cart. An operation without a cart shows an empty one with its amount. */
export const operationCart: Handler<'operationCart'> = async ({ db, scope, params }) => {
  const row = await db.first<{ json: string }>(sql`
    select json_build_object('articles', coalesce(c.articles, '[]'), 'shipping', c.shipping, 'total_amount', o.total_cents, 'difference_amount', s.difference_cents, 'refunded_amount', o.refunded_cents)::text as json
    from operations o left join carts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
      left join shop_orders s on s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id
    where ${inScope(scope, 'o')} and o.id = ${idFrom(params.operationId)}`)
  if (!row) throw notFound(params.operationId)
  return rawJson(row.json)
}
