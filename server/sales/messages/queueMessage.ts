import { formatDateTime } from '#domain/platform/dates'
import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import { type Cents, formatEuros } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import { withRecipientLanguage, text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Mode, Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import type { Purpose } from './composition.ts'
import { supportOf } from './customerContent.ts'
import { mailOutcome } from './customerMessage.ts'
import { countSms, fitSms } from './gsm7.ts'
import type { SmsOutcome } from './smsProvider.ts'

/**
 * A message to record and send. `id`: of what it tells, where it tells of one thing; `to` is masked before it is stored; `generation` of the link or code in
 * it; `ip` of the request that causes it.
 */
type Message = { id?: string; checkoutId: string; channel: 'sms' | 'email'; purpose: Exclude<Purpose, 'refund'>; to: string; generation: number; now: Date; ip?: string }

/**
 * Queues a message inside the caller's transaction: row and outbox entry are created when it commits, and not otherwise. In sandbox it is recorded as not sent.
 * Refuses with TooManyRequests when the limits of its phone, shop or network are reached.
 */
export async function queueMessage({ config }: Pick<Services, 'config'>, db: Connection, scope: Scope, message: Message): Promise<void> {
  const { id: deliveryId = newId(message.now), checkoutId, channel, purpose, to, generation, now, ip } = message
  if (channel === 'sms') await countSms({ config }, db, scope, { to, ip, now })
  const sandbox = scope.mode === 'sandbox'
  db.send(sql`insert into deliveries (merchant_id, mode, id, checkout_id, channel, purpose, recipient, state, problem, generation, created_at, done_at)
    values (${scope.merchantId}, ${scope.mode}, ${deliveryId}, ${checkoutId}, ${channel}, ${purpose}, ${channel === 'sms' ? maskPhone(to) : maskEmail(to)},
      ${sandbox ? 'not_sent' : 'queued'}, ${sandbox ? 'sandbox' : null}, ${generation}, ${now}, ${sandbox ? now : null})`)
  if (!sandbox) enqueue(db, 'customer_message', { subject: deliveryId, payload: { deliveryId }, about: scope, at: now })
}

/** The message. `to`: the address, used now and stored nowhere; `id`: idempotency key. */
type BankMessage = {
  id: string
  channel: 'sms' | 'email'
  to: string
  /** The customer's language; null while they have chosen none. */
  language: string | null
  link: string
  shopName: string
  amountCents: Cents
  expiresAt: Date
}
export type BankMessageDone = { channel: 'sms' | 'email'; state: 'sent' | 'failed' | 'not_sent'; problem: 'rejected' | 'unreachable' | 'sandbox' | null }

/** Sends a customer the link of a bank check immediately, outside any transaction; in sandbox nothing is sent. */
export async function sendBankLink(services: Services, mode: Mode, message: BankMessage): Promise<BankMessageDone> {
  const { channel } = message
  if (mode === 'sandbox') return { channel, state: 'not_sent', problem: 'sandbox' }
  const outcome = await withRecipientLanguage(message.language, () => (channel === 'sms' ? bySms(services, message) : byMail(services, message)))
  return outcome === 'sent' ? { channel, state: 'sent', problem: null } : { channel, state: 'failed', problem: outcome }
}

function bySms({ sms }: Services, { id, to, link, shopName }: BankMessage): Promise<SmsOutcome> {
  const wordings = [(shop: string) => text('checkout.message.sms.bank', { shop, link }), () => text('checkout.message.sms.bankShort', { link }), () => link]
  return sms.send({ id, to, text: fitSms(wordings, shopName) })
}

function byMail(services: Services, message: BankMessage): Promise<SmsOutcome> {
  const email = composeEmail(bankContent(message, services.config), services.config)
  return mailOutcome(() => services.mail({ to: message.to, ...email }))
}

/** The e-mail with the link of a bank check. */
export function bankContent(
  { link, shopName: shop, amountCents, expiresAt }: Pick<BankMessage, 'link' | 'shopName' | 'amountCents' | 'expiresAt'>,
  { brand }: Pick<Services['config'], 'brand'>,
): EmailContent {
  const values = { shop, link, amount: formatEuros(amountCents), until: formatDateTime(expiresAt), brand: brand.name, support: supportOf(brand) }
  return writeEmail('checkout.message.mail.bank', values, { reason: 'customer', shop })
}
