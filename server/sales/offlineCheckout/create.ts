import type { BodyOf } from '#contract/platform/endpoint'
import type { FieldProblem } from '#contract/platform/errors'
import type { Api } from '#contract/index'
import { categoryOf, type Substatus } from '#domain/sales/operations/lifecycle'
import { cents } from '#domain/platform/money'
import { orderNumber } from '#domain/sales/operations/orderNumber'
import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { checkoutLink, shortHash } from '../messages/customerLinks.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { lockSimilarOrders } from '../lifecycle/duplicates.ts'
import { openOperation } from '../lifecycle/openOperation.ts'
import { lockBooks } from '../lifecycle/books.ts'
import { stopOperation } from '../lifecycle/stopOperation.ts'
import { parseCart, parseChannels, parseCustomer } from './parseOrder.ts'
import { assertNotRecent, type Replaced } from './list.ts'

/** The checkout that the new one replaces. Refuses with ObjectNotFoundException, and with DuplicatedOrder when its sale was completed already. */
async function findReplacedCheckout(db: Connection, scope: Scope, hex: string): Promise<Replaced> {
  const checkoutId = idFrom(hex)
  const row = await db.first<{ operation_id: string; substatus: Substatus }>(sql`select c.operation_id, o.substatus from checkouts c
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
  if (!row) throw notFound(hex)
  assertNotSold(row.substatus)
  return { checkoutId, operationId: row.operation_id }
}

/** An approved order is sold: a second link would sell it again. */
function assertNotSold(substatus: Substatus): void {
  if (substatus === 'pending_merchant' || categoryOf(substatus) === 'accepted') throw new Refusal('DuplicatedOrder', { why: 'sold' })
}

/** Ends the earlier checkout (T10) unless it has ended; its link then only says that it was replaced. */
async function replaceCheckout(call: Call<'checkoutOfflineCreate'>, { checkoutId, operationId }: Replaced, by: string): Promise<void> {
  const { db, scope, caller, services, now } = call
  const books = await lockBooks(db, scope, operationId)
  assertNotSold(books.facts.substatus)
  if (books.facts.substatus === 'pending_customer') {
    await releaseFirstPayment(db, scope, services.payments.cards, operationId)
    await stopOperation(db, scope, { books, event: 'offline_cancelled', by: { actor: 'merchant', userId: caller.userId }, now })
  } else touchCheckout(db, scope, operationId)
  db.send(sql`update checkouts c set replaced_by = ${by} where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
  db.send(sql`update checkout_links d set generation = d.generation + 1, short_hash = null where d.checkout_id = ${checkoutId}`)
}

type Body = BodyOf<Api['checkoutOfflineCreate']>
const names = { phone: 'customer.phone', email: 'customer.email' }
/** Default lifetime of a link: 72 hours (docs/domain.md#checkout-links). */
const defaultMinutes = 4_320

/** Validates the request and normalises it for storage. */
function parseRequest(body: Body, now: Date) {
  const problems: FieldProblem[] = []
  const customer = parseCustomer(body.customer, now, problems)
  const articles = parseCart(body.order, problems)
  const channels = parseChannels(body.channels, customer, names, problems)
  if (problems.length > 0) throw new Refusal('ApiValidationException', { fields: problems })
  return {
    ...body,
    customer,
    articles,
    channels,
    mid: orderNumber(body.order.mid ?? '') || null,
    campaignId: body.campaignId === undefined ? undefined : uuidOf(body.campaignId),
    totalCents: cents(body.order.totalAmount),
    expiresAt: new Date(now.getTime() + (body.expiresInMinutes ?? defaultMinutes) * 60_000),
  }
}
type RequestedSale = ReturnType<typeof parseRequest>

/**
 * Starts a sale: an operation pending on its customer, and a link to it that is shown, sent, or opened on the shop's own device. A request stopped by the
 * duplicate rule is recorded and refused with DuplicatedOrder.
 */
export const checkoutOfflineCreate: Handler<'checkoutOfflineCreate'> = async (call) => {
  const { db, scope, body, now, audit, caller } = call
  const sale = parseRequest(body, now)
  const { email, phone, documentNumber } = sale.customer
  // Advisory locks before any row lock, in the common order.
  lockSimilarOrders(db, scope, { mid: sale.mid, totalCents: sale.totalCents, email, phone, documentNumber, now })
  const replaced = body.replaces === undefined ? undefined : await findReplacedCheckout(db, scope, body.replaces)
  if (!body.allowDuplicate) await assertNotRecent(db, scope, { phone, totalCents: sale.totalCents, replaced, now })
  const { operationId, duplicateOf } = await openOperation(db, scope, {
    mid: sale.mid,
    totalCents: sale.totalCents,
    articles: sale.articles,
    // When the link is sent, the customer is not in the shop.
    channel: sale.submitType === 'user' && sale.channels.length > 0 ? 'phone' : 'in_store',
    product: body.product?.type ?? null,
    numInstalments: body.product?.numInstalments ?? null,
    ...(sale.campaignId !== undefined && { campaignId: sale.campaignId }),
    customer: sale.customer,
    withConsent: true,
    expiresAt: sale.expiresAt,
    by: { actor: 'merchant', userId: caller.userId, channel: 'panel' },
    secrets: call.services.config.sessionSecrets,
    ...(replaced && { replacesId: replaced.operationId }),
    now,
  })
  if (duplicateOf !== null) {
    audit({ entity: 'operation', entityId: operationId, after: { substatus: 'stopped_duplicated', duplicateOf } })
    throw new Refusal('DuplicatedOrder', { why: 'stopped', keepsEffects: true })
  }
  const checkoutId = newId(now)
  await writeCheckout(call, { sale, checkoutId, operationId })
  if (replaced) await replaceCheckout(call, replaced, checkoutId)
  const { totalCents, channels, submitType } = sale
  audit({
    entity: 'checkout',
    entityId: checkoutId,
    after: { operationId, totalCents, channels, submitType, replaces: replaced?.checkoutId },
  })
  return {
    orderUuid: hexOf(checkoutId),
    checkoutId: hexOf(checkoutId),
    operationId: hexOf(operationId),
    checkoutUrl: checkoutLink(call.services, checkoutId, 1),
    expiresAt: sale.expiresAt.toISOString(),
  }
}

type Writing = { sale: RequestedSale; checkoutId: string; operationId: string }

/** Inserts the checkout, its link, and the messages that carry it. */
async function writeCheckout(call: Call<'checkoutOfflineCreate'>, { sale, checkoutId, operationId }: Writing): Promise<void> {
  const { db, scope, now, caller, services, body, ip } = call
  const { customer, channels } = sale
  db.send(sql`insert into checkouts (merchant_id, mode, id, operation_id, submit_type, channels, notes, fixed_product, fixed_instalments, fixed_campaign, birthday, address,
      link_sent_at, created_by, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${checkoutId}, ${operationId}, ${sale.submitType}, ${[...channels]}::text[], ${body.notes || null},
      ${body.product?.type ?? null}, ${body.product?.numInstalments ?? null}, ${sale.campaignId ?? null}, ${customer.birthday}::date,
      ${customer.address === null ? null : JSON.stringify(customer.address)}::jsonb, ${channels.length > 0 ? now : null}, ${caller.userId}, ${now})`)
  db.send(sql`insert into checkout_links (checkout_id, merchant_id, mode, short_hash, short_until)
    values (${checkoutId}, ${scope.merchantId}, ${scope.mode}, ${shortHash(services.tokens.shortOf(checkoutId, 1))}, ${sale.expiresAt})`)
  for (const channel of channels) {
    const to = channel === 'sms' ? (customer.phone ?? '') : customer.email
    await queueMessage(services, db, scope, { checkoutId, channel, purpose: 'link', to, generation: 1, now, ip })
  }
}
