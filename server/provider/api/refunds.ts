import type { ProviderClaimView, ProviderCreditView, ProviderRefundView } from '#contract/providerApi/refunds'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { listChanged, type Read, readOneChanged } from './changes.ts'

const ofShop = ({ merchantId, mode }: Scope) => ({ merchantId: hexOf(merchantId), mode })
const iso = (at: Date | null): string | null => at?.toISOString() ?? null

type RefundRow = {
  id: string
  operation_id: string
  kind: ProviderRefundView['kind']
  amount_cents: bigint
  state: ProviderRefundView['state']
  release_at: Date | null
  reason: string | null
  merchant_reference: string | null
  credit_to_customer_cents: bigint
  fee_back_cents: bigint
  vat_back_cents: bigint
  subsidy_back_cents: bigint
  created_at: Date
  completed_at: Date | null
}

const refunds: Read<RefundRow, ProviderRefundView> = {
  kind: 'refund',
  rows: (db, scope, ids) =>
    db.rows<RefundRow>(sql`select r.id, r.operation_id, r.kind, r.amount_cents, r.state, r.release_at, r.reason, r.merchant_reference, r.credit_to_customer_cents,
        r.fee_back_cents, r.vat_back_cents, r.subsidy_back_cents, r.created_at, r.completed_at
      from refunds r where ${inScope(scope, 'r')} and r.id = any(${ids}::uuid[])`),
  view: (row, scope, changedAt) => ({
    id: hexOf(row.id),
    ...ofShop(scope),
    operationId: hexOf(row.operation_id),
    kind: row.kind,
    amount: Number(row.amount_cents),
    state: row.state,
    releaseAt: iso(row.release_at),
    reason: row.reason,
    merchantReference: row.merchant_reference,
    creditToCustomer: Number(row.credit_to_customer_cents),
    feeBack: Number(row.fee_back_cents),
    vatBack: Number(row.vat_back_cents),
    subsidyBack: Number(row.subsidy_back_cents),
    createdAt: row.created_at.toISOString(),
    completedAt: iso(row.completed_at),
    changedAt: changedAt.toISOString(),
  }),
}

/** Refunds of all shops in the order of their last change. */
export const providerRefundList: ProviderHandler<'providerRefundList'> = ({ db, services, query }) =>
  listChanged(db, services, refunds, query)

export const providerRefund: ProviderHandler<'providerRefund'> = ({ db, services, params }) =>
  readOneChanged(db, services, refunds, params.refundId)

type CreditRow = {
  id: string
  operation_id: string
  amount_cents: bigint
  paid_cents: bigint
  under_way_cents: bigint
  state: ProviderCreditView['state']
  created_at: Date
  asked_at: Date | null
  paid_at: Date | null
  payments: PaymentRow[]
}
type PaymentRow = {
  id: string
  credit_id: string
  kind: ProviderCreditView['payments'][number]['kind']
  amount_cents: bigint
  state: ProviderCreditView['payments'][number]['state']
  reference: string | null
  reason: string | null
  created_at: Date
  done_at: Date | null
}

async function readCredits(db: Connection, scope: Scope, ids: readonly string[]): Promise<CreditRow[]> {
  const [rows, payments] = await Promise.all([
    db.rows<
      Omit<CreditRow, 'payments'>
    >(sql`select c.id, c.operation_id, c.amount_cents, c.paid_cents, c.under_way_cents, c.state, c.created_at, c.asked_at, c.paid_at
      from customer_credits c where ${inScope(scope, 'c')} and c.id = any(${[...ids]}::uuid[])`),
    // What staff wrote of a payment by hand stays in the console.
    db.rows<PaymentRow>(sql`select p.id, p.credit_id, p.kind, p.amount_cents, p.state, p.reference, case when p.kind <> 'manual' then p.reason end as reason, p.created_at, p.done_at
      from credit_payments p where ${inScope(scope, 'p')} and p.credit_id = any(${[...ids]}::uuid[]) order by p.created_at, p.id`),
  ])
  const byCredit = Map.groupBy(payments, (payment) => payment.credit_id)
  return rows.map((row) => ({ ...row, payments: byCredit.get(row.id) ?? [] }))
}

const credits: Read<CreditRow, ProviderCreditView> = {
  kind: 'credit',
  rows: readCredits,
  view: (row, scope, changedAt) => ({
    id: hexOf(row.id),
    ...ofShop(scope),
    operationId: hexOf(row.operation_id),
    amount: Number(row.amount_cents),
    paid: Number(row.paid_cents),
    underWay: Number(row.under_way_cents),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    askedAt: iso(row.asked_at),
    paidAt: iso(row.paid_at),
    payments: row.payments.map((payment) => ({
      id: hexOf(payment.id),
      kind: payment.kind,
      amount: Number(payment.amount_cents),
      state: payment.state,
      reference: payment.reference,
      reason: payment.reason,
      createdAt: payment.created_at.toISOString(),
      doneAt: iso(payment.done_at),
    })),
    changedAt: changedAt.toISOString(),
  }),
}

/** What customers of all shops are owed, in the order of the last change. */
export const providerCreditList: ProviderHandler<'providerCreditList'> = ({ db, services, query }) =>
  listChanged(db, services, credits, query)

export const providerCredit: ProviderHandler<'providerCredit'> = ({ db, services, params }) =>
  readOneChanged(db, services, credits, params.creditId)

type ClaimRow = {
  id: string
  settlement_id: string
  about: ProviderClaimView['about']
  state: ProviderClaimView['state']
  difference_cents: bigint
  bank_cents: bigint | null
  bank_on: string | null
  note: string | null
  answer: string | null
  opened_at: Date
  answered_at: Date | null
  closed_at: Date | null
}

const claims: Read<ClaimRow, ProviderClaimView> = {
  kind: 'claim',
  rows: (db, scope, ids) =>
    db.rows<ClaimRow>(sql`select c.id, c.settlement_id, c.about, c.state, c.difference_cents, c.bank_cents, c.bank_on, c.note, c.answer, c.opened_at, c.answered_at, c.closed_at
      from settlement_claims c where ${inScope(scope, 'c')} and c.id = any(${ids}::uuid[])`),
  view: (row, { merchantId }, changedAt) => ({
    id: hexOf(row.id),
    merchantId: hexOf(merchantId),
    settlementId: hexOf(row.settlement_id),
    about: row.about,
    state: row.state,
    difference: Number(row.difference_cents),
    bankAmount: row.bank_cents === null ? null : Number(row.bank_cents),
    bankOn: row.bank_on,
    note: row.note,
    answer: row.answer,
    openedAt: row.opened_at.toISOString(),
    answeredAt: iso(row.answered_at),
    closedAt: iso(row.closed_at),
    changedAt: changedAt.toISOString(),
  }),
}

/** Live claims of all shops in the order of their last change. */
export const providerClaimList: ProviderHandler<'providerClaimList'> = ({ db, services, query }) =>
  listChanged(db, services, claims, { mode: 'live', ...query })

export const providerClaim: ProviderHandler<'providerClaim'> = ({ db, services, params }) =>
  readOneChanged(db, services, claims, params.claimId)
