import { localDate, madridDay } from '#domain/platform/dates'
import type { Substatus } from '#domain/sales/operations/lifecycle'
import { cents } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import { withRecipientLanguage } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Attachment } from '../../platform/outbound/post.ts'
import type { Entry } from '../../platform/outbox/outboxKinds.ts'
import type { SendBatch } from '../../platform/outbox/sender.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { CODE_MINUTES, isApproved, type MessageFacts, type Purpose, smsText } from './composition.ts'
import { customerContent } from './customerContent.ts'
import { checkoutLink } from './customerLinks.ts'
import { receiptReference } from './receipts.ts'
import { type AttemptedMessage, type DeliveryState, deliveryStateOf, recordedMessages } from './recordedMessages.ts'
import type { SmsOutcome } from './smsProvider.ts'

/** The outcome of an e-mail: a permanent rejection (5xx) is distinguished from a connection failure. */
export async function mailOutcome(post: () => Promise<void>): Promise<SmsOutcome> {
  try {
    await post()
    return 'sent'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const code = typeof cause === 'object' && cause !== null && 'responseCode' in cause ? Number(cause.responseCode) : 0
    return code >= 500 ? 'rejected' : 'unreachable'
  }
}

type CustomerKind = 'customer_message' | 'refund_message'

type Row = {
  delivery_id: string
  channel: 'sms' | 'email'
  language: string | null
  purpose: Purpose
  generation: number
  created_at: Date
  /** Null for a refund's message, which has neither link nor code. */
  checkout_id: string | null
  link_generation: number | null
  codes_sent: number | null
  shop_name: string
  first_name: string
  email: string
  phone: string | null
  total_cents: bigint
  expires_at: Date | null
  substatus: Substatus
  confirmed_at: Date | null
  downpayment_cents: bigint
  opening_fee_cents: bigint
  instalments: { due_on: string; amount: number; interest: number; state: string }[]
  mid: string | null
  /** What the charge of an early repayment took; null: the message is about something else. */
  early_cents: bigint | null
  /** The completed refund; `stands`: its event is the operation's last. */
  refund: { id: string; state: string; amount: number; credit: number; completed_at: string; stands: boolean | null } | null
  noted: { number: number; amount: number; way: 'transfer' | 'cash'; received_on: string } | null
  /** The card, if it still expires before the next payment. */
  card: { last4: string; expires_on: string } | null
}

/** A signed contract as a file for the e-mail that tells of the approval; null: there is none, or it is too large. */
type ContractOf = (services: Services, scope: Scope, checkoutId: string) => Promise<Attachment | null>

/** A link or code replaced by a newer one is not sent; a sent link is the customer's first step. */
export const customerMessages = <K extends CustomerKind>(contractOf?: ContractOf): SendBatch<K> =>
  recordedMessages<K, Row>({
    read: readMessages,
    async send(services, scope, { entry, row }) {
      if (scope.mode === 'sandbox') return notSent('sandbox')
      if (!isCurrent(row, services.now())) return notSent(null)
      return send(services, smsOf(entry, scope), row, contractOf && (() => contractOf(services, scope, row.checkout_id ?? '')))
    },
    alsoStore: notifyTill,
  })

const notSent = (problem: 'sandbox' | null): DeliveryState => ({ state: 'not_sent', problem })

