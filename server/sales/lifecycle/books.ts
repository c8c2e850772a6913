import { localDate, type LocalDate, madridDay } from '#domain/platform/dates'
import type { FeePlan } from '#domain/sales/plans/fees'
import type { Channel, InstalmentState, OperationFacts } from '#domain/sales/operations/lifecycle'
import { basisPoints, type BasisPoints, cents, type Cents, centsOrNull } from '#domain/platform/money'
import type { BookedInstalment } from '#domain/sales/plans/plan'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { factColumns, factsOf, type FactsRow } from './operationFacts.ts'

export type BookedCapture = { id: string; amountCents: Cents; refundedCents: Cents; capturedAt: Date }
type HeldRefund = { id: string; kind: 'refund' | 'cancel'; amountCents: Cents; createdAt: Date; releaseAt: Date }

/** An operation's money as booked: everything that a refund, a cancellation or a capture is computed from. */
export type OperationBooks = {
  id: string
  channel: Channel
  facts: OperationFacts
  /** The part of `facts.refundedCents` that has not gone out yet. */
  heldCents: Cents
  held: HeldRefund[]
  /** A cancellation is completed or held. */
  cancelled: boolean
  numInstalments: number
  tin: BasisPoints
  referenceTin: BasisPoints
  /** From the campaign: months without payments that the shop pays for. */
  waitingMonths: number
  downpaymentCents: Cents
  openingFeeCents: Cents
  feePlan: FeePlan
  /** The subsidy charged for everything captured, before refunds. */
  fullSubsidyCents: Cents
  subsidyCents: Cents
  netCents: Cents | null
  instalments: BookedInstalment[]
  /** The instalment with a charge that the card has not answered yet; null: none. */
  askedInstalment: number | null
  /** Of that charge, if it is an early repayment: whether of all that is left, and of which day. */
  askedEarly: { all: boolean; on: LocalDate } | null
  captures: BookedCapture[]
  /** Already credited to the customer's card by earlier refunds. */
  creditedCents: Cents
  /** The customer's e-mail address; empty once the customer was erased. */
  customerEmail: string
}

type Row = FactsRow & {
  id: string
  held_cents: bigint
  downpayment_cents: bigint
  opening_fee_cents: bigint
  num_instalments: number
  tin_bps: number
  reference_tin_bps: number
  waiting_months: number
  fee_bps: number
  fee_fixed_cents: bigint
  vat_bps: number
  subsidy_cents: bigint
  net_cents: bigint | null
  full_subsidy_cents: string
  credited_cents: string
  email: string
  cancelled: boolean
  instalments: { number: number; due_on: string; amount: number; principal: number; interest: number; state: InstalmentState }[]
  captures: { id: string; amount: number; refunded: number; at: string }[]
  held: { id: string; kind: 'refund' | 'cancel'; amount: number; asked_at: string; at: string }[]
  asked_instalment: number | null
  asked_repays_all: boolean | null
  asked_at: Date | null
}

const ofOperation = (alias: Sql): Sql =>
  sql`${alias}.merchant_id = o.merchant_id and ${alias}.mode = o.mode and ${alias}.operation_id = o.id`

/** Reads an operation's books in one statement. Refuses with ObjectNotFoundException. */
export async function readBooks(db: Connection, scope: Scope, operationId: string): Promise<OperationBooks> {
  const [books] = await readAllBooks(db, scope, [operationId])
  if (!books) throw notFound(hexOf(operationId))
  return books
}

/** As {@link readBooks}, with the operation's row locked until the transaction ends. */
export function lockBooks(db: Connection, scope: Scope, operationId: string): Promise<OperationBooks> {
  // Locked in a statement of its own: what follows must see what the previous holder of the lock wrote. The lock allows inserts of rows that reference it.
  db.send(sql`select from operations o where ${inScope(scope, 'o')} and o.id = ${operationId} for no key update`)
  return readBooks(db, scope, operationId)
}

