import type { Channel } from '#domain/sales/operations/lifecycle'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/database/newId.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import { text } from '../../platform/calls/messages.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { products, type Product } from '#domain/sales/operations/states'
import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import { checkoutLink } from '../messages/customerLinks.ts'
import { openOperation } from '../operation/openOperation.ts'
import { readCustomer, type ParsedCustomer } from './readCustomer.ts'
import { readOrder, type ParsedOrder } from './readOrder.ts'
import { minutesOf, readReturnUrls, type Returns } from './readReturnUrls.ts'
import { writeShopOrder } from './writeShopOrder.ts'

type Creating = ShopVerbCall<'checkoutCreate' | 'checkoutOfflineCreate'>
/** Lifetime of a till's link (docs/domain.md#checkout-links). */
const tillMinutes = 4_320

/** How a sale starts, from the shop's page or its till, and what depends on that. */
type SaleSource = {
  channel: Channel
  /** The shop's notification address; null: none. */
  callback: { kind: 'confirmation' | 'ipn'; url: string } | null
  /** Where the browser is redirected at the end; null at a till. */
  returns: Returns | null
  minutes: number
  extraMinutes: number
}
export type Asked = SaleSource & { order: ParsedOrder; customer: ParsedCustomer; product: Product | null; expiresAt: Date }

/** Creates an order that its customer pays on our page. */
export const checkoutCreate: ShopHandler<'checkoutCreate'> = async (call) => {
  const { db, scope, body } = call
  const { merchant } = body
  const shop = await db.first<{ url: string | null }>(sql`select m.url from merchants m where m.id = ${scope.merchantId}`)
  const begun = await begin(call, {
    channel: 'online',
    callback: { kind: 'confirmation', url: publicAddress(call, 'notification_url', merchant.notificationUrl) },
    returns: readReturnUrls(body, shop?.url ?? ''),
    minutes: minutesOf(merchant.timeoutCheckout, { usual: 60, least: 1, most: 120 }),
    extraMinutes: minutesOf(merchant.timeoutExtra, { usual: 2_880, least: 0, most: 2_880 }),
  })
  return { ...begun, sandbox: scope.mode === 'sandbox' }
}

/** Creates an order at the till, which needs no confirmation. Refuses with ApiValidationException a customer without a telephone. */
export const checkoutOfflineCreate: ShopHandler<'checkoutOfflineCreate'> = (call) => {
  const { merchant = {} } = call.body
  const ipnUrl = Array.isArray(merchant) ? undefined : merchant.ipnUrl
  return begin(call, {
    channel: 'in_store',
    callback: ipnUrl === undefined ? null : { kind: 'ipn', url: publicAddress(call, 'ipn_url', ipnUrl) },
    returns: null,
    minutes: tillMinutes,
    extraMinutes: 2_880,
  })
}

const wrongField = (name: string, code: string) =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message: text(`shopCheckout.${code}`) }] })

/** A valid public notification address. Refuses with ApiValidationException any other. */
function publicAddress({ scope, services }: Creating, name: string, url: string): string {
  const problem = services.outbound.addressProblem(url, scope.mode)
  if (problem !== null) throw wrongField(`merchant.${name}`, problem)
  return url
}

function productOf(value: unknown): Product | null {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : null
  if (type === null) return null
  const product = products.find((one) => one === type)
  if (product === undefined) throw new Refusal('CreditNotAvailable')
  return product
}

/**
 * Opens the operation and creates its checkout. An order stopped by the duplicate rule is recorded and refused with DuplicatedOrder; an amount or product
 * that the shop does not offer with CreditNotAvailable.
 */
async function begin(call: Creating, source: SaleSource) {
  const { db, scope, body, services, now, audit } = call
  const isOnline = source.channel === 'online'
  const wanted: Asked = {
    ...source,
    order: readOrder(body),
    customer: readCustomer(body, now),
    product: productOf(body.product),
    expiresAt: new Date(now.getTime() + source.minutes * 60_000),
  }
  const { order, customer, product, expiresAt } = wanted
  if (order.mid === '') throw new Refusal('ApiValidationException', { fields: [problem('order.id', 'required')] })
  if (!isOnline && customer.phone === null) throw wrongField('customer.phone', 'phone')
  const { operationId, duplicateOf } = await openOperation(db, scope, {
    mid: order.mid,
    totalCents: order.totalCents,
    articles: order.articles,
    channel: source.channel,
    product,
    numInstalments: null,
    customer,
    withConsent: !isOnline,
    expiresAt,
    by: { actor: 'merchant', userId: null, channel: 'api' },
    secret: services.config.sessionSecret,
    now,
  }).catch((error: unknown) => {
    // Shops do not know the field that the amount's problem names: for them no credit is available.
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
  return { id: hexOf(operationId), checkoutUrl: checkoutLink(services, checkoutId, 1), expiresAt: shopInstantOf(expiresAt) }
}
