import type { Operation, OperationRow } from '#contract/sales/operations'

/** A flag beside the status; amounts in cents. */
export type OperationFlag =
  | { name: 'held'; cents: number }
  | { name: 'disputed'; cents: number }
  | { name: 'refunded' }
  | { name: 'partlyRefunded'; cents: number }
  | { name: 'cancelled' }
  | { name: 'missing'; action: 'confirm' | 'capture' }
  | { name: 'partlyCaptured'; cents: number }
  | { name: 'settled'; reference: string }
  | { name: 'pendingSettlement' }
  | { name: 'reversed' }

/**
 * The flags of an operation: refunds, pending amounts and settlement. Refunds are
 * always explicit, never implied by an amount.
 */
export function flagsOf(operation: OperationRow | Operation): OperationFlag[] {
  const flags: OperationFlag[] = []
  const { heldAmount, disputedAmount, refundedAmount, capturedAmount, totalAmount, voidedAmount, statusReason, suspensionReason } =
    operation
  const refunded = refundedAmount - heldAmount
  if (heldAmount > 0) flags.push({ name: 'held', cents: heldAmount })
  if (disputedAmount > 0 && suspensionReason !== 'dispute') flags.push({ name: 'disputed', cents: disputedAmount })
  if (suspensionReason === 'merchant_cancelled') flags.push({ name: 'cancelled' })
  else if (refunded > 0) flags.push(refunded >= capturedAmount ? { name: 'refunded' } : { name: 'partlyRefunded', cents: refunded })
  if (statusReason === 'confirmation_required') flags.push({ name: 'missing', action: 'confirm' })
  if (statusReason === 'capture_required') flags.push({ name: 'missing', action: 'capture' })
  const uncaptured = totalAmount - voidedAmount - capturedAmount
  if (capturedAmount > 0 && uncaptured > 0) flags.push({ name: 'partlyCaptured', cents: uncaptured })
  if (operation.settlementStatus === 'settled' && operation.settlementReference) {
    flags.push({ name: 'settled', reference: operation.settlementReference })
  }
  if (operation.settlementStatus === 'pending') flags.push({ name: 'pendingSettlement' })
  if (operation.settlementStatus === 'reversed') flags.push({ name: 'reversed' })
  return flags
}