/** Those that were not sent yet, and neither rejected nor withheld. */
function readMessages(db: Connection, scope: Scope, deliveryIds: readonly string[]): Promise<Row[]> {
  // The operations are looked up first and by themselves: a join on either of two columns would read every operation of the shop.
  return db.rows<Row>(sql`with notified as materialized (
      select d.merchant_id, d.mode, d.id, d.channel, d.purpose, d.generation, d.created_at, d.checkout_id, c.codes_sent, c.language, coalesce(c.operation_id, r.operation_id) as operation_id
      from deliveries d
      left join checkouts c on c.merchant_id = d.merchant_id and c.mode = d.mode and c.id = d.checkout_id
      left join refunds r on d.purpose = 'refund' and r.merchant_id = d.merchant_id and r.mode = d.mode and r.id = d.id
      where ${inScope(scope, 'd')} and d.id = any(${[...deliveryIds]}::uuid[]) and (d.state = 'queued' or d.state = 'failed' and d.problem = 'unreachable'))
    select t.id as delivery_id, t.channel, t.purpose, t.generation, t.created_at, t.checkout_id, l.generation as link_generation, t.codes_sent, m.name as shop_name, o.first_name, o.mid,
      coalesce(t.language, (select k.language from checkouts k where k.merchant_id = o.merchant_id and k.mode = o.mode and k.operation_id = o.id)) as language,
      case when r.id is not null then json_build_object('id', r.id, 'state', r.state, 'amount', r.amount_cents, 'credit', r.credit_to_customer_cents,
        'completed_at', r.completed_at, 'stands', (select e.at = r.completed_at and e.amount_cents = r.amount_cents from operation_events e
          where e.merchant_id = o.merchant_id and e.mode = o.mode and e.operation_id = o.id order by e.seq desc limit 1)) end as refund,
      case when t.purpose = 'early' then (select h.amount_cents from charges h where h.merchant_id = o.merchant_id and h.mode = o.mode and h.operation_id = o.id
        and h.instalment = t.generation and h.repays_all is not null and h.state = 'captured' order by h.created_at desc limit 1) end as early_cents,
      (select json_build_object('number', n.instalment, 'amount', n.amount_cents, 'way', n.way, 'received_on', n.received_on) from noted_payments n
        where t.purpose = 'payment_noted' and n.merchant_id = t.merchant_id and n.mode = t.mode and n.id = t.id) as noted,
      (select json_build_object('last4', p.last4, 'expires_on', p.expires_on) from payment_methods p
        where t.purpose = 'card_expiring' and p.merchant_id = o.merchant_id and p.mode = o.mode and p.operation_id = o.id and p.expires_on < o.next_due_on) as card,
      o.email, o.phone, o.total_cents, o.expires_at, o.substatus, o.confirmed_at, o.downpayment_cents, o.opening_fee_cents,
      coalesce((select json_agg(json_build_object('due_on', i.due_on, 'amount', i.amount_cents, 'interest', i.interest_cents, 'state', i.state) order by i.number) from instalments i
        where i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id), '[]') as instalments
    from notified t
    join operations o on o.merchant_id = t.merchant_id and o.mode = t.mode and o.id = t.operation_id
    left join refunds r on t.purpose = 'refund' and r.merchant_id = t.merchant_id and r.mode = t.mode and r.id = t.id
    left join checkout_links l on l.checkout_id = t.checkout_id
    join merchants m on m.id = t.merchant_id`)
}

/** States in which a code still gives another device of the customer the signed contract. */
const signed: ReadonlySet<string> = new Set(['pending_merchant', 'payment_process', 'payment_completed'])

/** Links and codes are sent only while the customer can still act on them; a refund's message once it has gone out. */
function isCurrent(row: Row, now: Date): boolean {
  if (row.purpose === 'outcome' || row.purpose === 'payment_noted') return true
  if (row.purpose === 'refund') return row.refund?.state === 'completed'
  if (row.purpose === 'early') return row.early_cents !== null
  if (row.purpose === 'card_expiring') return row.card !== null
  if (row.purpose === 'authenticate' || row.purpose === 'other_card') return row.instalments.some(({ state }) => state === 'overdue')
  const open = row.substatus === 'pending_customer' && (row.expires_at === null || row.expires_at > now)
  if (row.purpose === 'link') return open && row.generation === row.link_generation
  const isValid = now.getTime() - row.created_at.getTime() < CODE_MINUTES * 60_000
  return (open || signed.has(row.substatus)) && row.generation === row.codes_sent && isValid
}

/** What a text message is about, and whether it may have been sent before. */
const smsOf = ({ id, payload, attempts, resent }: Entry<CustomerKind>, { merchantId, mode }: Scope) => ({
  id,
  about: receiptReference({ merchantId, mode, deliveryId: payload.deliveryId }),
  again: attempts > 1 || resent,
})

