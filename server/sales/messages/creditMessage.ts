import type { CustomerMessage } from '#contract/sales/customerMessages'
import { maskIban } from '#domain/money/iban'
import { cents, type Cents, formatEuros } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import { text, withRecipientLanguage } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { type Block, type EmailContent, paragraphs, writeEmail } from '../../platform/emails/content.ts'
import type { SendBatch } from '../../platform/outbox/sender.ts'
import { mailOutcome } from './customerMessage.ts'
import { greeting, supportOf } from './customerContent.ts'
import { creditLink } from './customerLinks.ts'
import { fitSms } from './gsm7.ts'
import { deliveryStateOf, recordedMessages } from './recordedMessages.ts'

type Purpose = Extract<CustomerMessage['purpose'], `credit_${string}`>
type Payment = { kind: 'card' | 'transfer' | 'manual'; amount: number; iban: string | null }
type Row = {
  delivery_id: string
  credit_id: string
  channel: 'sms' | 'email'
  purpose: Purpose
  /** From the second message on it is a reminder. */
  generation: number
  amount_cents: bigint
  paid_cents: bigint
  state: string
  link_generation: number | null
  shop_name: string
  first_name: string
  email: string
  phone: string | null
  mid: string | null
  language: string | null
  last4: string | null
  /** What was paid. */
  payments: Payment[]
}

/** Says what was done by now. Not sent when it is no longer true: the account was given meanwhile, or the bank returned what had been sent. */
export const creditMessages: SendBatch<'credit_message'> = recordedMessages({
  read: readMessages,
  async send(services, _scope, { entry, row }) {
    const isTrue = row.purpose === 'credit_paid' ? row.state === 'paid' : row.state === 'needs_account'
    return isTrue ? deliveryStateOf(await send(services, entry.id, row)) : { state: 'not_sent', problem: null }
  },
})

function readMessages(db: Connection, scope: Scope, deliveryIds: readonly string[]): Promise<Row[]> {
  return db.rows<Row>(sql`select d.id as delivery_id, c.id as credit_id, d.channel, d.purpose, d.generation, c.amount_cents, c.paid_cents, c.state, q.link_generation, m.name as shop_name,
      o.first_name, o.email, o.phone, o.mid, w.last4,
      (select k.language from checkouts k where ${inScope(scope, 'k')} and k.operation_id = o.id) as language,
      coalesce((select json_agg(json_build_object('kind', p.kind, 'amount', p.amount_cents, 'iban', p.iban) order by p.created_at, p.id)
        from credit_payments p where ${inScope(scope, 'p')} and p.credit_id = c.id and p.state = 'succeeded'), '[]') as payments
    from deliveries d join customer_credits c on ${inScope(scope, 'c')} and c.id = d.credit_id
      join operations o on ${inScope(scope, 'o')} and o.id = c.operation_id join merchants m on m.id = d.merchant_id
      left join payment_methods w on ${inScope(scope, 'w')} and w.operation_id = o.id
      left join credit_queue q on q.credit_id = c.id
    where ${inScope(scope, 'd')} and d.id = any(${[...deliveryIds]}::uuid[]) and (d.state = 'queued' or d.state = 'failed' and d.problem = 'unreachable')`)
}

async function send(services: Services, id: string, row: Row) {
  const to = row.channel === 'sms' ? row.phone : row.email
  if (to === null || to === '') return 'rejected' as const
  return row.channel === 'sms'
    ? services.sms.send({ id, to, text: withRecipientLanguage(row.language, () => smsText(services, row)) })
    : mailOutcome(() => services.mail({ id, to, ...withRecipientLanguage(row.language, () => composeEmail(creditContent({ ...row, link: linkOf(services, row) }, services.config), services.config)) }))
}

const leftOf = (row: Pick<Row, 'amount_cents' | 'paid_cents'>): Cents => cents(row.amount_cents - row.paid_cents)
const linkOf = (services: Services, row: Row) => creditLink(services, row.credit_id, row.link_generation ?? 0)

function smsText(services: Services, row: Row): string {
  const values = { amount: formatEuros(row.purpose === 'credit_paid' ? cents(row.amount_cents) : leftOf(row)), link: linkOf(services, row) }
  if (row.purpose === 'credit_paid') return fitSms([(shop) => text('checkout.message.sms.creditPaid', { ...values, shop })], row.shop_name)
  return fitSms(
    [(shop) => text('checkout.message.sms.creditAccount', { ...values, shop }), () => text('checkout.message.sms.creditAccountShort', values), () => values.link],
    row.shop_name,
  )
}

/** What the e-mail about a credit is written from. `link`: where the account is given. */
type ContentFacts = Pick<Row, 'purpose' | 'generation' | 'amount_cents' | 'paid_cents' | 'shop_name' | 'first_name' | 'mid' | 'last4' | 'payments'> & {
  link: string
}

export function creditContent(facts: ContentFacts, { brand }: Pick<Services['config'], 'brand'>): EmailContent {
  const { shop_name: shop, purpose, generation, mid, payments } = facts
  const values = {
    hello: greeting(facts.first_name),
    shop,
    order: mid === null ? '' : text('checkout.message.mail.refund.order', { order: mid }),
    amount: formatEuros(cents(facts.amount_cents)),
    left: formatEuros(leftOf(facts)),
    link: facts.link,
    support: supportOf(brand),
  }
  const done: Block[] = payments.length === 0 ? [] : [{ kind: 'list', items: payments.map((one) => ({ text: sentText(facts, one) })) }]
  const sent: Block[] = done.length === 0 ? [] : [...paragraphs(text('checkout.message.mail.credit.already')), ...done]
  const kind = purpose === 'credit_paid' ? 'creditPaid' : generation > 1 ? 'creditReminder' : 'creditAccount'
  return writeEmail(`checkout.message.mail.${kind}`, values, { reason: 'customer', shop, blocks: { sent, done } })
}

/** One payment that was sent, and when it arrives. */
const sentText = ({ last4 }: Pick<Row, 'last4'>, { kind, amount, iban }: Payment): string =>
  text(`checkout.message.mail.credit.${kind === 'card' && last4 === null ? 'cardUnknown' : kind}`, {
    amount: formatEuros(cents(amount)),
    last4: last4 ?? '',
    iban: iban === null ? '' : maskIban(iban),
  })
