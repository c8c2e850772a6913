import { formatDateTime } from '#domain/platform/dates'
import { formatEuros, type Cents } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { fitSms } from './gsm7.ts'
import { mailOutcome } from './deliver.ts'
import type { SmsOutcome } from './smsSenders.ts'

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
  const email = { to, subject: text('checkout.message.mail.bank.subject', values), text: text('checkout.message.mail.bank.text', values) }
  return mailOutcome(() => services.mail(email))
}