/** `id`: the same at every attempt. */
async function send(services: Services, entry: ReturnType<typeof smsOf>, row: Row, contract: (() => Promise<Attachment | null>) | undefined): Promise<DeliveryState> {
  const to = row.channel === 'sms' ? row.phone : row.email
  if (to === null || to === '') return { state: 'failed', problem: 'rejected' }
  const sending = { ...entry, to, row, facts: factsOf(services, row) }
  const outcome = row.channel === 'sms' ? await bySms(services, sending) : await byEmail(services, sending, contract)
  return deliveryStateOf(outcome)
}

type Sending = ReturnType<typeof smsOf> & { to: string; row: Row; facts: MessageFacts }

const bySms = ({ sms, config }: Services, { id, about, again, to, row, facts }: Sending): Promise<SmsOutcome> =>
  sms.send({ about, again, to, text: withRecipientLanguage(row.language, () => smsText(row.purpose, facts, config)), id })

async function byEmail(services: Services, { id, to, row, facts }: Sending, contract: (() => Promise<Attachment | null>) | undefined): Promise<SmsOutcome> {
  const file = (row.purpose === 'outcome' || row.purpose === 'early') && row.checkout_id !== null && isApproved(facts) ? ((await contract?.()) ?? null) : null
  const email = withRecipientLanguage(row.language, () =>
    composeEmail(customerContent(row.purpose, { ...facts, isContractAttached: file !== null }, services.config), services.config),
  )
  return mailOutcome(() => services.mail({ id, to, ...email, ...(file && { attachments: [file] }) }))
}

function factsOf({ config, tokens }: Services, row: Row): MessageFacts {
  return {
    shopName: row.shop_name,
    firstName: row.first_name,
    totalCents: cents(row.total_cents),
    expiresAt: row.expires_at,
    substatus: row.substatus,
    confirmedAt: row.confirmed_at,
    downpaymentCents: cents(row.downpayment_cents),
    openingFeeCents: cents(row.opening_fee_cents),
    instalments: row.instalments.map(({ due_on: dueOn, amount, interest, state }) => ({
      dueOn,
      amountCents: amount,
      interestCents: interest,
      unpaid: state === 'pending' || state === 'overdue',
    })),
    isContractAttached: false,
    refund: row.refund && {
      id: row.refund.id,
      amountCents: cents(row.refund.amount),
      creditCents: cents(row.refund.credit),
      order: row.mid,
      completedOn: madridDay(new Date(row.refund.completed_at)),
      planStands: row.refund.stands === true,
    },
    earlyCents: row.early_cents === null ? null : cents(row.early_cents),
    noted: row.noted && {
      number: row.noted.number,
      count: row.instalments.length,
      amountCents: cents(row.noted.amount),
      way: row.noted.way,
      receivedOn: localDate(row.noted.received_on),
    },
    card: row.card && { last4: row.card.last4, expiresOn: localDate(row.card.expires_on) },
    link: row.checkout_id === null ? '' : checkoutLink({ config, tokens }, row.checkout_id, row.link_generation ?? 0),
    code: row.checkout_id === null ? '' : tokens.codeOf(row.checkout_id, row.codes_sent ?? 0),
  }
}

/** Moves the checkouts on, and notifies the till if there is one. */
function notifyTill(db: Connection, scope: Scope, messages: readonly AttemptedMessage<Row>[]): void {
  const ofCheckouts = messages.filter(({ row }) => row.checkout_id !== null)
  if (ofCheckouts.length === 0) return
  const hasLink = ({ row, delivery }: AttemptedMessage<Row>) => delivery.state === 'sent' && row.purpose === 'link'
  db.send(sql`with notified as (update checkouts c set version = c.version + 1,
        progress = case when c.progress = 'created' and e.has_link then 'sent' else c.progress end
      from (select n.id, bool_or(n.has_link) as has_link from unnest(${ofCheckouts.map(({ row }) => row.checkout_id)}::uuid[], ${ofCheckouts.map(hasLink)}::boolean[])
        n (id, has_link) group by n.id) e
      where ${inScope(scope, 'c')} and c.id = e.id returning c.id)
    select pg_notify('checkout', notified.id::text) from notified`)
}
