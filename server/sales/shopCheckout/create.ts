import type { ShopCheckoutBody } from '#contract/sales/shopsApi/shopCheckout'
import type { StatusReason, Substatus, SuspensionReason } from '#domain/sales/operations/lifecycle'
import { shopInstantOf, tillOrderOf } from '#domain/sales/shopsApi/shopOrder'
import { type Product, products } from '#domain/sales/operations/states'
import { rawJson } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { checkoutLink } from '../messages/customerLinks.ts'
import { openOperation } from '../lifecycle/openOperation.ts'
import { readCustomer, textOf } from './readCustomer.ts'
import { readOrder } from './readOrder.ts'
import { writeShopOrder, type SaleSource, type RequestedOrder, type ReturnUrls } from './writeShopOrder.ts'

type Row = {
  mid: string | null
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  total_cents: bigint
  confirmed_at: Date | null
  created_at: Date
}

/** The state of an order, in the seven fields that a till receives. */
export const checkoutStatus: ShopHandler<'checkoutStatus'> = async ({ db, scope, params }) => {
  const id = uuidOf(params.id)
  const row =
    id === undefined
      ? undefined
      : await db.first<Row>(sql`select o.mid, o.substatus, o.status_reason, o.suspension_reason, o.total_cents, o.confirmed_at, o.created_at
          from operations o where ${inScope(scope, 'o')} and o.id = ${id}`)
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
  // Anything else to identify an order by is not among the seven.
  const absent = { taxRate: 0, discountCents: 0, discountRate: 0, verifiedAt: null, expiresAt: null, endedAt: null }
  return rawJson(JSON.stringify(tillOrderOf({ ...facts, ...absent })))
}

const maxUrlLength = 2_000

/** Reads the addresses of the shop's pages, absolute or relative to the shop; a malformed one counts as absent. */
function readReturnUrls({ merchant }: ShopCheckoutBody, shopUrl: string): ReturnUrls {
  const base = pageOf(shopUrl, undefined) ?? pageOf('/', merchant.notificationUrl) ?? merchant.notificationUrl
  const page = (value: unknown) => (textOf(value, maxUrlLength) === '' ? undefined : pageOf(textOf(value, maxUrlLength), base))
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

/** Only http(s) addresses: any other scheme would run in our own page. */
function pageOf(value: string, base: string | undefined): string | undefined {
  const url = URL.parse(value, base)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

/** Whole minutes within limits; absent or non-numeric values take the default. */
export function minutesOf(value: unknown, { fallback, min, max }: { fallback: number; min: number; max: number }): number {
  const minutes = Number(textOf(value, 10) || Number.NaN)
  return Number.isInteger(minutes) ? Math.min(max, Math.max(min, minutes)) : fallback
}

type Creating = ShopVerbCall<'checkoutCreate' | 'checkoutOfflineCreate'>
/** Lifetime of a till's link (docs/domain.md#checkout-links). */
const tillMinutes = 4_320

/** Creates an order that its customer pays on our page. */
export const checkoutCreate: ShopHandler<'checkoutCreate'> = async (call) => {
  const { db, scope, body } = call
  const { merchant } = body
  const shop = await db.first<{ url: string | null }>(sql`select m.url from merchants m where m.id = ${scope.merchantId}`)
  const begun = await begin(call, {
    channel: 'online',
    callback: { kind: 'confirmation', url: publicAddress(call, 'notification_url', merchant.notificationUrl) },
    returns: readReturnUrls(body, shop?.url ?? ''),
    minutes: minutesOf(merchant.timeoutCheckout, { fallback: 60, min: 1, max: 120 }),
    extraMinutes: minutesOf(merchant.timeoutExtra, { fallback: 2_880, min: 0, max: 2_880 }),
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
  const requestedOrder: RequestedOrder = {
    ...source,
    order: readOrder(body),
    customer: readCustomer(body, now),
    product: productOf(body.product),
    expiresAt: new Date(now.getTime() + source.minutes * 60_000),
  }
  const { order, customer, product, expiresAt } = requestedOrder
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
    secrets: services.config.sessionSecrets,
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
  writeShopOrder(call, { requestedOrder, checkoutId, operationId })
  audit({ entity: 'operation', entityId: operationId, after: { totalCents: order.totalCents, differenceCents: order.differenceCents } })
  return { id: hexOf(operationId), checkoutUrl: checkoutLink(services, checkoutId, 1), expiresAt: shopInstantOf(expiresAt) }
}
