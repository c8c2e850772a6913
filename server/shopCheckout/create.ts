import { sql } from '../db/sql.ts'
import { newId } from '../db/newId.ts'
import { text } from '../http/messages.ts'
import { Refusal } from '../http/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../http/shopHandler.ts'
import { hexOf } from '../http/wire.ts'
import { products, type Product } from '#domain/states'
import { shopInstantOf } from '#domain/shopOrder'
import { checkoutLink } from '../messages/checkoutLink.ts'
import { openOperation } from '../operation/openOperation.ts'
import { readCustomer } from './readCustomer.ts'
import { readOrder } from './readOrder.ts'
import { minutesOf, readReturns } from './readReturns.ts'
import { writeShopOrder } from './writeShopOrder.ts'

type Creating = ShopVerbCall<'checkoutCreate'>

/** Everything asked for, in the form in which it is kept. Refuses with ApiValidationException an address that we may not call. */
async function asked({ db, scope, body, house, now }: Creating) {
  const problem = house.outbound.addressProblem(body.merchant.notificationUrl, scope.mode)
  if (problem !== null) {
    const message = text(`shopCheckout.notificationUrl.${problem}`)
    throw new Refusal('ApiValidationException', { fields: [{ name: 'merchant.notification_url', code: problem, message }] })
  }
  const shop = await db.first<{ url: string | null }>(sql`select m.url from merchants m where m.id = ${scope.merchantId}`)
  const minutes = minutesOf(body.merchant.timeoutCheckout, { usual: 60, least: 1, most: 120 })
  return {
    order: readOrder(body),
    customer: readCustomer(body, now),
    returns: readReturns(body, shop?.url ?? ''),
    product: productOf(body.product),
    notificationUrl: body.merchant.notificationUrl,
    extraMinutes: minutesOf(body.merchant.timeoutExtra, { usual: 2_880, least: 0, most: 2_880 }),
    expiresAt: new Date(now.getTime() + minutes * 60_000),
  }
}
export type Asked = Awaited<ReturnType<typeof asked>>

function productOf(said: unknown): Product | null {
  const type = typeof said === 'object' && said !== null && 'type' in said ? said.type : null
  if (type === null) return null
  const product = products.find((one) => one === type)
  if (product === undefined) throw new Refusal('CreditNotAvailable')
  return product
}

/**
 * Begins an order that its customer pays on our page (the shops' API §5). A repetition that the duplicate rule stops is written down and refused with
 * DuplicatedOrder; an amount or a product that the shop does not offer with CreditNotAvailable.
 */
export const create: ShopHandler<'checkoutCreate'> = async (call) => {
  const { db, scope, house, now, audit } = call
  const wanted = await asked(call)
  const { order, customer, product, expiresAt } = wanted
  const { operationId, duplicateOf } = await openOperation(db, scope, {
    mid: order.mid,
    totalCents: order.totalCents,
    articles: order.articles,
    channel: 'online',
    product,
    numInstalments: null,
    customer,
    withConsent: false,
    expiresAt,
    by: { actor: 'merchant', userId: null, channel: 'api' },
    secret: house.config.sessionSecret,
    now,
  }).catch((error: unknown) => {
    // Of the sentence about the amount shops know no field: to them it is a credit that there is not.
    if (error instanceof Refusal && error.type === 'ApiValidationException') throw new Refusal('CreditNotAvailable', { why: 'amount' })
    throw error
  })
  if (duplicateOf !== null) {
    audit({ entity: 'operation', entityId: operationId, after: { substatus: 'stopped_duplicated', duplicateOf } })
    throw new Refusal('DuplicatedOrder', { why: 'stopped', keepsEffects: true })
  }
  const checkoutId = newId(now)
  writeShopOrder(call, { wanted, checkoutId, operationId })
  audit({ entity: 'operation', entityId: operationId, after: { totalCents: order.totalCents, differenceCents: order.differenceCents } })
  return {
    id: hexOf(operationId),
    checkoutUrl: checkoutLink(house, checkoutId, 1),
    expiresAt: shopInstantOf(expiresAt),
    sandbox: scope.mode === 'sandbox',
  }
}
