import { sql } from '../../platform/database/sql.ts'
import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { operationIdOf } from './operationText.ts'

/** What was bought. An operation without a cart shows an empty one: its amount is still known. */
export const operationCart: Handler<'operationCart'> = async ({ db, scope, params }) => {
  const row = await db.first<{ json: string }>(sql`
    select json_build_object('articles', coalesce(c.articles, '[]'), 'shipping', c.shipping, 'total_amount', o.total_cents, 'difference_amount', s.difference_cents, 'refunded_amount', o.refunded_cents)::text as json
    from operations o left join carts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
      left join shop_orders s on s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationIdOf(params.operationId)}`)
  if (!row) throw notFound(params.operationId)
  return rawJson(row.json)
}
