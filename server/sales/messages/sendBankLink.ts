import { formatDateTime } from '#domain/platform/dates'
import { formatEuros, type Cents } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { fitSms } from './gsm7.ts'
import { mailOutcome } from './deliver.ts'
import type { SmsOutcome } from './smsSenders.ts'

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
