import { canCapture, canRefund, remainingCaptureCents, remainingCents, type Permission } from '#domain/sales/operations/lifecycle'
import type { Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { customerName } from '../operation/customerName.ts'
import { factColumns, factsOf, type FactsRow } from '../operation/facts.ts'

type Row = FactsRow & { id: string; mid: string | null; customer: string; cancelling: boolean }

/** What could be done to one of several operations now, in cents; 0 where its permission says no. */
export type BulkFacts = {
  id: string
  mid: string | null
  customerName: string
  totalCents: Cents
  capture: { permission: Permission; cents: number }
  refund: { permission: Permission; cents: number }
}

/** Those of the ids (uuids) that are in this shop and mode, by id, in one statement. */
export async function readBulkFacts(db: Connection, scope: Scope, ids: readonly string[], now: Date): Promise<Map<string, BulkFacts>> {
  const rows =
    await db.rows<Row>(sql`select o.id, o.mid, ${customerName()} as customer, ${factColumns}, o.held_cents > 0 and exists (select from refunds r
        where r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id and r.kind = 'cancel' and r.state = 'held') as cancelling
      from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, bulkFactsOf(row, now)]))
}

function bulkFactsOf(row: Row, now: Date): BulkFacts {
  const facts = factsOf(row)
  // As in the capture itself: nothing is added under a cancellation that is still held.
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
