import { addDays, formatDate, formatDateTime, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import { categoryOf, WITHDRAWAL_WINDOW_DAYS, type Substatus } from '#domain/sales/operations/lifecycle'
import { cents, formatEuros, type Cents } from '#domain/platform/money'
import { refundMessage } from '#domain/sales/operations/refundMessage'
import type { Config } from '../../platform/config/config.ts'
import { text } from '../../platform/calls/messages.ts'
import { fitSms } from './gsm7.ts'

/** Validity of a one-time code. */
export const CODE_MINUTES = 15

/** `planStands`: no later event on the operation, so that its plan is what the refund left. */
type Refunded = { id: string; amountCents: Cents; creditCents: Cents; order: string | null; completedOn: LocalDate; planStands: boolean }

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
  instalments: readonly { dueOn: string; amountCents: number; unpaid: boolean }[]
  /** The refund that the message is about; null: it is about something else. */
  refund: Refunded | null
  link: string
  code: string
}
export type Purpose = 'link' | 'code' | 'outcome' | 'refund' | 'authenticate' | 'other_card'

type Services = Pick<Config, 'publicUrl' | 'hosts' | 'brand'>

const hostOf = ({ hosts, publicUrl }: Services) => new URL(hosts.checkoutUrl || publicUrl).hostname
const greeting = ({ firstName }: MessageFacts) =>
  firstName === '' ? text('checkout.message.hello') : text('checkout.message.helloName', { name: firstName })
const isApproved = ({ substatus }: MessageFacts) => categoryOf(substatus) === 'accepted' || substatus === 'pending_merchant'

/** The provider decided after a wait, and the customer can go on. */
const isOpen = ({ substatus }: MessageFacts) => substatus === 'pending_customer'

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
    return fitSms(
      [
        (shop) => text('checkout.message.sms.code', { ...values, shop }) + bound,
        (shop) => text('checkout.message.sms.code', { ...values, shop }),
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

/** An e-mail in plain text; for an approved purchase it contains the whole plan and the right of withdrawal (Ley 16/2011, art. 28). */
export function emailText(purpose: Purpose, facts: MessageFacts, config: Services): { subject: string; text: string } {
  const { brand } = config
  const values = {
    hello: greeting(facts),
    shop: facts.shopName,
    amount: formatEuros(facts.totalCents),
    link: facts.link,
    code: facts.code,
    until: facts.expiresAt === null ? '' : formatDateTime(facts.expiresAt),
    brand: brand.name,
    support: [brand.supportEmail, brand.supportPhone].filter(Boolean).join(' · '),
    plan: planText(facts),
    withdrawal: facts.confirmedAt === null ? '' : formatDate(addDays(madridDay(facts.confirmedAt), WITHDRAWAL_WINDOW_DAYS)),
  }
  if (facts.refund) return refundEmail(facts, facts.refund, values)
  const kind = purpose === 'outcome' ? outcomeOf(facts) : purpose
  return {
    subject: text(`checkout.message.mail.${kind}.subject`, values),
    text: text(`checkout.message.mail.${kind}.text`, values),
  }
}

/**
 * What was refunded and what is left to pay, in the words that the shop read before it confirmed. After later events, only the refunded amount and its date:
 * the current plan is not what this refund left.
 */
function refundEmail(facts: MessageFacts, refund: Refunded, values: Record<string, string>) {
  const left = refund.planStands ? facts.instalments.filter(({ unpaid, amountCents }) => unpaid && amountCents > 0) : []
  const said = refund.planStands ? leftText(facts, refund, left) : doneText(facts, refund)
  const reference = refund.id.replaceAll('-', '')
  const order = refund.order === null ? '' : text('checkout.message.mail.refund.order', { order: refund.order })
  const plan = left.length === 0 ? '' : text('checkout.message.mail.refund.plan', { plan: instalmentLines(left) })
  const all = { ...values, said, reference, order, plan, refunded: formatEuros(refund.amountCents) }
  return { subject: text('checkout.message.mail.refund.subject', all), text: text('checkout.message.mail.refund.text', all) }
}

const doneText = ({ shopName: shop }: MessageFacts, { amountCents, completedOn }: Refunded): string =>
  text('checkout.message.mail.refund.done', { shop, amount: formatEuros(amountCents), date: formatDate(completedOn) })

function leftText({ shopName: shop }: MessageFacts, { amountCents, creditCents }: Refunded, left: MessageFacts['instalments']): string {
  const [next] = left
  const kind = refundMessage({ instalmentsAfter: left.length, nextDueOn: next?.dueOn ?? null, creditToCustomer: creditCents })
  return text(`operations.message.${kind}`, {
    shop,
    amount: formatEuros(amountCents),
    credit: formatEuros(creditCents),
    count: left.length,
    after: formatEuros(cents(next?.amountCents ?? 0)),
    date: next === undefined ? '' : formatDate(localDate(next.dueOn)),
  })
}

function outcomeOf(facts: MessageFacts): 'approved' | 'approvedLater' | 'refused' | 'decided' {
  if (isOpen(facts)) return 'decided'
  if (!isApproved(facts)) return 'refused'
  return facts.confirmedAt === null || facts.instalments.length === 0 ? 'approvedLater' : 'approved'
}

/** Today's payment and each instalment with its date, one per line. */
function planText({ downpaymentCents, openingFeeCents, instalments }: MessageFacts): string {
  const todayCents = cents(downpaymentCents + openingFeeCents)
  return [
    ...(todayCents > 0 ? [text('checkout.message.mail.today', { amount: formatEuros(todayCents) })] : []),
    ...(instalments.length > 0 ? [instalmentLines(instalments)] : []),
  ].join('\n')
}

const instalmentLines = (instalments: MessageFacts['instalments']): string =>
  instalments
    .map((one) =>
      text('checkout.message.mail.instalment', { date: formatDate(localDate(one.dueOn)), amount: formatEuros(cents(one.amountCents)) }),
    )
    .join('\n')
