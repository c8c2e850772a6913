import type { CallName } from '#contract/index'
import type { Operation, OperationRow } from '#contract/sales/operations'
import { canCancel, canCapture, canConfirm, canRefund, type OperationFacts, type Permission } from '#domain/sales/operations/lifecycle'
import { factsOf } from './operationFacts.ts'

/** What a person may do to an operation from these screens. */
export const operationVerbs = ['confirm', 'capture', 'refund', 'cancel'] as const
export type OperationVerb = (typeof operationVerbs)[number]

const callOf: Record<OperationVerb, CallName> = {
  confirm: 'operationConfirm',
  capture: 'operationCapture',
  refund: 'operationRefund',
  cancel: 'operationCancel',
}

/** Whether each verb is allowed now by the rules of the business, whoever asks. */
export function permissionsOf(facts: OperationFacts, now: Date): Record<OperationVerb, Permission> {
  return {
    confirm: canConfirm(facts, now),
    capture: canCapture(facts, now),
    refund: canRefund(facts, now),
    cancel: canCancel(facts, now),
  }
}

/**
 * The buttons of an operation, the most urgent first: those that its state and the person's rights (`may`) allow. Cancelling a
 * plan that is paid up is refunding it, so it gets the one button.
 */
export function buttonsOf(operation: OperationRow | Operation, may: (call: CallName) => boolean, now: Date): OperationVerb[] {
  const allowed = permissionsOf(factsOf(operation), now)
  return operationVerbs.filter((verb) => {
    if (!may(callOf[verb]) || !allowed[verb].allowed) return false
    return verb !== 'cancel' || operation.substatus !== 'payment_completed'
  })
}
