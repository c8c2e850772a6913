import { madridDay } from '#domain/platform/dates'
import { canCapture, remainingCaptureCents, type OperationFacts } from '#domain/sales/operations/lifecycle'
import { cancellations, shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'

type CaptureRow = { id: string; amount_cents: bigint; refunded_cents: bigint; captured_at: Date }
type RefundRow = {
  id: string
  amount_cents: bigint
  state: 'held' | 'completed'
  credit_to_customer_cents: bigint
  created_at: Date
  /** When it went out, or will. */
  accrued_at: Date
  parts: { capture: string; amount: number }[]
}
type VoidRow = { id: string; amount_cents: bigint; voided_at: Date }

type ShopRefund = ReturnType<typeof refundOf>
export type ShopCapture = {
  id: string
  amount: number
  created: string
  refunds: ShopRefund[]
  refundedAmount: number
  remainingAmount: number
}

/** The captures, refunds and voids of an operation, in the shape of the shops' API. */
export async function readMoney(db: Connection, scope: Scope, operationId: string, facts: OperationFacts) {
  const [captureRows, refundRows, voidRows] = await Promise.all([
    db.rows<CaptureRow>(sql`select c.id, c.amount_cents, c.refunded_cents, c.captured_at from captures c
      where ${inScope(scope, 'c')} and c.operation_id = ${operationId} order by c.captured_at, c.id`),
    db.rows<RefundRow>(sql`select r.id, r.amount_cents, r.state, r.credit_to_customer_cents, r.created_at, coalesce(r.completed_at, r.release_at, r.created_at) as accrued_at,
      coalesce((select json_agg(json_build_object('capture', p.capture_id, 'amount', p.amount_cents)) from refund_captures p
        where p.merchant_id = r.merchant_id and p.mode = r.mode and p.refund_id = r.id), '[]') as parts
      from refunds r where ${inScope(scope, 'r')} and r.operation_id = ${operationId} and r.state <> 'undone'
      order by r.created_at, r.id`),
    db.rows<VoidRow>(sql`select v.id, v.amount_cents, v.voided_at from voids v
      where ${inScope(scope, 'v')} and v.operation_id = ${operationId} order by v.voided_at, v.id`),
  ])
  const endedBy = lastOf(refundRows, facts)
  return {
    captures: captureRows.map((row) => captureOf(row, refundRows, endedBy)),
    refunds: running(
      Number(facts.capturedCents),
      refundRows.map((row) => ({ row, amount: Number(row.amount_cents) })),
      endedBy,
    ),
    voids: voidRows.map(({ id, amount_cents, voided_at }) => ({
      id: hexOf(id),
      amount: Number(amount_cents),
      created: shopInstantOf(voided_at),
    })),
  }
}

/** The refund after which nothing was owed any more, if any. */
function lastOf(refunds: readonly RefundRow[], { substatus, suspensionReason }: OperationFacts): string | undefined {
  const debtGone = substatus === 'payment_completed' || cancellations.some((reason) => reason === suspensionReason)
  return debtGone ? refunds.findLast(({ state }) => state === 'completed')?.id : undefined
}

function captureOf(row: CaptureRow, refunds: readonly RefundRow[], endedBy: string | undefined): ShopCapture {
  const own = refunds.flatMap((refund) =>
    refund.parts.filter(({ capture }) => capture === row.id).map(({ amount }) => ({ row: refund, amount })),
  )
  const amount = Number(row.amount_cents)
  return {
    id: hexOf(row.id),
    amount,
    created: shopInstantOf(row.captured_at),
    refunds: running(amount, own, endedBy),
    refundedAmount: Number(row.refunded_cents),
    remainingAmount: amount - Number(row.refunded_cents),
  }
}

/** Refunds in order, each with the amount it left. */
function running(amount: number, refunds: readonly { row: RefundRow; amount: number }[], endedBy: string | undefined): ShopRefund[] {
  let left = amount
  return refunds.map((one) => {
    left -= one.amount
    return refundOf(one.row, one.amount, left, one.row.id === endedBy)
  })
}

const refundOf = (row: RefundRow, amount: number, pendingAmount: number, completed: boolean) => ({
  id: hexOf(row.id),
  amount,
  pendingAmount,
  accrualDate: madridDay(row.accrued_at) as string,
  creditToCustomer: Number(row.credit_to_customer_cents),
  completed,
  completedButDefaults: false,
  created: shopInstantOf(row.created_at),
})

/** What may be captured now: shops' programs ask for every order that they ship, and 0 means that there is nothing to do. */
export const capturableNow = (facts: OperationFacts, now: Date): number =>
  canCapture(facts, now).allowed ? remainingCaptureCents(facts) : 0
