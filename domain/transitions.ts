import {
  reasonsOf,
  statusReasons,
  suspensionReasons,
  type OperationState,
  type Reason,
  type StatusReason,
  type Substatus,
  type SuspensionReason,
} from './states.ts'

/** Who makes an event happen. */
export type Actor = 'customer' | 'merchant' | 'provider' | 'system'

/** What can happen to an operation and change where it stands. */
export type OperationEvent =
  | 'created'
  | 'created_with_consent'
  | 'consent_confirmed'
  | 'bank_linked'
  | 'risk_refused'
  | 'challenge_needed'
  | 'bank_link_needed'
  | 'challenge_failed'
  | 'checkout_expired'
  | 'customer_dismissed'
  | 'credit_accepted'
  | 'confirmed'
  | 'confirmed_for_capture'
  | 'merchant_rejected'
  | 'offline_cancelled'
  | 'confirmation_expired'
  | 'captured'
  | 'capture_expired'
  | 'duplicate_found'
  | 'last_instalment_collected'
  | 'partially_refunded'
  | 'debt_refunded'
  | 'fully_refunded'
  | 'cancelled'
  | 'customer_withdrew'
  | 'fraud_held'
  | 'dispute_opened'
  | 'defaulted'
  | 'hold_lifted'

/** One row of the table. `to: 'unchanged'` keeps sub-status and reason. */
export interface Transition {
  id: string
  /** Empty: the operation does not exist yet. */
  from: readonly Substatus[]
  /** Only from these reasons; absent, from any. */
  fromReasons?: readonly Reason[]
  event: OperationEvent
  actor: Actor
  to: Substatus | 'unchanged'
  toReason: Reason | null
}

const IN_PROCESS = ['pending_customer', 'pending_merchant'] as const
const REFUNDABLE = ['payment_process', 'payment_completed'] as const
const HOLDS = ['fraud_hold', 'dispute', 'default'] as const

/** A row: id, from (sub-status or list, with the reasons it is limited to), event, actor, to, its reason. */
function row(
  id: string,
  from: readonly Substatus[],
  fromReasons: readonly Reason[] | 'any',
  event: OperationEvent,
  actor: Actor,
  to: Substatus | 'unchanged',
  toReason: Reason | null = null,
): Transition {
  return { id, from, ...(fromReasons === 'any' ? {} : { fromReasons }), event, actor, to, toReason }
}

const customer = ['pending_customer'] as const
const merchant = ['pending_merchant'] as const
const process = ['payment_process'] as const
const suspended = ['payment_suspended'] as const

/**
 * Every change of state, complete: anything else is refused (our choice; specification §4 leaves the
 * transitions open). T5 names its reason after what the customer was asked for; R rows change only
 * the reason. Whether the product captures at once (T8) or later (T9), and whether a refund leaves a
 * debt (T16, T17), is decided by who raises the event.
 */
