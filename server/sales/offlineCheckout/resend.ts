import type { FieldProblem } from '#contract/platform/errors'
import { isEmail, isMobile } from '#domain/platform/identifiers'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { type CustomerNamed, nameCustomer } from '../lifecycle/customerName.ts'
import { parseChannels, type Channel, fieldProblem } from './parseOrder.ts'
import { lockCheckout, type Locked } from './lockCheckout.ts'
import { MAX_RESENDS, RESEND_INTERVAL_MS, show } from './show.ts'

type Resend = Call<'checkoutOfflineResend'>

/**
 * Sends a new link; the previous one is revoked, its expiry stays (docs/domain.md#checkout-links). Refuses with ResendNotAllowed when nothing is pending on
 * the customer, and with TooManyRequests after five times or within a minute.
 */
export const checkoutOfflineResend: Handler<'checkoutOfflineResend'> = async (call) => {
  const { db, scope, params, now, services, caller, audit, ip } = call
  const checkoutId = idFrom(params.orderUuid)
  const locked = await lockCheckout(db, scope, checkoutId)
  if (!locked) throw notFound(params.orderUuid)
  assertMayResend(locked, now)
  const { customer, channels } = asked(call, locked)
  if (customer.phone !== locked.customer.phone || customer.email !== locked.customer.email)
    await nameCustomer(db, scope, { operationId: locked.operationId, customer, secret: services.config.sessionSecret })
  const generation = locked.generation + 1
  db.send(sql`update checkout_links d set generation = ${generation} where d.checkout_id = ${checkoutId}`)
  db.send(sql`update checkouts c set resend_count = c.resend_count + 1, link_sent_at = ${now}, channels = ${[...channels]}::text[]
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
  for (const channel of channels) {
    const to = channel === 'sms' ? (customer.phone ?? '') : customer.email
    await queueMessage(services, db, scope, { checkoutId, channel, purpose: 'link', to, generation, now, ip })
  }
  touchCheckout(db, scope, locked.operationId)
  audit({
    entity: 'checkout',
    entityId: checkoutId,
    before: { resends: locked.resendCount },
    after: { resends: locked.resendCount + 1, channels },
  })
  return show(db, scope, { checkoutId, services, role: caller.role, now })
}

function assertMayResend({ substatus, expiresAt, resendCount, linkSentAt }: Locked, now: Date): void {
  if (substatus !== 'pending_customer') throw new Refusal('ResendNotAllowed', { why: 'ended' })
  if (expiresAt !== null && expiresAt <= now) throw new Refusal('ResendNotAllowed', { why: 'expired' })
  const seconds = (until: number) => Math.max(1, Math.ceil((until - now.getTime()) / 1_000))
  if (resendCount >= MAX_RESENDS)
    throw new Refusal('TooManyRequests', {
      why: 'resends',
      retryAfterSeconds: seconds(expiresAt?.getTime() ?? now.getTime() + RESEND_INTERVAL_MS),
    })
  const restEndsAt = (linkSentAt?.getTime() ?? Number.NEGATIVE_INFINITY) + RESEND_INTERVAL_MS
  if (restEndsAt > now.getTime()) throw new Refusal('TooManyRequests', { why: 'resend', retryAfterSeconds: seconds(restEndsAt) })
}

/** Channels and addresses to use; an address that the customer has confirmed cannot be changed by the shop. */
function asked({ body }: Resend, locked: Locked): { customer: CustomerNamed; channels: readonly Channel[] } {
  const problems: FieldProblem[] = []
  const { customer: known } = locked
  const phone = body.phone ? body.phone : known.phone
  const email = body.email ? body.email : known.email
  if (body.phone && !isMobile(phone ?? '')) problems.push(fieldProblem('phone', 'format', 'checkout.field.phone'))
  if (body.email && !isEmail(email)) problems.push(fieldProblem('email', 'format', 'checkout.field.email'))
  if (locked.codeConfirmed && phone !== known.phone) problems.push(fieldProblem('phone', 'confirmed', 'checkout.field.phoneConfirmed'))
  if (locked.identified && email !== known.email) problems.push(fieldProblem('email', 'confirmed', 'checkout.field.emailConfirmed'))
  const channels = parseChannels(body.channels ?? locked.channels, { phone, email }, { phone: 'phone', email: 'email' }, problems)
  if (channels.length === 0) problems.push(fieldProblem('channels', 'required', 'checkout.field.channels'))
  if (problems.length > 0) throw new Refusal('ApiValidationException', { fields: problems })
  return { customer: { ...known, phone, email }, channels }
}
