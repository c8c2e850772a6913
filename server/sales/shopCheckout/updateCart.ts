import type { ChangedCart } from '#contract/sales/shopsApi/shopOrders'
import { basisPoints, percentOf, sum, cents } from '#domain/platform/money'
import { parseCents, parseRate } from '#domain/sales/shopsApi/shopCart'
import { inScope, sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { toSnake } from '../../platform/calls/wire.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { findOperation } from '../lifecycle/findOperation.ts'
import { lockBooks } from '../lifecycle/books.ts'
import { readArticles, readShipping } from './readOrder.ts'

type CartRow = {
  articles: { total: number }[]
  shipping: { total: number } | null
  tax_rate: number
  discount: bigint
  discount_rate: number
}
type Call = Pick<ShopVerbCall<'operationUpdateCart'>, 'db' | 'scope' | 'now' | 'audit' | 'key'>

/** Changes the given parts of an order's cart. */
export const operationUpdateCart: ShopHandler<'operationUpdateCart'> = async (call) => {
  await change(call, call.params.ref, call.body.order)
  return undefined
}

/** Replaces an order's cart. */
export const operationReplaceCart: ShopHandler<'operationReplaceCart'> = async (call) => {
  await change(call, call.params.ref, call.body.order)
  return undefined
}

/** Cart and shipping only, recorded in the history. Refuses with ApiValidationException a different total: money is refunded or voided, not rewritten. */
async function change({ db, scope, now, audit, key }: Call, ref: string, changes: ChangedCart['order']): Promise<void> {
  const books = await lockBooks(db, scope, await findOperation(db, scope, ref))
  const { totalCents } = books.facts
  if (changes.totalAmount !== undefined && Number(changes.totalAmount) !== totalCents) {
    const message = text('shopCheckout.totalAmount.moves')
    throw new Refusal('ApiValidationException', { fields: [{ name: 'order.total_amount', code: 'moves', message }] })
  }
  const row =
    await db.first<CartRow>(sql`select coalesce(k.articles, '[]') as articles, k.shipping, coalesce(s.tax_rate_bps, 0) as tax_rate,
      coalesce(s.discount_cents, 0) as discount, coalesce(s.discount_rate_bps, 0) as discount_rate
    from operations o left join carts k on k.merchant_id = o.merchant_id and k.mode = o.mode and k.operation_id = o.id
      left join shop_orders s on s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id
    where ${inScope(scope, 'o')} and o.id = ${books.id}`)
  if (!row) throw new Error(`operation ${books.id} was locked but does not exist`)
  const taxRate = changes.taxRate === undefined ? basisPoints(row.tax_rate) : parseRate(changes.taxRate)
  const articles = changes.articles ? readArticles(changes.articles, taxRate) : row.articles
  const shipping = changes.shipping ? readShipping(changes.shipping, taxRate) : row.shipping
  const saysDiscount = changes.discount !== undefined || changes.cartDiscount !== undefined
  const discountCents = saysDiscount ? sum(parseCents(changes.discount), parseCents(changes.cartDiscount)) : cents(row.discount)
  const saysRate = changes.discountRate !== undefined || changes.cartDiscountRate !== undefined
  const discountRate = basisPoints(saysRate ? parseRate(changes.discountRate) + parseRate(changes.cartDiscountRate) : row.discount_rate)
  const fullCents = cents([...articles, ...(shipping ? [shipping] : [])].reduce((all, { total }) => all + total, 0))
  const differenceCents = totalCents - Math.max(0, fullCents - discountCents - percentOf(fullCents, discountRate))
  db.send(sql`insert into carts (merchant_id, mode, operation_id, articles, shipping)
    values (${scope.merchantId}, ${scope.mode}, ${books.id}, ${JSON.stringify(toSnake(articles))}::jsonb, ${shipping && JSON.stringify(shipping)}::jsonb)
    on conflict (merchant_id, mode, operation_id) do update set articles = excluded.articles, shipping = excluded.shipping`)
  db.send(sql`insert into shop_orders (merchant_id, mode, operation_id, key_id, tax_rate_bps, discount_cents, discount_rate_bps, difference_cents, shipping)
    values (${scope.merchantId}, ${scope.mode}, ${books.id}, ${key.keyId}, ${taxRate}, ${discountCents}, ${discountRate}, ${differenceCents},
      ${changes.shipping ? JSON.stringify(toSnake(changes.shipping)) : null}::jsonb)
    on conflict (merchant_id, mode, operation_id) do update set tax_rate_bps = excluded.tax_rate_bps, discount_cents = excluded.discount_cents,
      discount_rate_bps = excluded.discount_rate_bps, difference_cents = excluded.difference_cents, shipping = coalesce(excluded.shipping, shop_orders.shipping)`)
  changeOperation(db, scope, now, {
    operationId: books.id,
    event: 'cart_changed',
    actor: 'merchant',
    userId: null,
    before: books.facts,
    after: books.facts,
    amountCents: null,
  })
  audit({ entity: 'operation', entityId: books.id, after: { articles: articles.length, differenceCents } })
}
