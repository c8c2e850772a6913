import { sql } from '../../platform/database/sql.ts'
import { rawJson } from '../../platform/calls/call.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { toSnake } from '../../platform/calls/wire.ts'
import { readStanding } from '../operation/standing.ts'
import { findOperation } from '../operation/findOperation.ts'
import { readMoney } from './readMoney.ts'
import { readOrders } from './readOrders.ts'

type Article = { id?: string; name: string; quantity: number; price: number; tax_rate: number; discount: number; total: number }
type CartRow = { articles: Article[]; shipping: Record<string, unknown> | null; billing: Record<string, unknown> | null }

/** A whole operation: with its cart and all that happened to its money. */
export const operationView: ShopHandler<'operationView'> = async ({ params, db, scope, now }) => {
  const operationId = await findOperation(db, scope, params.ref)
  const { facts } = await readStanding(db, scope, operationId, false)
  const [orders, money, cart] = await Promise.all([
    readOrders(db, scope, now, sql`o.id = ${operationId}`, sql``),
    readMoney(db, scope, operationId, facts),
    db.first<CartRow>(sql`select coalesce(c.articles, '[]') as articles, coalesce(s.shipping, c.shipping) as shipping, s.billing from operations o
      left join carts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
      left join shop_orders s on s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id
      where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationId}`),
  ])
  const articles = (cart?.articles ?? []).map(({ id, name, quantity, price, tax_rate, discount, total }) => ({
    id: id ?? null,
    name,
    quantity,
    price,
    tax_rate,
    discount,
    total,
  }))
  const { billing = null, shipping = null } = cart ?? {}
  return rawJson(
    JSON.stringify({ ...orders[0], articles, billing: toSnake(billing), shipping: toSnake(shipping), ...(toSnake(money) as object) }),
  )
}
