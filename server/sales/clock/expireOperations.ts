import { cents } from '#domain/platform/money'
import {
  nextState,
  remainingCaptureCents,
  type OperationEvent,
  type OperationState,
  type StatusReason,
  type Substatus,
  type SuspensionReason,
} from '#domain/sales/operations/lifecycle'
import { changeOperations } from '../lifecycle/changeOperation.ts'
import { stopping } from '../lifecycle/stopOperation.ts'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'

export type ExpiryKind = 'checkout_expiry' | 'confirmation' | 'capture'

type Row = {
  id: string
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  due_at: Date | null
  total_cents: bigint
  voided_cents: bigint
  captured_cents: bigint
}
type DueOperation = { id: string; dueAt: Date | null; before: OperationState; captured: boolean; restCents: number }

/** The event raised by each expiry, and the column that holds its deadline. */
const events: Readonly<Record<ExpiryKind, OperationEvent>> = {
  checkout_expiry: 'checkout_expired',
  confirmation: 'confirmation_expired',
  capture: 'capture_expired',
}

/**
 * Expires operations: what the customer did not complete (T5), the shop did not confirm (T11) or did not capture (T13); after a first partial capture the
 * rest is voided instead (docs/domain.md#cancel-capture-void). A batch of one shop, with each rule checked again under the lock. Returns the changed
 * operations.
 */
export async function expireOperations(
  db: Connection,
  scope: Scope,
  { kind, operationIds, now }: { kind: ExpiryKind; operationIds: readonly string[]; now: Date },
): Promise<string[]> {
  const due = (await lockKnown(db, scope, kind, operationIds)).filter(({ dueAt }) => dueAt !== null && dueAt <= now)
  const ends = due.flatMap(({ id, before, captured }) => {
    const after = captured ? null : nextState(before, events[kind])
    return after ? [{ id, before, after }] : []
  })
  const partly = due.filter(
    ({ before, captured, restCents }) => kind === 'capture' && captured && before.substatus === 'payment_process' && restCents > 0,
  )
  stopAll(db, scope, { ends, event: events[kind], now })
  voidRemainders(db, scope, partly, now)
  return [...ends, ...partly].map(({ id }) => id)
}

async function lockKnown(db: Connection, scope: Scope, kind: ExpiryKind, operationIds: readonly string[]): Promise<DueOperation[]> {
  const dueAt = { checkout_expiry: sql`o.expires_at`, confirmation: sql`o.confirm_by`, capture: sql`o.capture_by` }[kind]
  const rows =
    await db.rows<Row>(sql`select o.id, o.substatus, o.status_reason, o.suspension_reason, ${dueAt} as due_at, o.total_cents, o.voided_cents, o.captured_cents
    from operations o where ${inScope(scope, 'o')} and o.id = any(${operationIds}::uuid[]) order by o.id for update`)
  return rows.map((row) => ({
    id: row.id,
    dueAt: row.due_at,
    before: { substatus: row.substatus, statusReason: row.status_reason, suspensionReason: row.suspension_reason },
    captured: row.captured_cents > 0n,
    restCents: remainingCaptureCents({
      totalCents: cents(row.total_cents),
      voidedCents: cents(row.voided_cents),
      capturedCents: cents(row.captured_cents),
    }),
  }))
}

type Ends = { ends: readonly { id: string; before: OperationState; after: OperationState }[]; event: OperationEvent; now: Date }

/** `stopOperation` for a batch. */
function stopAll(db: Connection, scope: Scope, { ends, event, now }: Ends): void {
  const ids = ends.map(({ id }) => id)
  const by = { event, actor: 'system' as const, userId: null, amountCents: null }
  changeOperations(
    db,
    scope,
    now,
    ends.map(({ id, before, after }) => ({ operationId: id, ...by, before, after })),
    stopping(scope, ids, now),
  )
}

/** What was captured stays; nothing more can be captured. */
function voidRemainders(db: Connection, scope: Scope, partly: readonly DueOperation[], now: Date): void {
  const by = { event: 'rest_voided', actor: 'system' as const, userId: null }
  const changes = partly.map(({ id, before, restCents }) => ({ operationId: id, ...by, before, after: before, amountCents: restCents }))
  changeOperations(db, scope, now, changes, {
    with: sql`rest as (
      select * from unnest(${partly.map(({ id }) => id)}::uuid[], ${partly.map(({ restCents }) => restCents)}::bigint[]) r (id, cents)
    ), void as (
      insert into voids (merchant_id, mode, id, operation_id, amount_cents, voided_at)
      select ${scope.merchantId}, ${scope.mode}, gen_random_uuid(), r.id, r.cents, ${now} from rest r
    )`,
    set: sql`voided_cents = o.voided_cents + r.cents`,
    from: { relation: sql`rest r`, where: sql`o.id = r.id` },
  })
}