export const transitions: readonly Transition[] = [
  row('T1', [], 'any', 'created', 'merchant', 'pending_customer', 'in_process'),
  row('T1', [], 'any', 'created_with_consent', 'merchant', 'pending_customer', 'consent_required'),
  row('R1', customer, ['consent_required'], 'consent_confirmed', 'customer', 'pending_customer', 'in_process'),
  row('R2', customer, ['bank_link_required'], 'bank_linked', 'customer', 'pending_customer', 'in_process'),
  row('T2', customer, 'any', 'risk_refused', 'provider', 'rejected', 'ko_generic'),
  row('T3', customer, ['in_process'], 'challenge_needed', 'provider', 'pending_customer', 'challenge_required'),
  row('T3', customer, ['in_process'], 'bank_link_needed', 'provider', 'pending_customer', 'bank_link_required'),
  row('T4', customer, ['challenge_required'], 'challenge_failed', 'customer', 'rejected', 'failed_challenge'),
  row('T5', customer, ['in_process', 'bank_link_required'], 'checkout_expired', 'system', 'stopped_customer', 'expired'),
  row('T5', customer, ['challenge_required'], 'checkout_expired', 'system', 'stopped_customer', 'expired_challenge'),
  row('T5', customer, ['consent_required'], 'checkout_expired', 'system', 'stopped_customer', 'consent_expired'),
  row('T6', customer, 'any', 'customer_dismissed', 'customer', 'stopped_customer', 'customer_dismissed'),
  row('T7', customer, ['in_process', 'challenge_required'], 'credit_accepted', 'provider', 'pending_merchant', 'confirmation_required'),
  row('T8', merchant, ['confirmation_required'], 'confirmed', 'merchant', 'payment_process'),
  row('T9', merchant, ['confirmation_required'], 'confirmed_for_capture', 'merchant', 'pending_merchant', 'capture_required'),
  row('T10', merchant, 'any', 'merchant_rejected', 'merchant', 'stopped_merchant', 'confirmation_rejected_by_merchant'),
  row('T10', customer, 'any', 'offline_cancelled', 'merchant', 'stopped_merchant', 'confirmation_rejected_by_merchant'),
  row('T11', merchant, ['confirmation_required'], 'confirmation_expired', 'system', 'stopped_merchant', 'merchant_failed_to_confirm'),
  row('T12', merchant, ['capture_required'], 'captured', 'merchant', 'payment_process'),
  row('T13', merchant, ['capture_required'], 'capture_expired', 'system', 'stopped_merchant', 'capture_expired'),
  row('T14', IN_PROCESS, 'any', 'duplicate_found', 'system', 'stopped_duplicated', 'duplicated'),
  row('T15', process, 'any', 'last_instalment_collected', 'provider', 'payment_completed'),
  row('T16', REFUNDABLE, 'any', 'partially_refunded', 'merchant', 'unchanged'),
  row('T16', REFUNDABLE, 'any', 'debt_refunded', 'merchant', 'payment_completed'),
  row('T17', REFUNDABLE, 'any', 'fully_refunded', 'merchant', 'payment_suspended', 'fully_refunded'),
  row('T17', REFUNDABLE, 'any', 'cancelled', 'merchant', 'payment_suspended', 'merchant_cancelled'),
  row('T18', process, 'any', 'customer_withdrew', 'provider', 'payment_suspended', 'customer_withdrawal'),
  row('T19', process, 'any', 'fraud_held', 'provider', 'payment_suspended', 'fraud_hold'),
  row('T19', process, 'any', 'dispute_opened', 'provider', 'payment_suspended', 'dispute'),
  row('T19', process, 'any', 'defaulted', 'provider', 'payment_suspended', 'default'),
  row('T20', suspended, HOLDS, 'hold_lifted', 'provider', 'payment_process'),
]

/**
 * Where an operation stands after an event, or null when the event is not allowed there (the server
 * answers 409). `current` is null before the operation exists.
 */
export function nextState(current: OperationState | null, event: OperationEvent): OperationState | null {
  const reason = current && (current.suspensionReason ?? current.statusReason)
  const found = transitions.find(
    (transition) =>
      transition.event === event &&
      (current ? transition.from.includes(current.substatus) : transition.from.length === 0) &&
      (!transition.fromReasons || (reason !== null && transition.fromReasons.includes(reason))),
  )
  if (!found) return null
  if (found.to === 'unchanged') return current
  return stateOf(found.to, found.toReason)
}

/**
 * The state of a sub-status with its reason in the right field.
 * @throws RangeError when that sub-status cannot carry that reason
 */
export function stateOf(substatus: Substatus, reason: Reason | null): OperationState {
  const allowed: readonly Reason[] = reasonsOf[substatus]
  if (reason === null ? allowed.length > 0 : !allowed.includes(reason)) {
    throw new RangeError(`${substatus} cannot carry the reason ${reason}`)
  }
  return {
    substatus,
    statusReason: isStatusReason(reason) ? reason : null,
    suspensionReason: isSuspensionReason(reason) ? reason : null,
  }
}

function isStatusReason(reason: Reason | null): reason is StatusReason {
  return (statusReasons as readonly (Reason | null)[]).includes(reason) // widened to ask about any reason
}

function isSuspensionReason(reason: Reason | null): reason is SuspensionReason {
  return (suspensionReasons as readonly (Reason | null)[]).includes(reason) // widened to ask about any reason
}
