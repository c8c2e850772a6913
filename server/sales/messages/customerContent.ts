import { addDays, formatDate, formatDateTime, localDate, madridDay } from '#domain/platform/dates'
import { WITHDRAWAL_WINDOW_DAYS } from '#domain/sales/operations/lifecycle'
import { type Cents, cents, formatEuros } from '#domain/platform/money'
import { refundMessage } from '#domain/sales/operations/refundMessage'
import { shortId } from '#domain/platform/shortId'
import type { Config } from '../../platform/config/config.ts'
import { text } from '../../platform/calls/messages.ts'
import { type Block, type EmailContent, type TableRow, paragraphs, writeEmail } from '../../platform/emails/content.ts'
import { type ExpiringCard, isApproved, isOpen, type MessageFacts, type Noted, type Purpose, type Refunded } from './composition.ts'
import { planBlocks } from './planBlocks.ts'

export const greeting = (firstName: string): string =>
  firstName === '' ? text('checkout.message.hello') : text('checkout.message.helloName', { name: firstName })

/** Where a customer can ask: address and telephone. */
export const supportOf = ({ supportEmail, supportPhone }: Config['brand']): string => [supportEmail, supportPhone].filter(Boolean).join(' · ')

/** The e-mail of a message to a customer; for an approved purchase it contains the whole plan, its cost and the right of withdrawal (Ley 16/2011, art. 28). */
export function customerContent(purpose: Purpose, facts: MessageFacts, { brand }: Pick<Config, 'brand'>): EmailContent {
  const { shopName: shop, refund } = facts
  const values = {
    hello: greeting(facts.firstName),
    shop,
    amount: formatEuros(facts.totalCents),
    link: facts.link,
    code: facts.code,
    until: facts.expiresAt === null ? '' : formatDateTime(facts.expiresAt),
    brand: brand.name,
    support: supportOf(brand),
    withdrawal: facts.confirmedAt === null ? '' : formatDate(addDays(madridDay(facts.confirmedAt), WITHDRAWAL_WINDOW_DAYS)),
  }
  const attached = facts.isContractAttached ? paragraphs(text('checkout.message.mail.attached')) : []
  if (refund) return refundContent(facts, refund, values)
  if (facts.earlyCents !== null) return earlyContent(facts, facts.earlyCents, values, attached)
  if (facts.noted) return notedContent(facts, facts.noted, values)
  if (facts.card) return expiringContent(facts, facts.card, values)
  const kind = purpose === 'outcome' ? outcomeOf(facts) : purpose
  const today = facts.confirmedAt && { on: madridDay(facts.confirmedAt), amountCents: facts.downpaymentCents + facts.openingFeeCents }
  const plan = [...planBlocks(facts.instalments, today), ...costBlocks(facts)]
  return writeEmail(`checkout.message.mail.${kind}`, values, { reason: 'customer', shop, blocks: { plan, attached } })
}

/**
 * What was refunded and what is left to pay, in the words that the shop read before it confirmed. After later events, only the refunded amount and its date:
 * the current plan is not what this refund left.
 */
function refundContent(facts: MessageFacts, refund: Refunded, values: Record<string, string>): EmailContent {
  const left = refund.planStands ? facts.instalments.filter(({ unpaid, amountCents }) => unpaid && amountCents > 0) : []
  const status = refund.planStands ? leftText(facts, refund, left) : doneText(facts, refund)
  const order = refund.order === null ? '' : text('checkout.message.mail.refund.order', { order: refund.order })
  const plan: Block[] = left.length === 0 ? [] : [...paragraphs(text('checkout.message.mail.refund.plan')), ...planBlocks(left, null)]
  return writeEmail(
    'checkout.message.mail.refund',
    { ...values, said: status, reference: shortId(refund.id), order, refunded: formatEuros(refund.amountCents) },
    { reason: 'customer', shop: facts.shopName, blocks: { plan } },
  )
}

/** What was paid early, and what is left of the plan or that it has ended. */
function earlyContent(facts: MessageFacts, earlyCents: Cents, values: Record<string, string>, attached: Block[]): EmailContent {
  const left = facts.instalments.filter(({ unpaid, amountCents }) => unpaid && amountCents > 0)
  const kind = left.length === 0 ? 'earlyAll' : 'early'
  const plan: Block[] = left.length === 0 ? [] : [...paragraphs(text('checkout.message.mail.refund.plan')), ...planBlocks(left, null)]
  return writeEmail(
    `checkout.message.mail.${kind}`,
    { ...values, paid: formatEuros(earlyCents) },
    { reason: 'customer', shop: facts.shopName, blocks: { plan, attached } },
  )
}

/** The receipt of a payment outside the card, with what is left to pay. */
function notedContent({ instalments, shopName: shop }: MessageFacts, noted: Noted, values: Record<string, string>): EmailContent {
  const left = instalments.filter(({ unpaid, amountCents }) => unpaid && amountCents > 0)
  const plan: Block[] =
    left.length === 0
      ? paragraphs(text('checkout.message.mail.noted.done'))
      : [...paragraphs(text('checkout.message.mail.noted.left')), ...planBlocks(left, null)]
  return writeEmail(
    'checkout.message.mail.noted',
    {
      ...values,
      paid: formatEuros(noted.amountCents),
      how: text(`checkout.message.mail.noted.${noted.way}`),
      on: formatDate(noted.receivedOn),
      number: String(noted.number),
      count: String(noted.count),
    },
    { reason: 'customer', shop, blocks: { plan } },
  )
}

/** That the card expires before the next payment, which is named. */
function expiringContent({ instalments, shopName: shop }: MessageFacts, { last4, expiresOn }: ExpiringCard, values: Record<string, string>): EmailContent {
  const next = instalments.find(({ unpaid, amountCents }) => unpaid && amountCents > 0)
  return writeEmail(
    'checkout.message.mail.card_expiring',
    {
      ...values,
      last4,
      expires: formatDate(expiresOn),
      amount: formatEuros(cents(next?.amountCents ?? 0)),
      due: next === undefined ? '' : formatDate(localDate(next.dueOn)),
    },
    { reason: 'customer', shop },
  )
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

/** What the purchase costs paid this way, in euros; none once a refund has changed the plan, whose parts no longer add up to the purchase. */
function costBlocks({ totalCents, downpaymentCents, openingFeeCents, instalments }: MessageFacts): Block[] {
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const interest = sum(instalments.map(({ interestCents }) => interestCents))
  const principal = sum(instalments.map(({ amountCents, interestCents }) => amountCents - interestCents))
  if (downpaymentCents + principal !== totalCents) return []
  const row = (name: string, amount: number): TableRow => ({
    label: text(`checkout.message.mail.cost.${name}`),
    value: formatEuros(cents(amount)),
  })
  const rows = [
    row('purchase', totalCents),
    row('interest', interest),
    ...(openingFeeCents > 0 ? [row('fee', openingFeeCents)] : []),
    { ...row('total', totalCents + interest + openingFeeCents), isTotal: true as const },
  ]
  return [{ kind: 'table', rows }]
}
