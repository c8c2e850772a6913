import { isLocalDate } from '#domain/platform/dates'
import type { Channel } from '#domain/sales/operations/lifecycle'
import type { Product } from '#domain/sales/operations/states'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { recordOrigin } from '../../platform/keys/keyOrigins.ts'
import { keepKey } from '../../platform/keys/sealedKeys.ts'
import type { ParsedCustomer } from './readCustomer.ts'
import type { ParsedOrder } from './readOrder.ts'
import type { ShopVerbCall } from '../../platform/calls/shopHandler.ts'

/** Where the browser is redirected when the customer is done: absolute addresses. */
export type ReturnUrls = {
  successUrl: string
  pendingUrl: string
  koUrl: string
  errorUrl: string
  dismissUrl: string
  closeOnSuccess: boolean
}

/** How a sale starts, from the shop's page or its till, and what depends on that. */
export type SaleSource = {
  channel: Channel
  /** The shop's notification address; null: none. */
  callback: { kind: 'confirmation' | 'ipn'; url: string } | null
  /** Where the browser is redirected at the end; null at a till. */
  returns: ReturnUrls | null
  minutes: number
  extraMinutes: number
}

/** What a shop asked for, read and checked. */
export type RequestedOrder = SaleSource & { order: ParsedOrder; customer: ParsedCustomer; product: Product | null; expiresAt: Date }

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
/** Maximum stored length of texts that are only kept: plugins send whole descriptions. */
const maxStoredLength = 4_000
/** An object as JSON; null for anything else, and for what is too long to store. */
const storedJson = (value: unknown) => {
  const text = json(value)
  return text === null || text.length > maxStoredLength || typeof value !== 'object' ? null : text
}

/** Inserts what belongs to a shop's order beside its operation: notification address, return addresses, the checkout's link. Without waiting. */
export function writeShopOrder(
  { db, scope, key, token, body, services, now }: ShopVerbCall<'checkoutCreate' | 'checkoutOfflineCreate'>,
  { requestedOrder, checkoutId, operationId }: { requestedOrder: RequestedOrder; checkoutId: string; operationId: string },
): void {
  const { order, customer, returns, callback, product } = requestedOrder
  db.send(sql`insert into shop_orders (merchant_id, mode, operation_id, key_id, tax_rate_bps, discount_cents, discount_rate_bps, difference_cents, extra_minutes,
      success_url, pending_url, ko_url, error_url, dismiss_url, close_on_success, customer, billing, shipping, event_on, meta)
    values (${scope.merchantId}, ${scope.mode}, ${operationId}, ${key.keyId}, ${order.taxRate}, ${order.discountCents}, ${order.discountRate}, ${order.differenceCents},
      ${requestedOrder.extraMinutes}, ${returns?.successUrl ?? null}, ${returns?.pendingUrl ?? null}, ${returns?.koUrl ?? null}, ${returns?.errorUrl ?? null},
      ${returns?.dismissUrl ?? null}, ${returns?.closeOnSuccess ?? false},
      ${JSON.stringify(customer.known)}::jsonb, ${storedJson(body.billing)}::jsonb, ${storedJson(body.shipping)}::jsonb, ${eventOf(body.order.options)}::date, ${storedJson(body.meta)}::jsonb)`)
  // Also with an API key older than those on record.
  keepKey(db, scope, { keyId: key.keyId, token }, services.config.keySecrets)
  if (callback) {
    addCallback(db, scope, operationId, { ...callback, cameAt: services.wallClock() })
    recordOrigin(db, scope, { keyId: key.keyId, url: callback.url })
  }
  if (order.shipping)
    db.send(sql`update carts k set shipping = ${JSON.stringify(order.shipping)}::jsonb
      where ${inScope(scope, 'k')} and k.operation_id = ${operationId}`)
  db.send(sql`insert into checkouts (merchant_id, mode, id, operation_id, submit_type, fixed_product, birthday, address, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${checkoutId}, ${operationId}, ${returns ? 'online' : 'user'}, ${product}, ${customer.birthday}::date, ${json(customer.address)}::jsonb, ${now})`)
  db.send(sql`insert into checkout_links (checkout_id, merchant_id, mode) values (${checkoutId}, ${scope.merchantId}, ${scope.mode})`)
}

/** Writes the order's callback, the shop's row for the daily deletion of its log and, in sandbox, that for the check that the shop does not stay there. */
function addCallback(
  db: Connection,
  scope: Scope,
  operationId: string,
  { kind, url, cameAt }: NonNullable<RequestedOrder['callback']> & { cameAt: Date },
): void {
  const check = sql`, check_later as (insert into trial_checks (merchant_id) values (${scope.merchantId}) on conflict do nothing)`
  db.send(sql`with sweep as (insert into callback_sweeps (merchant_id, mode) values (${scope.merchantId}, ${scope.mode}) on conflict do nothing)${scope.mode === 'sandbox' ? check : sql``}
    insert into callbacks (merchant_id, mode, operation_id, kind, url, came_at) values (${scope.merchantId}, ${scope.mode}, ${operationId}, ${kind}, ${url}, ${cameAt})`)
}

/** When the service is provided. */
function eventOf(options: unknown): string | null {
  const value = typeof options === 'object' && options !== null && 'eventDate' in options ? options.eventDate : null
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return isLocalDate(day) ? day : null
}
