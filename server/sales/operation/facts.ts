import type {
  CaptureMode,
  Channel,
  OperationFacts,
  Product,
  StatusReason,
  Substatus,
  SuspensionReason,
} from '#domain/sales/operations/lifecycle'
import { cents } from '#domain/platform/money'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** Columns of an operation `o` that say what may be done to it. */
export type FactsRow = {
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  channel: Channel
  product: Product
  capture_mode: CaptureMode
  total_cents: bigint
  voided_cents: bigint
  captured_cents: bigint
  refunded_cents: bigint
  confirmed_at: Date | null
  confirm_by: Date | null
  capture_by: Date | null
  last_captured_at: Date | null
}

export const factColumns: Sql = sql`o.substatus, o.status_reason, o.suspension_reason, o.channel, o.product, o.capture_mode, o.total_cents, o.voided_cents,
  o.captured_cents, o.refunded_cents, o.confirmed_at, o.confirm_by, o.capture_by, o.last_captured_at`

/** The operation as the rules of the business read it. */
export const factsOf = (row: FactsRow): OperationFacts => ({
  substatus: row.substatus,
  statusReason: row.status_reason,
  suspensionReason: row.suspension_reason,
  product: row.product,
  captureMode: row.capture_mode,
  confirmedAt: row.confirmed_at,
  confirmBy: row.confirm_by,
  captureBy: row.capture_by,
  lastCapturedAt: row.last_captured_at,
  offlineCheckout: row.channel !== 'online',
  totalCents: cents(row.total_cents),
  voidedCents: cents(row.voided_cents),
  capturedCents: cents(row.captured_cents),
  refundedCents: cents(row.refunded_cents),
})
