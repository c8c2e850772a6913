import type { OperationState, StatusReason, Substatus } from './states.ts'

/** The deadlines of an operation: expiry of its checkout, of its confirmation, of its capture, and the next instalment. */
export type OperationDeadline = 'checkout_expiry' | 'confirmation' | 'capture' | 'instalment'

/** The states in which an operation has a deadline; `statusReason` null: whatever its reason. */
export const deadlineStates: readonly { kind: OperationDeadline; substatus: Substatus; statusReason: StatusReason | null }[] = [
  { kind: 'checkout_expiry', substatus: 'pending_customer', statusReason: null },
  { kind: 'confirmation', substatus: 'pending_merchant', statusReason: 'confirmation_required' },
  { kind: 'capture', substatus: 'pending_merchant', statusReason: 'capture_required' },
  // What a partial capture left.
  { kind: 'capture', substatus: 'payment_process', statusReason: null },
  { kind: 'instalment', substatus: 'payment_process', statusReason: null },
]

/** The deadlines that an operation can have in a state. Each is due at an instant of the operation, and does not exist while that is not set. */
export const deadlinesIn = ({ substatus, statusReason }: Pick<OperationState, 'substatus' | 'statusReason'>): OperationDeadline[] =>
  deadlineStates
    .filter((one) => one.substatus === substatus && (one.statusReason === null || one.statusReason === statusReason))
    .map(({ kind }) => kind)
