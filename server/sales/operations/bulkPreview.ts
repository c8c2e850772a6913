import type { BulkRow } from '#contract/sales/bulkOperations'
import { withinAllowance } from '#domain/sales/operations/bulkRefund'
import { canCapture, canRefund, type Permission, remainingCaptureCents, remainingCents } from '#domain/sales/operations/lifecycle'
import type { Cents } from '#domain/platform/money'
import { sentence } from '../../platform/calls/answer.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { customerName } from '../lifecycle/customerName.ts'
import { factColumns, factsOf, type FactsRow } from '../lifecycle/operationFacts.ts'
import { refusalFor } from './refusalFor.ts'
import { readLimits } from './refundLimits.ts'

type Row = FactsRow & { id: string; mid: string | null; customer: string; cancelling: boolean }

/** What can be done to one of several operations now, in cents; 0 where it is not permitted. */
type BulkFacts = {
  id: string
  mid: string | null
  customerName: string
  totalCents: Cents
  capture: { permission: Permission; cents: number }
  refund: { permission: Permission; cents: number }
}

/** The facts of those ids (uuids) that belong to this shop and mode, by id, in one statement. */
export async function readBulkFacts(db: Connection, scope: Scope, ids: readonly string[], now: Date): Promise<Map<string, BulkFacts>> {
  const rows =
    await db.rows<Row>(sql`select o.id, o.mid, ${customerName()} as customer, ${factColumns}, o.held_cents > 0 and exists (select from refunds r
        where r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id and r.kind = 'cancel' and r.state = 'held') as cancelling
      from operations o where ${inScope(scope, 'o')} and o.id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, bulkFactsOf(row, now)]))
}

function bulkFactsOf(row: Row, now: Date): BulkFacts {
  const facts = factsOf(row)
  // As in the capture itself: nothing may be captured while a cancellation is held.
  const capture: Permission = row.cancelling ? { allowed: false, why: 'state' } : canCapture(facts, now)
  const refund = canRefund(facts, now)
  return {
    id: row.id,
    mid: row.mid,
    customerName: row.customer,
    totalCents: facts.totalCents,
    capture: { permission: capture, cents: capture.allowed ? remainingCaptureCents(facts) : 0 },
    refund: { permission: refund, cents: refund.allowed ? remainingCents(facts) : 0 },
  }
}

/**
 * Previews a bulk action on several operations in order: captured, refunded, subject to approval, or blocked and why. A dry run: each is then done by its own
 * call, which checks everything again under the operation's lock.
 */
export const operationBulkPreview: Handler<'operationBulkPreview'> = async ({ query, db, scope, caller, now }) => {
  const ids = [...new Set(query.ids.split(','))].map(idFrom)
  const [facts, limits, requestedIds] = await Promise.all([
    readBulkFacts(db, scope, ids, now),
    readLimits(db, scope, caller.userId, now),
    requestedRefunds(db, scope, { ids, userId: caller.userId, now }),
  ])
  const operations = ids.map((id) => facts.get(id) ?? missing(id))
  if (query.action === 'capture') return operations.map((one) => captureRow(one))
  const possible = operations.filter(({ refund }) => refund.permission.allowed)
  const within = withinAllowance(
    possible.map(({ refund }) => refund.cents),
    limits,
  )
  const alone = new Set(possible.filter((_, nth) => within[nth]).map(({ id }) => id))
  return operations.map((one) => refundRow(one, alone.has(one.id), requestedIds.has(one.id)))
}

function missing(id: string): never {
  throw notFound(hexOf(id))
}

const rowOf = ({ id, mid, customerName }: BulkFacts) => ({ id: hexOf(id), mid, customerName })
const blocked = (one: BulkFacts, refusal: Refusal): BulkRow => ({ ...rowOf(one), will: 'blocked', amount: 0, why: sentence(refusal) })

function captureRow(operation: BulkFacts): BulkRow {
  const { permission, cents } = operation.capture
  return permission.allowed
    ? { ...rowOf(operation), will: 'capture', amount: cents, why: null }
    : blocked(operation, refusalFor('CaptureNotAllowed', permission))
}

function refundRow(operation: BulkFacts, alone: boolean, isRequested: boolean): BulkRow {
  const { permission, cents } = operation.refund
  if (!permission.allowed) return blocked(operation, refusalFor('RefundNotAllowed', permission))
  if (alone) return { ...rowOf(operation), will: 'refund', amount: cents, why: null }
  return isRequested
    ? blocked(operation, new Refusal('RequestNotAllowed', { why: 'again' }))
    : { ...rowOf(operation), will: 'ask', amount: cents, why: null }
}

/** Operations for which this person already has a pending approval request. */
async function requestedRefunds(
  db: Connection,
  scope: Scope,
  { ids, userId, now }: { ids: readonly string[]; userId: string; now: Date },
): Promise<Set<string>> {
  const rows = await db.rows<{
    operation_id: string
  }>(sql`select r.operation_id from refund_requests r where ${inScope(scope, 'r')}
    and r.operation_id = any(${ids}::uuid[]) and r.asked_by = ${userId} and r.state = 'pending' and r.expires_at > ${now}`)
  return new Set(rows.map((row) => row.operation_id))
}
