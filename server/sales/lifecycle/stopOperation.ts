import { randomUUID } from 'node:crypto'
import {
  captureDeadline,
  isCaptureDeferred,
  nextState,
  type OperationEvent,
  remainingCaptureCents,
} from '#domain/sales/operations/lifecycle'
import { type Cents, sum } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { changeOperation, type By } from './changeOperation.ts'
import type { OperationBooks } from './books.ts'
import { planForCapture, writeCapture } from './writeCapture.ts'

type Stop = { books: OperationBooks; event: OperationEvent; by: By; now: Date }

/**
 * Ends an operation before any money moved: its link expires and nobody owes anything. Returns false when the lifecycle does not allow the event. The row
 * must be locked and `books` read under that lock.
 */
export async function stopOperation(db: Connection, scope: Scope, { books, event, by, now }: Stop): Promise<boolean> {
  const after = nextState(books.facts, event)
  if (!after || books.facts.capturedCents > 0) return false
  changeOperation(
    db,
    scope,
    now,
    { operationId: books.id, event, ...by, before: books.facts, after, amountCents: null },
    stopping(scope, [books.id], now),
  )
  return true
}

/** What ends with operations that stop before any money moved. */
export const stopping = (scope: Scope, operationIds: readonly string[], now: Date) => ({
  set: sql`ended_at = ${now}, net_cents = null, settlement_status = 'none', next_due_on = null, next_due_cents = null`,
  with: sql`plan as (update instalments i set amount_cents = 0, principal_cents = 0, interest_cents = 0, state = 'cancelled'
    where ${inScope(scope, 'i')} and i.operation_id = any(${[...operationIds]}::uuid[]))`,
})

type Void = { books: OperationBooks; amountCents: Cents; by: By; now: Date }

/**
 * Voids part of an operation before its capture: less can be captured, and the forecast net amount is that of the rest. The row must be locked, `books`
 * read under that lock, and `canVoid` checked. Returns the void's id.
 */
export async function voidOperation(db: Connection, scope: Scope, { books, amountCents, by, now }: Void): Promise<string> {
  const facts = { ...books.facts, voidedCents: sum(books.facts.voidedCents, amountCents) }
  const left = remainingCaptureCents(facts)
  const netCents = left === 0 ? null : planForCapture({ ...books, facts }, left, now).netCents
  const id = randomUUID()
  const change = { operationId: books.id, event: 'voided', ...by, before: books.facts, after: books.facts, amountCents }
  changeOperation(db, scope, now, change, {
    with: sql`void as (insert into voids (merchant_id, mode, id, operation_id, amount_cents, voided_at)
      values (${scope.merchantId}, ${scope.mode}, ${id}, ${books.id}, ${amountCents}, ${now}))`,
    set: sql`voided_cents = o.voided_cents + ${amountCents}::bigint, net_cents = ${netCents}::bigint`,
  })
  return id
}

type Confirmation = { books: OperationBooks; by: By; now: Date }

/**
 * Confirms an approved order: captured in full immediately (T8), or by the shop within fifteen days when capture is deferred (T9). The row must be locked,
 * `books` read under that lock, and `canConfirm` checked.
 */
export async function confirmOperation(db: Connection, scope: Scope, { books, by, now }: Confirmation): Promise<void> {
  if (isCaptureDeferred(books.facts)) return awaitCapture(db, scope, { books, by, now })
  await writeCapture(db, scope, { books, amountCents: remainingCaptureCents(books.facts), event: 'confirmed', by, now })
}

async function awaitCapture(db: Connection, scope: Scope, { books, by, now }: Confirmation): Promise<void> {
  const after = nextState(books.facts, 'confirmed_for_capture')
  if (!after) throw new Error(`operation ${books.id} does not await its confirmation`)
  const change = { operationId: books.id, event: 'confirmed_for_capture', ...by, before: books.facts, after, amountCents: null }
  changeOperation(db, scope, now, change, {
    set: sql`confirmed_at = ${now}, confirm_by = null, expires_at = null, capture_by = ${captureDeadline(now)}`,
  })
}
