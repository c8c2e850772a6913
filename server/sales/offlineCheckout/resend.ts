import type { FieldProblem } from '#contract/platform/errors'
import { isEmail, isMobile } from '#domain/platform/identifiers'
import type { Call, Handler, Services } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { shortHash } from '../messages/customerLinks.ts'
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
  const { customer, channels } = recipientOf(call, locked)
  await sendLinkAgain(services, db, scope, { checkoutId, locked, customer, channels, now, ip })
  audit({
    entity: 'checkout',
    entityId: checkoutId,
    before: { resends: locked.resendCount },
    after: { resends: locked.resendCount + 1, channels },
  })
  return show(db, scope, { checkoutId, services, role: caller.role, now })
}

type LinkAgain = {
  checkoutId: string
  locked: Locked
  customer: CustomerNamed
  channels: readonly Channel[]
  now: Date
  /** Of the request. */
  ip: string
}

/** Sends a new link to the customer, and names them anew; the earlier link ends. The checkout is locked, and may be sent again. */
async function sendLinkAgain(services: Pick<Services, 'config' | 'tokens'>, db: Connection, scope: Scope, again: LinkAgain): Promise<void> {
  const { checkoutId, locked, customer, channels, now, ip } = again
  if (customer.phone !== locked.customer.phone || customer.email !== locked.customer.email)
    await nameCustomer(db, scope, { operationId: locked.operationId, customer, secret: services.config.sessionSecrets[0] })
  const generation = locked.generation + 1
  db.send(sql`update checkout_links d set generation = ${generation}, short_hash = ${shortHash(services.tokens.shortOf(checkoutId, generation))}
    where d.checkout_id = ${checkoutId}`)
  db.send(sql`update checkouts c set resend_count = c.resend_count + 1, link_sent_at = ${now}, channels = ${[...channels]}::text[]
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
  for (const channel of channels) {
    const to = channel === 'sms' ? (customer.phone ?? '') : customer.email
    await queueMessage(services, db, scope, { checkoutId, channel, purpose: 'link', to, generation, now, ip })
  }
  touchCheckout(db, scope, locked.operationId)
}

/**
 * The provider sends a customer the link of a sale again, to the addresses that are known and by the ways it was sent before, else by every way. Returns the
 * ways; refuses as the shop's own resend, and with ResendNotAllowed without an address or a link.
 */
export async function resendByProvider(
  services: Pick<Services, 'config' | 'tokens'>,
  db: Connection,
  scope: Scope,
  { operationId, now, ip }: { operationId: string; now: Date; ip: string },
): Promise<readonly Channel[]> {
  const row = await db.first<{ id: string }>(
    sql`select c.id from checkouts c where ${inScope(scope, 'c')} and c.operation_id = ${operationId} order by c.id desc limit 1`,
  )
  const locked = row && (await lockCheckout(db, scope, row.id))
  if (!row || !locked) throw new Refusal('ResendNotAllowed', { why: 'ended' })
  assertMayResend(locked, now)
  const { customer } = locked
  const reachable: readonly Channel[] = [
    ...(customer.phone === null ? [] : (['sms'] as const)),
    ...(customer.email === '' ? [] : (['email'] as const)),
  ]
  const before = reachable.filter((channel) => locked.channels.includes(channel))
  const channels = before.length > 0 ? before : reachable
  if (channels.length === 0) throw new Refusal('ResendNotAllowed', { why: 'unreachable' })
  await sendLinkAgain(services, db, scope, { checkoutId: row.id, locked, customer, channels, now, ip })
  return channels
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
function recipientOf({ body }: Resend, locked: Locked): { customer: CustomerNamed; channels: readonly Channel[] } {
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
