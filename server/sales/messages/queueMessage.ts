import { formatDateTime } from '#domain/platform/dates'
import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import { type Cents, formatEuros } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Mode, Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Purpose } from './composition.ts'
import { mailOutcome } from './deliver.ts'
import { countSms, fitSms } from './gsm7.ts'
import type { SmsOutcome } from './smsSenders.ts'

/** A message to write down and send. `to` is masked before it is stored; `generation` of the link or code that it carries; `ip` of the request that asks for it. */
type Message = { checkoutId: string; channel: 'sms' | 'email'; purpose: Exclude<Purpose, 'refund'>; to: string; generation: number; now: Date; ip?: string }

/**
 * Queues a message inside the caller's transaction: the row and the job are there when it commits, and not otherwise. In sandbox it is
 * written down as not sent. Refuses with TooManyRequests a text message too many for its phone, shop or network.
 */
export async function queueMessage({ jobs, config }: Pick<Services, 'jobs' | 'config'>, db: Connection, scope: Scope, message: Message): Promise<void> {
  const { checkoutId, channel, purpose, to, generation, now, ip } = message
  if (channel === 'sms') await countSms({ config }, db, scope, { to, ip, now })
  const deliveryId = newId(now)
  const sandbox = scope.mode === 'sandbox'
  db.send(sql`insert into deliveries (merchant_id, mode, id, checkout_id, channel, purpose, recipient, state, problem, generation, created_at, done_at)
    values (${scope.merchantId}, ${scope.mode}, ${deliveryId}, ${checkoutId}, ${channel}, ${purpose}, ${channel === 'sms' ? maskPhone(to) : maskEmail(to)},
      ${sandbox ? 'not_sent' : 'queued'}, ${sandbox ? 'sandbox' : null}, ${generation}, ${now}, ${sandbox ? now : null})`)
  if (!sandbox) await jobs.send(db, 'delivery', { merchantId: scope.merchantId, mode: scope.mode, deliveryId })
}

/** What the message says. `to`: where it goes, used now and kept nowhere; `id`: the same id is the same message. */
type BankMessage = {
  id: string
  channel: 'sms' | 'email'
  to: string
  /** The customer's; null while they have chosen none. */
  language: string | null
  link: string
  shopName: string
  amountCents: Cents
  expiresAt: Date
}
export type BankMessageDone = { channel: 'sms' | 'email'; state: 'sent' | 'failed' | 'not_sent'; problem: 'rejected' | 'unreachable' | 'sandbox' | null }

/** Sends a customer the page of a bank check at once, outside any transaction; in sandbox nothing goes out. */
export async function sendBankLink(services: Services, mode: Mode, message: BankMessage): Promise<BankMessageDone> {
  const { channel } = message
  if (mode === 'sandbox') return { channel, state: 'not_sent', problem: 'sandbox' }
  const outcome = await speakingTo(message.language, () => (channel === 'sms' ? bySms(services, message) : byMail(services, message)))
  return outcome === 'sent' ? { channel, state: 'sent', problem: null } : { channel, state: 'failed', problem: outcome }
}

function bySms({ sms }: Services, { id, to, link, shopName }: BankMessage): Promise<SmsOutcome> {
  const wordings = [(shop: string) => text('checkout.message.sms.bank', { shop, link }), () => text('checkout.message.sms.bankShort', { link }), () => link]
  return sms.send({ id, to, text: fitSms(wordings, shopName) })
}

function byMail(services: Services, { to, link, shopName, amountCents, expiresAt }: BankMessage): Promise<SmsOutcome> {
  const { brand } = services.config
  const values = {
    shop: shopName,
    link,
    amount: formatEuros(amountCents),
    until: formatDateTime(expiresAt),
    brand: brand.name,
    support: [brand.supportEmail, brand.supportPhone].filter(Boolean).join(' · '),
  }
  const letter = { to, subject: text('checkout.message.mail.bank.subject', values), text: text('checkout.message.mail.bank.text', values) }
  return mailOutcome(() => services.mail(letter))
}
