import type { DisputeAnswer, DisputeBearer, DisputeMoney, DisputeReason, DisputeState } from '#domain/money/cardDispute'
import { basisPoints, type BasisPoints, cents, type Cents } from '#domain/platform/money'
import type { OperationState, StatusReason, Substatus, SuspensionReason } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** What the card provider is to be told. */
type DisputeAct = 'submit' | 'accept'

/** A dispute as stored. Amounts in cents. */
export type StoredDispute = {
  id: string
  operationId: string
  chargeId: string
  provider: string
  reference: string
  reason: DisputeReason
  reasonCode: string
  state: DisputeState
  amountCents: Cents
  withdrawnCents: Cents
  feeCents: Cents
  money: DisputeMoney
  openedAt: Date
  noticedAt: Date
  evidenceDueAt: Date | null
  answer: DisputeAnswer | null
  answerText: string | null
  answeredAt: Date | null
  soldByRules: boolean
  act: DisputeAct | null
  actText: string | null
  /** Who of the provider's staff decided it; null: the shop, or nobody. */
  actStaffId: string | null
  submittedAt: Date | null
  bearer: DisputeBearer | null
  closedAt: Date | null
  revision: number
}

/** The locked operation of a dispute: its state, its disputed amount over all disputes, and its displayed names. */
export type DisputedOperation = {
  id: string
  before: OperationState
  disputedCents: Cents
  vatRate: BasisPoints
  mid: string | null
}

type Row = {
  id: string
  operation_id: string
  charge_id: string
  provider: string
  reference: string
  reason: DisputeReason
  reason_code: string
  state: DisputeState
  amount_cents: bigint
  withdrawn_cents: bigint
  fee_cents: bigint
  held_cents: bigint
  provider_cents: bigint
  merchant_cents: bigint
  merchant_fee_cents: bigint
  merchant_vat_cents: bigint
  opened_at: Date
  noticed_at: Date
  evidence_due_at: Date | null
  answer: DisputeAnswer | null
  answer_text: string | null
  answered_at: Date | null
  sold_by_rules: boolean
  act: DisputeAct | null
  act_text: string | null
  act_staff_id: string | null
  submitted_at: Date | null
  bearer: DisputeBearer | null
  closed_at: Date | null
  revision: number
}

const columns = sql`d.id, d.operation_id, d.charge_id, d.provider, d.reference, d.reason, d.reason_code, d.state, d.amount_cents, d.withdrawn_cents, d.fee_cents,
  d.held_cents, d.provider_cents, d.merchant_cents, d.merchant_fee_cents, d.merchant_vat_cents, d.opened_at, d.noticed_at, d.evidence_due_at, d.answer, d.answer_text, d.answered_at,
  d.sold_by_rules, d.act, d.act_text, d.act_staff_id, d.submitted_at, d.bearer, d.closed_at, d.revision`

/** Disputes by a condition over `d`, oldest first. */
export async function readDisputes(db: Connection, scope: Scope, condition: Sql): Promise<StoredDispute[]> {
  const rows = await db.rows<Row>(
    sql`select ${columns} from card_disputes d where ${inScope(scope, 'd')} and ${condition} order by d.opened_at, d.id`,
  )
  return rows.map(disputeOf)
}

export const readDispute = async (db: Connection, scope: Scope, id: string): Promise<StoredDispute | undefined> =>
  (await readDisputes(db, scope, sql`d.id = ${id}`))[0]

const disputeOf = (row: Row): StoredDispute => ({
  id: row.id,
  operationId: row.operation_id,
  chargeId: row.charge_id,
  provider: row.provider,
  reference: row.reference,
  reason: row.reason,
  reasonCode: row.reason_code,
  state: row.state,
  amountCents: cents(row.amount_cents),
  withdrawnCents: cents(row.withdrawn_cents),
  feeCents: cents(row.fee_cents),
  money: {
    heldCents: cents(row.held_cents),
    providerCents: cents(row.provider_cents),
    merchantCents: cents(row.merchant_cents),
    partnerFeeCents: cents(row.fee_cents),
    merchantFeeCents: cents(row.merchant_fee_cents),
    merchantVatCents: cents(row.merchant_vat_cents),
  },
  openedAt: row.opened_at,
  noticedAt: row.noticed_at,
  evidenceDueAt: row.evidence_due_at,
  answer: row.answer,
  answerText: row.answer_text,
  answeredAt: row.answered_at,
  soldByRules: row.sold_by_rules,
  act: row.act,
  actText: row.act_text,
  actStaffId: row.act_staff_id,
  submittedAt: row.submitted_at,
  bearer: row.bearer,
  closedAt: row.closed_at,
  revision: row.revision,
})

type OperationRow = {
  id: string
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  disputed_cents: bigint
  vat_bps: number
  mid: string | null
}

/** Locks an operation until the transaction ends, and reads it; undefined: there is none. */
export async function lockOperation(db: Connection, scope: Scope, operationId: string): Promise<DisputedOperation | undefined> {
  // Locked in a statement of its own: what follows must see what the previous holder of the lock wrote.
  db.send(sql`select from operations o where ${inScope(scope, 'o')} and o.id = ${operationId} for no key update`)
  const row =
    await db.first<OperationRow>(sql`select o.id, o.substatus, o.status_reason, o.suspension_reason, o.disputed_cents, o.vat_bps, o.mid
    from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}`)
  return (
    row && {
      id: row.id,
      before: { substatus: row.substatus, statusReason: row.status_reason, suspensionReason: row.suspension_reason },
      disputedCents: cents(row.disputed_cents),
      vatRate: basisPoints(row.vat_bps),
      mid: row.mid,
    }
  )
}

/** A dispute with its operation, locked until the transaction ends; undefined: there is none. */
export async function lockDispute(
  db: Connection,
  scope: Scope,
  id: string,
): Promise<{ dispute: StoredDispute; operation: DisputedOperation } | undefined> {
  const known = await readDispute(db, scope, id)
  const operation = known && (await lockOperation(db, scope, known.operationId))
  const dispute = operation && (await readDispute(db, scope, id))
  return operation && dispute && { dispute, operation }
}
