import { localDate, type LocalDate } from '#domain/platform/dates'
import { cents, type Cents } from '#domain/platform/money'
import type { InstalmentState, OperationState, StatusReason, Substatus, SuspensionReason } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'

/** An instalment with the current state of its operation. Amounts in cents. */
export type DueInstalment = {
  operationId: string
  number: number
  before: OperationState
  /** Null when the plan has no instalment with that number any more. */
  state: InstalmentState | null
  isPaid: boolean
  dueOn: LocalDate | null
  amountCents: Cents
  principalCents: Cents
  interestCents: Cents
  /** The customer repays it before it is due. */
  isEarly: boolean
  /** The next unpaid instalment. */
  next: { dueOn: LocalDate; amountCents: Cents } | null
}

type Row = {
  operation_id: string
  number: number
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  state: InstalmentState | null
  paid_at: Date | null
  due_on: string | null
  amount_cents: bigint | null
  principal_cents: bigint | null
  interest_cents: bigint | null
  next_due_on: string | null
  next_cents: bigint | null
}

/** Reads instalments, one of each operation, after locking the operations in order of id. */
export async function lockInstalments(
  db: Connection,
  scope: Scope,
  keys: readonly { operationId: string; instalment: number }[],
): Promise<Map<string, DueInstalment>> {
  const ids = keys.map(({ operationId }) => operationId)
  db.send(sql`select from operations o where ${inScope(scope, 'o')} and o.id = any(${ids}::uuid[]) order by o.id for update`)
  const rows =
    await db.rows<Row>(sql`select o.id as operation_id, a.number, o.substatus, o.status_reason, o.suspension_reason, i.state, i.paid_at, i.due_on, i.amount_cents,
      i.principal_cents, i.interest_cents, n.due_on as next_due_on, n.amount_cents as next_cents
    from unnest(${ids}::uuid[], ${keys.map(({ instalment }) => instalment)}::integer[]) a (operation_id, number)
      join operations o on ${inScope(scope, 'o')} and o.id = a.operation_id
      left join instalments i on i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id and i.number = a.number
      left join lateral (select n.due_on, n.amount_cents from instalments n where n.merchant_id = o.merchant_id and n.mode = o.mode and n.operation_id = o.id
        and n.number <> a.number and n.state in ('pending', 'overdue') and n.amount_cents > 0 order by n.number limit 1) n on true`)
  return new Map(rows.map((row) => [row.operation_id, dueOf(row)]))
}

function dueOf(row: Row): DueInstalment {
  return {
    operationId: row.operation_id,
    number: row.number,
    before: { substatus: row.substatus, statusReason: row.status_reason, suspensionReason: row.suspension_reason },
    state: row.state,
    isPaid: row.paid_at !== null,
    isEarly: false,
    dueOn: row.due_on === null ? null : localDate(row.due_on),
    amountCents: cents(row.amount_cents ?? 0n),
    principalCents: cents(row.principal_cents ?? 0n),
    interestCents: cents(row.interest_cents ?? 0n),
    next:
      row.next_due_on === null || row.next_cents === null
        ? null
        : { dueOn: localDate(row.next_due_on), amountCents: cents(row.next_cents) },
  }
}
