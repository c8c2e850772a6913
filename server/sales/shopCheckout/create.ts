import type { ShopCheckoutBody } from '#contract/sales/shopsApi/shopCheckout'
import type { Channel, StatusReason, Substatus, SuspensionReason } from '#domain/sales/operations/lifecycle'
import { shopInstantOf, tillOrderOf } from '#domain/sales/shopsApi/shopOrder'
import { type Product, products } from '#domain/sales/operations/states'
import { rawJson } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { checkoutLink } from '../messages/customerLinks.ts'
import { openOperation } from '../operation/openOperation.ts'
import { type AskedCustomer, readCustomer, textOf } from './readCustomer.ts'
import { type AskedOrder, readOrder } from './readOrder.ts'
import { writeShopOrder } from './writeShopOrder.ts'

type Row = {
  mid: string | null
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  total_cents: bigint
  confirmed_at: Date | null
  created_at: Date
}

/** How an order goes, in the seven fields that a till is told. */
export const checkoutStatus: ShopHandler<'checkoutStatus'> = async ({ db, scope, params }) => {
  const id = uuidOf(params.id)
  const row =
    id === undefined
      ? undefined
      : await db.first<Row>(sql`select o.mid, o.substatus, o.status_reason, o.suspension_reason, o.total_cents, o.confirmed_at, o.created_at
          from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${id}`)
  if (!row || id === undefined) throw new Refusal('ObjectNotFoundException', { fields: { order__id: params.id } })
  const facts = {
    id: hexOf(id),
    mid: row.mid,
    sandbox: scope.mode === 'sandbox',
    substatus: row.substatus,
    statusReason: row.status_reason,
    suspensionReason: row.suspension_reason,
    totalCents: Number(row.total_cents),
    confirmedAt: row.confirmed_at,
    createdAt: row.created_at,
  }
  // What else an order is told by is not among the seven.
  const untold = { taxRate: 0, discountCents: 0, discountRate: 0, verifiedAt: null, expiresAt: null, endedAt: null }
  return rawJson(JSON.stringify(tillOrderOf({ ...facts, ...untold })))
}

/** Where the browser goes when the customer is done: whole addresses. */
export type Returns = {
  successUrl: string
  pendingUrl: string
  koUrl: string
  errorUrl: string
  dismissUrl: string
  closeOnSuccess: boolean
}

const mostUrl = 2_000

/** Reads the addresses of the shop's pages, whole or relative to the shop; one that is malformed counts as not said. */
export function readReturns({ merchant }: ShopCheckoutBody, shopUrl: string): Returns {
  const base = pageOf(shopUrl, undefined) ?? pageOf('/', merchant.notificationUrl) ?? merchant.notificationUrl
  const page = (said: unknown) => (textOf(said, mostUrl) === '' ? undefined : pageOf(textOf(said, mostUrl), base))
  const dismissUrl = page(merchant.dismissUrl) ?? page(merchant.checkoutUrl) ?? pageOf('/', base) ?? base
  return {
    successUrl: page(merchant.successUrl) ?? base,
    pendingUrl: page(merchant.pendingUrl) ?? dismissUrl,
    koUrl: page(merchant.koUrl) ?? dismissUrl,
    errorUrl: page(merchant.errorUrl) ?? page(merchant.cancelUrl) ?? dismissUrl,
    dismissUrl,
    closeOnSuccess: merchant.closeOnSuccess === true || merchant.closeOnSuccess === 'true',
  }
}

