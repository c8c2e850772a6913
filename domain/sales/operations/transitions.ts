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

/** Who causes an event. */
export type Actor = 'customer' | 'merchant' | 'provider' | 'system'

/** The events that can change an operation's state. */
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
  | 'repaid_early'
  | 'partially_refunded'
  | 'debt_refunded'
  | 'fully_refunded'
  | 'cancelled'
  | 'customer_withdrew'
  | 'fraud_held'
  | 'dispute_opened'
  | 'defaulted'
  | 'hold_lifted'

/** A transition. `to: 'unchanged'` keeps sub-status and reason. */
interface Transition {
  id: string
  /** Empty: the operation does not exist yet. */
  from: readonly Substatus[]
  /** Only from these reasons; absent: from any. */
  fromReasons?: readonly Reason[]
  event: OperationEvent
  actor: Actor
  to: Substatus | 'unchanged'
  toReason: Reason | null
}

const CUSTOMER = ['pending_customer'] as const
const MERCHANT = ['pending_merchant'] as const
const OPEN = ['pending_customer', 'pending_merchant'] as const
const LIVE = ['payment_process'] as const
const REFUNDABLE = ['payment_process', 'payment_completed'] as const
const SUSPENDED = ['payment_suspended'] as const
const CONSENTED = ['in_process', 'challenge_required', 'bank_link_required'] as const
const HOLDS = ['fraud_hold', 'dispute', 'default'] as const

type Row = readonly [
  id: string,
  from: readonly Substatus[],
  fromReasons: readonly Reason[] | 'any',
  event: OperationEvent,
  actor: Actor,
  to: Substatus | 'unchanged',
  toReason?: Reason,
]

const table: readonly Row[] = [
  ['T1', [], 'any', 'created', 'merchant', 'pending_customer', 'in_process'],
  ['T1', [], 'any', 'created_with_consent', 'merchant', 'pending_customer', 'consent_required'],
  ['R1', CUSTOMER, ['consent_required'], 'consent_confirmed', 'customer', 'pending_customer', 'in_process'],
  ['R2', CUSTOMER, ['bank_link_required'], 'bank_linked', 'customer', 'pending_customer', 'in_process'],
  ['T2', CUSTOMER, 'any', 'risk_refused', 'provider', 'rejected', 'ko_generic'],
  ['T3', CUSTOMER, CONSENTED, 'challenge_needed', 'provider', 'pending_customer', 'challenge_required'],
  ['T3', CUSTOMER, CONSENTED, 'bank_link_needed', 'provider', 'pending_customer', 'bank_link_required'],
  ['T4', CUSTOMER, ['challenge_required'], 'challenge_failed', 'customer', 'rejected', 'failed_challenge'],
  ['T5', CUSTOMER, ['in_process', 'bank_link_required'], 'checkout_expired', 'system', 'stopped_customer', 'expired'],
  ['T5', CUSTOMER, ['challenge_required'], 'checkout_expired', 'system', 'stopped_customer', 'expired_challenge'],
  ['T5', CUSTOMER, ['consent_required'], 'checkout_expired', 'system', 'stopped_customer', 'consent_expired'],
  ['T6', CUSTOMER, 'any', 'customer_dismissed', 'customer', 'stopped_customer', 'customer_dismissed'],
  ['T7', CUSTOMER, ['in_process', 'challenge_required'], 'credit_accepted', 'provider', 'pending_merchant', 'confirmation_required'],
  ['T8', MERCHANT, ['confirmation_required'], 'confirmed', 'merchant', 'payment_process'],
  ['T9', MERCHANT, ['confirmation_required'], 'confirmed_for_capture', 'merchant', 'pending_merchant', 'capture_required'],
  ['T10', MERCHANT, 'any', 'merchant_rejected', 'merchant', 'stopped_merchant', 'confirmation_rejected_by_merchant'],
  ['T10', CUSTOMER, 'any', 'offline_cancelled', 'merchant', 'stopped_merchant', 'confirmation_rejected_by_merchant'],
  ['T11', MERCHANT, ['confirmation_required'], 'confirmation_expired', 'system', 'stopped_merchant', 'merchant_failed_to_confirm'],
  ['T12', MERCHANT, ['capture_required'], 'captured', 'merchant', 'payment_process'],
  ['T13', MERCHANT, ['capture_required'], 'capture_expired', 'system', 'stopped_merchant', 'capture_expired'],
  ['T14', OPEN, 'any', 'duplicate_found', 'system', 'stopped_duplicated', 'duplicated'],
  ['T15', LIVE, 'any', 'last_instalment_collected', 'provider', 'payment_completed'],
  ['T15', LIVE, 'any', 'repaid_early', 'customer', 'payment_completed'],
  ['T16', REFUNDABLE, 'any', 'partially_refunded', 'merchant', 'unchanged'],
  ['T16', REFUNDABLE, 'any', 'debt_refunded', 'merchant', 'payment_completed'],
  ['T17', REFUNDABLE, 'any', 'fully_refunded', 'merchant', 'payment_suspended', 'fully_refunded'],
  ['T17', REFUNDABLE, 'any', 'cancelled', 'merchant', 'payment_suspended', 'merchant_cancelled'],
  ['T18', LIVE, 'any', 'customer_withdrew', 'provider', 'payment_suspended', 'customer_withdrawal'],
  ['T19', LIVE, 'any', 'fraud_held', 'provider', 'payment_suspended', 'fraud_hold'],
  ['T19', LIVE, 'any', 'dispute_opened', 'provider', 'payment_suspended', 'dispute'],
  ['T19', LIVE, 'any', 'defaulted', 'provider', 'payment_suspended', 'default'],
  ['T20', SUSPENDED, HOLDS, 'hold_lifted', 'provider', 'payment_process'],
]

/**
 * All transitions; any other is refused (docs/domain.md#transitions). T5 takes its reason from what the customer was asked for; R rows change only the
 * reason. Whether the product captures immediately (T8) or later (T9), and whether a refund leaves a debt (T16, T17), is decided by the caller.
 */
export const transitions: readonly Transition[] = /* @__PURE__ */ table.map(
  ([id, from, fromReasons, event, actor, to, toReason = null]) => ({
    id,
    from,
    ...(fromReasons === 'any' ? {} : { fromReasons }),
    event,
    actor,
    to,
    toReason,
  }),
)

/**
 * The state after an event, or null when the event is not allowed in the current state (the server answers 409). `current` is null before the operation
 * exists.
 */
export function nextState(current: OperationState | null, event: OperationEvent): OperationState | null {
  const reason = current && (current.suspensionReason ?? current.statusReason)
  const match = transitions.find(
    (transition) =>
      transition.event === event &&
      (current ? transition.from.includes(current.substatus) : transition.from.length === 0) &&
      (!transition.fromReasons || (reason !== null && transition.fromReasons.includes(reason))),
  )
  if (!match) return null
  if (match.to === 'unchanged') return current
  return stateOf(match.to, match.toReason)
}

/**
 * The state of a sub-status with its reason in the right field.
 * @throws RangeError when that sub-status cannot have that reason
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