/** Reads those of several operations in one statement, without locks. */
export async function readAllBooks(db: Connection, scope: Scope, operationIds: readonly string[]): Promise<OperationBooks[]> {
  const rows =
    await db.rows<Row>(sql`select o.id, ${factColumns}, o.held_cents, o.downpayment_cents, o.opening_fee_cents, o.num_instalments, o.tin_bps, o.reference_tin_bps, o.waiting_months, o.fee_bps,
      o.fee_fixed_cents, o.vat_bps, o.subsidy_cents, o.net_cents, o.email,
      (select coalesce(sum(l.subsidy_cents), 0) from settlement_lines l where ${ofOperation(sql`l`)} and l.kind = 'order') as full_subsidy_cents,
      (select coalesce(sum(r.credit_to_customer_cents), 0) from refunds r where ${ofOperation(sql`r`)} and r.state = 'completed') as credited_cents,
      exists (select from refunds r where ${ofOperation(sql`r`)} and r.kind = 'cancel' and r.state <> 'undone') as cancelled,
      coalesce((select json_agg(json_build_object('number', i.number, 'due_on', i.due_on, 'amount', i.amount_cents, 'principal', i.principal_cents,
        'interest', i.interest_cents, 'state', i.state) order by i.number) from instalments i where ${ofOperation(sql`i`)}), '[]') as instalments,
      coalesce((select json_agg(json_build_object('id', c.id, 'amount', c.amount_cents, 'refunded', c.refunded_cents, 'at', c.captured_at)
        order by c.captured_at, c.id) from captures c where ${ofOperation(sql`c`)}), '[]') as captures,
      coalesce((select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'amount', r.amount_cents, 'asked_at', r.created_at, 'at', r.release_at)
        order by r.release_at, r.created_at, r.id) from refunds r where ${ofOperation(sql`r`)} and r.state = 'held'), '[]') as held,
      c.instalment as asked_instalment, c.repays_all as asked_repays_all, c.created_at as asked_at
    from operations o left join charges c on ${ofOperation(sql`c`)} and c.state = 'asked' where ${inScope(scope, 'o')} and o.id = any(${operationIds}::uuid[])`)
  return rows.map(booksOf)
}

function booksOf(row: Row): OperationBooks {
  return {
    id: row.id,
    channel: row.channel,
    facts: factsOf(row),
    heldCents: cents(row.held_cents),
    held: row.held.map((refund) => ({
      id: refund.id,
      kind: refund.kind,
      amountCents: cents(refund.amount),
      createdAt: new Date(refund.asked_at),
      releaseAt: new Date(refund.at),
    })),
    cancelled: row.cancelled,
    numInstalments: row.num_instalments,
    tin: basisPoints(row.tin_bps),
    referenceTin: basisPoints(row.reference_tin_bps),
    waitingMonths: row.waiting_months,
    downpaymentCents: cents(row.downpayment_cents),
    openingFeeCents: cents(row.opening_fee_cents),
    feePlan: { rate: basisPoints(row.fee_bps), fixedCents: cents(row.fee_fixed_cents), vatRate: basisPoints(row.vat_bps) },
    fullSubsidyCents: cents(BigInt(row.full_subsidy_cents)),
    subsidyCents: cents(row.subsidy_cents),
    netCents: centsOrNull(row.net_cents),
    instalments: row.instalments.map((instalment) => ({
      number: instalment.number,
      dueOn: localDate(instalment.due_on),
      amountCents: cents(instalment.amount),
      principalCents: cents(instalment.principal),
      interestCents: cents(instalment.interest),
      state: instalment.state,
    })),
    askedInstalment: row.asked_instalment,
    askedEarly: row.asked_repays_all === null || row.asked_at === null ? null : { all: row.asked_repays_all, on: madridDay(row.asked_at) },
    captures: row.captures.map((capture) => ({
      id: capture.id,
      amountCents: cents(capture.amount),
      refundedCents: cents(capture.refunded),
      capturedAt: new Date(capture.at),
    })),
    creditedCents: cents(BigInt(row.credited_cents)),
    customerEmail: row.email,
  }
}