/** Pages of the web alone: an address of any other kind would run in our own page. */
function pageOf(said: string, base: string | undefined): string | undefined {
  const url = URL.parse(said, base)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

/** Whole minutes between two limits; what is not said or no number is the usual. */
export function minutesOf(said: unknown, { usual, least, most }: { usual: number; least: number; most: number }): number {
  const minutes = Number(textOf(said, 10) || Number.NaN)
  return Number.isInteger(minutes) ? Math.min(most, Math.max(least, minutes)) : usual
}

type Creating = ShopVerbCall<'checkoutCreate' | 'checkoutOfflineCreate'>
/** How long a till's link lives (docs/domain.md#checkout-links). */
const tillMinutes = 4_320

/** How a sale comes: from the shop's page or from its till, and what that decides. */
type Way = {
  channel: Channel
  /** Where the shop hears of it; null: nowhere. */
  callback: { kind: 'confirmation' | 'ipn'; url: string } | null
  /** Where the browser goes at the end; null at a till. */
  returns: Returns | null
  minutes: number
  extraMinutes: number
}
export type Asked = Way & { order: AskedOrder; customer: AskedCustomer; product: Product | null; expiresAt: Date }

/** Begins an order that its customer pays on our page. */
export const checkoutCreate: ShopHandler<'checkoutCreate'> = async (call) => {
  const { db, scope, body } = call
  const { merchant } = body
  const shop = await db.first<{ url: string | null }>(sql`select m.url from merchants m where m.id = ${scope.merchantId}`)
  const begun = await begin(call, {
    channel: 'online',
    callback: { kind: 'confirmation', url: callable(call, 'notification_url', merchant.notificationUrl) },
    returns: readReturns(body, shop?.url ?? ''),
    minutes: minutesOf(merchant.timeoutCheckout, { usual: 60, least: 1, most: 120 }),
    extraMinutes: minutesOf(merchant.timeoutExtra, { usual: 2_880, least: 0, most: 2_880 }),
  })
  return { ...begun, sandbox: scope.mode === 'sandbox' }
}

/** Begins a sale at the till, which confirms itself. Refuses with ApiValidationException a customer without a telephone. */
export const checkoutOfflineCreate: ShopHandler<'checkoutOfflineCreate'> = (call) => {
  const { merchant = {} } = call.body
  const ipnUrl = Array.isArray(merchant) ? undefined : merchant.ipnUrl
  return begin(call, {
    channel: 'in_store',
    callback: ipnUrl === undefined ? null : { kind: 'ipn', url: callable(call, 'ipn_url', ipnUrl) },
    returns: null,
    minutes: tillMinutes,
    extraMinutes: 2_880,
  })
}

const wrongField = (name: string, code: string) =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message: text(`shopCheckout.${code}`) }] })

/** An address that we may call. Refuses with ApiValidationException any other. */
function callable({ scope, services }: Creating, name: string, url: string): string {
  const problem = services.outbound.addressProblem(url, scope.mode)
  if (problem !== null) throw wrongField(`merchant.${name}`, problem)
  return url
}

function productOf(said: unknown): Product | null {
  const type = typeof said === 'object' && said !== null && 'type' in said ? said.type : null
  if (type === null) return null
  const product = products.find((one) => one === type)
  if (product === undefined) throw new Refusal('CreditNotAvailable')
  return product
}

/**
 * Opens the operation and the way into its checkout. A repetition that the duplicate rule stops is written down and refused with DuplicatedOrder; an
 * amount or a product that the shop does not offer with CreditNotAvailable.
 */
async function begin(call: Creating, way: Way) {
  const { db, scope, body, services, now, audit } = call
  const isOnline = way.channel === 'online'
  const wanted: Asked = {
    ...way,
    order: readOrder(body),
    customer: readCustomer(body, now),
    product: productOf(body.product),
    expiresAt: new Date(now.getTime() + way.minutes * 60_000),
  }
  const { order, customer, product, expiresAt } = wanted
  if (order.mid === '') throw new Refusal('ApiValidationException', { fields: [problem('order.id', 'required')] })
  if (!isOnline && customer.phone === null) throw wrongField('customer.phone', 'phone')
  const { operationId, duplicateOf } = await openOperation(db, scope, {
    mid: order.mid,
    totalCents: order.totalCents,
    articles: order.articles,
    channel: way.channel,
    product,
    numInstalments: null,
    customer,
    withConsent: !isOnline,
    expiresAt,
    by: { actor: 'merchant', userId: null, channel: 'api' },
    secret: services.config.sessionSecret,
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
  return { id: hexOf(operationId), checkoutUrl: checkoutLink(services, checkoutId, 1), expiresAt: shopInstantOf(expiresAt) }
}
