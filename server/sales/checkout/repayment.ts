import type { Checkout } from '#contract/sales/checkout'
import type { PlanPayment, Repayment } from '#contract/sales/repayment'
import { type LocalDate, localDate, madridDay } from '#domain/platform/dates'
import { cents, sum } from '#domain/platform/money'
import type { InstalmentState } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { type OperationBooks, readBooks } from '../lifecycle/books.ts'
import { earlyRepaymentOf } from '../lifecycle/collection.ts'
import type { Sale, WaitingPayment } from './sale.ts'

type Row = { number: number; due_on: string; amount_cents: bigint; state: Exclude<InstalmentState, 'cancelled'>; paid_at: Date | null }
type AskedRow = { waitsFor: WaitingPayment['waitsFor'] | null; url: string | null; amount_cents: bigint }

/** The plan as it stands, and what can be done about it; null before it runs. */
export async function readRepayment(db: Connection, scope: Scope, sale: Sale, now: Date): Promise<Repayment | null> {
  const rows = await db.rows<Row>(sql`select i.number, i.due_on, i.amount_cents, i.state, i.paid_at from instalments i
    where ${inScope(scope, 'i')} and i.operation_id = ${sale.operationId} and i.state <> 'cancelled' order by i.number`)
  if (sale.confirmedAt === null || rows.length === 0) return null
  const books = await readBooks(db, scope, sale.operationId)
  if (books.captures.length === 0) return null
  const payments = [...signaturePayment(books, madridDay(sale.confirmedAt)), ...rows.map(paymentOf)]
  const amountIn = (...states: PlanPayment['state'][]) =>
    sum(...payments.filter(({ state }) => states.includes(state)).map(({ amount }) => cents(amount)))
  return {
    payments,
    paidAmount: amountIn('paid'),
    leftAmount: amountIn('pending', 'overdue'),
    stopped: await readStopped(db, scope, books),
    early: books.askedInstalment === null ? earlyOf(books, madridDay(now)) : null,
    payment: await readAsked(db, scope, books),
    canChangeCard: sale.substatus === 'payment_process' && books.askedInstalment === null,
  }
}

async function readStopped(db: Connection, scope: Scope, { id, facts }: OperationBooks): Promise<Repayment['stopped']> {
  const { disputedCents = 0, substatus, suspensionReason } = facts
  const isHeld = suspensionReason === 'dispute' || suspensionReason === 'fraud_hold' || suspensionReason === 'default'
  if (disputedCents === 0) return isHeld ? 'held' : null
  const open = await db.first(
    sql`select from card_disputes d where ${inScope(scope, 'd')} and d.operation_id = ${id} and d.state in ('needs_response', 'under_review') limit 1`,
  )
  if (open) return 'disputed'
  return substatus === 'payment_process' ? null : 'dispute_lost'
}

const signaturePayment = ({ downpaymentCents, openingFeeCents }: OperationBooks, day: LocalDate): PlanPayment[] =>
  downpaymentCents + openingFeeCents === 0
    ? []
    : [{ number: 0, dueOn: day, amount: sum(downpaymentCents, openingFeeCents), state: 'paid', paidOn: day }]

const paymentOf = (row: Row): PlanPayment => ({
  number: row.number,
  dueOn: localDate(row.due_on),
  amount: cents(row.amount_cents),
  state: row.state,
  paidOn: row.paid_at && madridDay(row.paid_at),
})

function earlyOf(books: OperationBooks, today: LocalDate): Repayment['early'] {
  const all = earlyRepaymentOf(books, true, today)
  if (all === null) return null
  const next = earlyRepaymentOf(books, false, today)
  const isOnly = next === null || next.amountCents === all.amountCents
  return { number: all.number, next: isOnly ? null : offerOf(next), all: offerOf(all) }
}

const offerOf = ({ amountCents, savedCents }: NonNullable<ReturnType<typeof earlyRepaymentOf>>) => ({
  amount: amountCents,
  saved: savedCents,
})

async function readAsked(db: Connection, scope: Scope, { id, askedInstalment, askedEarly }: OperationBooks): Promise<Repayment['payment']> {
  if (askedInstalment === null || askedEarly === null) return null
  const row = await db.first<AskedRow>(sql`select c.waits_for as "waitsFor", c.action_url as url, c.amount_cents
    from charges c where ${inScope(scope, 'c')} and c.operation_id = ${id} and c.state = 'asked'`)
  if (!row) return null
  return {
    waitsFor: row.waitsFor ?? 'provider',
    url: row.url,
    number: askedInstalment,
    all: askedEarly.all,
    amount: cents(row.amount_cents),
  }
}

/** What is owed to the customer after refunds; null when nothing is. */
export async function readOwedToCustomer(db: Connection, scope: Scope, operationId: string): Promise<Checkout['owedToCustomer']> {
  const row = await db.first<{
    cents: bigint | null
    needs_account: boolean | null
  }>(sql`select sum(c.amount_cents - c.paid_cents)::bigint as cents,
      bool_or(c.state = 'needs_account') as needs_account
    from customer_credits c where ${inScope(scope, 'c')} and c.operation_id = ${operationId} and c.amount_cents > c.paid_cents`)
  return row?.cents == null ? null : { amount: cents(row.cents), needsAccount: row.needs_account === true }
}
