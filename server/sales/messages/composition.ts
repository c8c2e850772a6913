import type { CustomerMessage } from '#contract/sales/customerMessages'
import type { LocalDate } from '#domain/platform/dates'
import { categoryOf, type Substatus } from '#domain/sales/operations/lifecycle'
import { type Cents, formatEuros } from '#domain/platform/money'
import type { Config } from '../../platform/config/config.ts'
import { text } from '../../platform/calls/messages.ts'
import { fitSms } from './gsm7.ts'

/** Validity of a one-time code. */
export const CODE_MINUTES = 15

/** `planStands`: no later event on the operation, so that its plan is what the refund left. */
export type Refunded = { id: string; amountCents: Cents; creditCents: Cents; order: string | null; completedOn: LocalDate; planStands: boolean }

/** An instalment that the customer paid outside the card. `number` of `count`. */
export type Noted = { number: number; count: number; amountCents: Cents; way: 'transfer' | 'cash'; receivedOn: LocalDate }

/** A card that is charged for a plan. `expiresOn`: the last day of its validity. */
export type ExpiringCard = { last4: string; expiresOn: LocalDate }

/** The facts a message is written from. Amounts in cents; `link` and `code` are created on sending and stored nowhere. */
export type MessageFacts = {
  shopName: string
  firstName: string
  totalCents: Cents
  expiresAt: Date | null
  substatus: Substatus
  confirmedAt: Date | null
  downpaymentCents: Cents
  openingFeeCents: Cents
  instalments: readonly { dueOn: string; amountCents: number; interestCents: number; unpaid: boolean }[]
  /** The signed contract goes with it. */
  isContractAttached: boolean
  /** The refund that the message is about; null: it is about something else. */
  refund: Refunded | null
  /** What was repaid early, in cents; null: the message is about something else. */
  earlyCents: Cents | null
  /** The payment that the message is about, which the provider's staff noted; null: it is about something else. */
  noted: Noted | null
  /** The card that expires before the next payment; null: the message is about something else. */
  card: ExpiringCard | null
  link: string
  code: string
}
export type Purpose = Exclude<CustomerMessage['purpose'], `credit_${string}`>

type Services = Pick<Config, 'publicUrl' | 'hosts' | 'brand'>

const hostOf = ({ hosts, publicUrl }: Services) => new URL(hosts.checkoutUrl || publicUrl).hostname
export const isApproved = ({ substatus }: MessageFacts) => categoryOf(substatus) === 'accepted' || substatus === 'pending_merchant'

/** The provider decided after a wait, and the customer can go on. */
export const isOpen = ({ substatus }: MessageFacts) => substatus === 'pending_customer'

/** A text message of at most 160 GSM 7-bit characters; a link or a code in it is never cut. */
export function smsText(purpose: Purpose, facts: MessageFacts, config: Services): string {
  const values = { amount: formatEuros(facts.totalCents), link: facts.link, code: facts.code, brand: config.brand.name }
  if (purpose === 'link')
    return fitSms(
      [
        (shop) => text('checkout.message.sms.link', { ...values, shop }),
        () => text('checkout.message.sms.linkShort', values),
        () => facts.link,
      ],
      facts.shopName,
    )
  if (purpose === 'code') {
    // The last line lets the phone autofill the code on our page and on no other (WICG, origin-bound codes).
    const bound = `\n@${hostOf(config)} #${facts.code}`
    const key = isApproved(facts) ? 'checkout.message.sms.codePlan' : 'checkout.message.sms.code'
    return fitSms(
      [
        (shop) => text(key, { ...values, shop }) + bound,
        (shop) => text(key, { ...values, shop }),
        () => text('checkout.message.sms.codeShort', values),
      ],
      facts.shopName,
    )
  }
  if (isOpen(facts))
    return fitSms(
      [
        (shop) => text('checkout.message.sms.decided', { ...values, shop }),
        () => text('checkout.message.sms.decidedShort', values),
        () => facts.link,
      ],
      facts.shopName,
    )
  const key = isApproved(facts) ? 'checkout.message.sms.approved' : 'checkout.message.sms.refused'
  return fitSms([(shop) => text(key, { ...values, shop })], facts.shopName)
}
