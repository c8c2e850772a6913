import type { Operation, OperationRow } from '#contract/sales/operations'
import type { OperationFacts, StatusReason, SuspensionReason } from '#domain/sales/operations/lifecycle'
import { cents } from '#domain/platform/money'

/** The operation as the business rules read it. */
export function factsOf(operation: OperationRow | Operation): OperationFacts {
  const instant = (text: string | null) => (text === null ? null : new Date(text))
  return {
    substatus: operation.substatus,
    statusReason: operation.statusReason as StatusReason | null, // the server returns only these, as its tests check
    suspensionReason: operation.suspensionReason as SuspensionReason | null, // as above
    product: operation.product,
    captureMode: operation.captureMode,
    confirmedAt: instant(operation.confirmed),
    confirmBy: instant(operation.confirmBy),
    captureBy: instant(operation.captureBy),
    lastCapturedAt: instant(operation.lastCapturedAt),
    offlineCheckout: operation.channel !== 'online',
    totalCents: cents(operation.totalAmount),
    voidedCents: cents(operation.voidedAmount),
    capturedCents: cents(operation.capturedAmount),
    refundedCents: cents(operation.refundedAmount),
    disputedCents: cents(operation.disputedAmount),
  }
}
