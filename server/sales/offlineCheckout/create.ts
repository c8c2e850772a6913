import type { BodyOf } from '#contract/platform/endpoint'
import type { FieldProblem } from '#contract/platform/errors'
import type { Api } from '#contract/index'
import { cents } from '#domain/platform/money'
import { orderNumber } from '#domain/sales/operations/orderNumber'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { checkoutLink } from '../messages/checkoutLink.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { lockLikes } from '../operation/duplicates.ts'
import { openOperation } from '../operation/openOperation.ts'
import { askedCart } from './askedCart.ts'
import { askedChannels } from './askedChannels.ts'
import { askedCustomer } from './askedCustomer.ts'
import { assertNotRecent } from './recent.ts'
import { findReplaced, replace } from './replace.ts'

type Body = BodyOf<Api['checkoutOfflineCreate']>
const names = { phone: 'customer.phone', email: 'customer.email' }
/** How long a link lives when the shop does not say: 72 hours (docs/domain.md#checkout-links). */
const usualMinutes = 4_320

/** Everything asked for, checked and in the form in which it is kept. */
function asked(body: Body, now: Date) {
  const problems: FieldProblem[] = []
  const customer = askedCustomer(body.customer, now, problems)
  const articles = askedCart(body.order, problems)
  const channels = askedChannels(body.channels, customer, names, problems)
  if (problems.length > 0) throw new Refusal('ApiValidationException', { fields: problems })
  return {
    ...body,
    customer,
    articles,
    channels,
    mid: orderNumber(body.order.mid ?? '') || null,
    campaignId: body.campaignId === undefined ? undefined : uuidOf(body.campaignId),
    totalCents: cents(body.order.totalAmount),
    expiresAt: new Date(now.getTime() + (body.expiresInMinutes ?? usualMinutes) * 60_000),
  }
}
type Asked = ReturnType<typeof asked>

/**
 * Starts a sale: an operation that waits for its customer, and a link to it that is shown, sent, or opened on the shop's own device. A repetition that the
 * duplicate rule stops is written down and refused with DuplicatedOrder.
 */
export const checkoutOfflineCreate: Handler<'checkoutOfflineCreate'> = async (call) => {
  const { db, scope, body, now, audit, caller } = call
  const wanted = asked(body, now)
  const { email, phone, documentNumber } = wanted.customer
  // Before any row is locked: everybody takes these locks first.
  lockLikes(db, scope, { mid: wanted.mid, totalCents: wanted.totalCents, email, phone, documentNumber, now })
  const replaced = body.replaces === undefined ? undefined : await findReplaced(db, scope, body.replaces)
  if (!body.allowDuplicate) await assertNotRecent(db, scope, { phone, totalCents: wanted.totalCents, replaced, now })
  const { operationId, duplicateOf } = await openOperation(db, scope, {
    mid: wanted.mid,
    totalCents: wanted.totalCents,
    articles: wanted.articles,
    // Sent away, the customer is not in the shop.
    channel: wanted.submitType === 'user' && wanted.channels.length > 0 ? 'phone' : 'in_store',
    product: body.product?.type ?? null,
    numInstalments: body.product?.numInstalments ?? null,
    ...(wanted.campaignId !== undefined && { campaignId: wanted.campaignId }),
    customer: wanted.customer,
    withConsent: true,
    expiresAt: wanted.expiresAt,
    by: { actor: 'merchant', userId: caller.userId, channel: 'panel' },
    secret: call.services.config.sessionSecret,
    ...(replaced && { replacesId: replaced.operationId }),
    now,
  })
  if (duplicateOf !== null) {
    audit({ entity: 'operation', entityId: operationId, after: { substatus: 'stopped_duplicated', duplicateOf } })
    throw new Refusal('DuplicatedOrder', { why: 'stopped', keepsEffects: true })
  }
  const checkoutId = newId(now)
  await writeCheckout(call, { wanted, checkoutId, operationId })
  if (replaced) await replace(call, replaced, checkoutId)
  const { totalCents, channels, submitType } = wanted
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
    expiresAt: wanted.expiresAt.toISOString(),
  }
}

type Writing = { wanted: Asked; checkoutId: string; operationId: string }

/** The checkout, its door with the first link, and the messages that carry it. */
async function writeCheckout(call: Call<'checkoutOfflineCreate'>, { wanted, checkoutId, operationId }: Writing): Promise<void> {
  const { db, scope, now, caller, services, body, ip } = call
  const { customer, channels } = wanted
  db.send(sql`insert into checkouts (merchant_id, mode, id, operation_id, submit_type, channels, notes, fixed_product, fixed_instalments, fixed_campaign, birthday, address,
      link_sent_at, created_by, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${checkoutId}, ${operationId}, ${wanted.submitType}, ${[...channels]}::text[], ${body.notes || null},
      ${body.product?.type ?? null}, ${body.product?.numInstalments ?? null}, ${wanted.campaignId ?? null}, ${customer.birthday}::date,
      ${customer.address === null ? null : JSON.stringify(customer.address)}::jsonb, ${channels.length > 0 ? now : null}, ${caller.userId}, ${now})`)
  db.send(sql`insert into checkout_doors (checkout_id, merchant_id, mode) values (${checkoutId}, ${scope.merchantId}, ${scope.mode})`)
  for (const channel of channels) {
    const to = channel === 'sms' ? (customer.phone ?? '') : customer.email
    await queueMessage(services, db, scope, { checkoutId, channel, purpose: 'link', to, generation: 1, now, ip })
  }
}
