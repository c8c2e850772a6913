import type { CallName } from '#contract/index'
import type { Operation, OperationRow } from '#contract/sales/operations'
import {
  canCancel,
  canCapture,
  canConfirm,
  canExtendCapture,
  canRefund,
  type OperationFacts,
  type Permission,
} from '#domain/sales/operations/lifecycle'
import { factsOf } from './operationFacts.ts'

/** Actions on an operation, the most urgent first. */
export const operationActions = ['confirm', 'capture', 'refund', 'cancel'] as const
export type OperationAction = (typeof operationActions)[number]

const callOf: Record<OperationAction, CallName> = {
  confirm: 'operationConfirm',
  capture: 'operationCapture',
  refund: 'operationRefund',
  cancel: 'operationCancel',
}

/** Whether the business rules allow each action now, regardless of the member's rights. */
export function permissionsOf(facts: OperationFacts, now: Date): Record<OperationAction, Permission> {
  return {
    confirm: canConfirm(facts, now),
    capture: canCapture(facts, now),
    refund: canRefund(facts, now),
    cancel: canCancel(facts, now),
  }
}

/**
 * The action buttons of an operation, the most urgent first: those that its status and the member's rights (`may`) allow. Cancelling a
 * fully paid plan is the same as refunding it, so it shows only the refund.
 */
export function buttonsOf(operation: OperationRow | Operation, may: (call: CallName) => boolean, now: Date): OperationAction[] {
  const allowed = permissionsOf(factsOf(operation), now)
  return operationActions.filter((action) => {
    if (!may(callOf[action]) || !allowed[action].allowed) return false
    return action !== 'cancel' || operation.substatus !== 'payment_completed'
  })
}

/** Whether the member may put off the operation's deadline for capture now. */
export const mayExtendCapture = (operation: OperationRow | Operation, may: (call: CallName) => boolean, now: Date): boolean =>
  may('operationCaptureExtend') && canExtendCapture(factsOf(operation), now).allowed
