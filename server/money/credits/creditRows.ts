import type { CreditState, RefundableCharge } from '#domain/money/customerCredit'
import { cents, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

type PaymentKind = 'card' | 'transfer' | 'manual'
export type PaymentState = 'asked' | 'pending' | 'succeeded' | 'declined'

/** An attempt to pay a credit. */
export type CreditPayment = {
  id: string
  kind: PaymentKind
  amountCents: Cents
  state: PaymentState
  chargeId: string | null
  retryAt: Date | null
  createdAt: Date
}

/** A charge of the operation with its reference at the card provider, and until when it is closed if that is not for good. */
type CreditCharge = RefundableCharge & { reference: string; opensAt: Date | null }

/** A credit with all attempts to pay it, read under the lock of its operation. Amounts in cents. */
export type Credit = {
  id: string
  operationId: string
  amountCents: Cents
  paidCents: Cents
  underWayCents: Cents
  state: CreditState
  createdAt: Date
  askedAt: Date | null
  payments: CreditPayment[]
  charges: CreditCharge[]
  /** Of the queue: how often the customer was reminded, and the generation of their link. */
  reminders: number
  linkGeneration: number
  /** How the customer can be written to. */
  contact: { email: string; phone: string | null }
}

type PaymentRow = {
  id: string
  kind: PaymentKind
  amount: number
  state: PaymentState
  charge: string | null
  retry_at: string | null
  at: string
}
type ChargeRow = {
  id: string
  reference: string
  at: string
  amount: number
  refunded: number
  declined: boolean
  retry_at: string | null
  disputed: boolean
}
type Row = {
  operation_id: string
  amount_cents: bigint
  paid_cents: bigint
  under_way_cents: bigint
  state: CreditState
  created_at: Date
  asked_at: Date | null
  email: string
  phone: string | null
  reminders: number | null
  link_generation: number | null
  payments: PaymentRow[]
  charges: ChargeRow[]
}

/** Locks the credit's operation until the transaction ends, and reads the credit. */
export async function lockCredit(db: Connection, scope: Scope, creditId: string, now: Date): Promise<Credit | undefined> {
  // Locked in a statement of its own: what follows must see what the previous holder of the lock wrote.
  db.send(sql`select from operations o where ${inScope(scope, 'o')}
    and o.id = (select c.operation_id from customer_credits c where ${inScope(scope, 'c')} and c.id = ${creditId}) for no key update`)
  const row =
    await db.first<Row>(sql`select c.operation_id, c.amount_cents, c.paid_cents, c.under_way_cents, c.state, c.created_at, c.asked_at, o.email, o.phone, q.reminders, q.link_generation,
      coalesce((select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'amount', p.amount_cents, 'state', p.state, 'charge', p.charge_id, 'retry_at', p.retry_at, 'at', p.created_at)
        order by p.created_at, p.id) from credit_payments p where ${inScope(scope, 'p')} and p.credit_id = c.id), '[]') as payments,
      coalesce((select json_agg(json_build_object('id', h.id, 'reference', h.provider_reference, 'at', h.created_at, 'amount', h.amount_cents, 'refunded', h.refunded_cents,
          'declined', l.state is not distinct from 'declined', 'retry_at', l.retry_at,
          'disputed', exists (select from card_disputes d where ${inScope(scope, 'd')} and d.charge_id = h.id and d.state in ('needs_response', 'under_review', 'lost'))) order by h.created_at, h.id)
        from charges h left join lateral (select l.state, l.retry_at from credit_payments l where ${inScope(scope, 'l')} and l.charge_id = h.id
          order by l.created_at desc, l.id desc limit 1) l on true
        where ${inScope(scope, 'h')} and h.operation_id = c.operation_id and h.state = 'captured' and h.provider_reference is not null), '[]') as charges
    from customer_credits c join operations o on ${inScope(scope, 'o')} and o.id = c.operation_id
      left join credit_queue q on q.merchant_id = c.merchant_id and q.credit_id = c.id
    where ${inScope(scope, 'c')} and c.id = ${creditId}`)
  return row && creditOf(creditId, row, now)
}

const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text))

const creditOf = (id: string, row: Row, now: Date): Credit => ({
  id,
  operationId: row.operation_id,
  amountCents: cents(row.amount_cents),
  paidCents: cents(row.paid_cents),
  underWayCents: cents(row.under_way_cents),
  state: row.state,
  createdAt: row.created_at,
  askedAt: row.asked_at,
  // No row once a paid credit was forgotten; it comes back when a card or a bank returns what was sent.
  reminders: row.reminders ?? 0,
  linkGeneration: row.link_generation ?? 0,
  contact: { email: row.email, phone: row.phone },
  payments: row.payments.map((payment) => ({
    id: payment.id,
    kind: payment.kind,
    amountCents: cents(payment.amount),
    state: payment.state,
    chargeId: payment.charge,
    retryAt: dateOrNull(payment.retry_at),
    createdAt: new Date(payment.at),
  })),
  charges: row.charges.map((one) => chargeOf(one, now)),
})

/** How often it is looked at whether a dispute has ended. */
const disputedMs = 24 * 3_600_000

/**
 * After a declined refund a charge takes no further refund, or none before `retry_at`. A charge that its cardholder disputes is paid back by the bank: its refund waits until
 * the dispute is won, or for staff.
 */
function chargeOf(row: ChargeRow, now: Date): CreditCharge {
  const retryAt = row.disputed ? new Date(now.getTime() + disputedMs) : dateOrNull(row.retry_at)
  const isClosed = row.disputed || (row.declined && (retryAt === null || retryAt > now))
  return {
    id: row.id,
    reference: row.reference,
    chargedAt: new Date(row.at),
    amountCents: cents(row.amount),
    refundedCents: cents(row.refunded),
    isClosed,
    opensAt: isClosed ? retryAt : null,
  }
}

/** What is neither paid nor under way. */
export const uncovered = ({ amountCents, paidCents, underWayCents }: Credit): Cents => cents(amountCents - paidCents - underWayCents)

/** The amount requested from cards or the bank that has no final answer. */
export const underWay = ({ payments }: Credit, kind: PaymentKind): Cents =>
  cents(
    payments.reduce((sum, one) => sum + (one.kind === kind && (one.state === 'asked' || one.state === 'pending') ? one.amountCents : 0), 0),
  )
